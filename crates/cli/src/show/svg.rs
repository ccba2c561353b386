//! The position as a picture.
use super::window::Window;
use pgg_core::State;
pub(crate) fn draw(_state: &State, _window: Option<Window>) -> String {
    String::new()
}
