//! The registry of the options of a game [0.6]. The command line, the page, the fingerprint, the laws and the
//! soak all read it; `CONTRIBUTING.md` has the recipe for a new one.

use crate::data::tables::Edition;

/// An option that is on or off.
pub struct Switch {
    /// Its name in files, messages and on the command line.
    pub name: &'static str,
    /// The case that it changes.
    pub case: &'static str,
    /// The default.
    pub standard: bool,
    /// What the other choice means, in a few words of English.
    pub other: &'static str,
    /// The tag of its field in the canonical bytes of a position, unique for ever.
    pub(crate) tag: u8,
    get: fn(&Options) -> bool,
    set: fn(&mut Options, bool),
}

impl Switch {
    /// Is it on in a game?
    pub fn is_on(&self, options: &Options) -> bool {
        (self.get)(options)
    }
}

macro_rules! switches {
    ($($(#[$doc:meta])* $name:ident: $standard:literal, case $case:literal, tag $tag:literal, $other:literal;)*) => {
        /// The switches of 0.6, fixed before play.
        ///
        /// # Example
        ///
        /// ```
        /// use pgg_core::Options;
        /// use pgg_core::data::tables::Edition;
        ///
        /// let mut options = Options::default();
        /// assert_eq!(options.edition, Edition::Reference);
        /// options.historical_draw = true;
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Deserialize))]
        #[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
        #[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
        pub struct Options {
            /// Which values apply where the sources and the printed game differ.
            pub edition: Edition,
            $($(#[$doc])* pub $name: bool,)*
        }

        impl Default for Options {
            fn default() -> Options {
                Options { edition: Edition::Reference, $($name: $standard,)* }
            }
        }

        /// All options that are on or off, in the order in which they were added.
        pub const SWITCHES: &[Switch] = &[
            $(Switch {
                name: stringify!($name),
                case: $case,
                standard: $standard,
                other: $other,
                tag: $tag,
                get: |options| options.$name,
                set: |options, on| options.$name = on,
            },)*
        ];
    };
}

switches! {
    /// German rail cuts [6.37].
    rail_cut: true, case "6.37", tag 0x02, "Play without German rail cuts";
    /// Evacuating surrounded Leaders [10.4].
    leader_evacuation: false, case "10.4", tag 0x03, "Surrounded Leaders may be evacuated";
    /// A German Marginal result counts as a draw [15.2].
    historical_draw: false, case "15.2", tag 0x04, "A German Marginal result counts as a draw";
    /// Leaders do not count against the stacking limit [7.1, R32].
    #[cfg_attr(feature = "types", ts(as = "Option<bool>", optional))]
    free_leaders: false, case "7.1", tag 0x05, "Leaders do not count against the stacking limit";
}

impl Options {
    /// An edition, with each switch set by `on`.
    pub fn choose(edition: Edition, mut on: impl FnMut(&Switch) -> bool) -> Options {
        let mut options = Options { edition, ..Options::default() };
        for switch in SWITCHES {
            (switch.set)(&mut options, on(switch));
        }
        options
    }
}

/// Switches that are always written. Later ones are written only where they differ from the default, so that
/// records and positions stay as they were.
#[cfg(feature = "serde")]
const ALWAYS_WRITTEN: usize = 3;

#[cfg(feature = "serde")]
impl serde::Serialize for Options {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        // The binary form has no names, so every switch is written there.
        let all = if serializer.is_human_readable() { ALWAYS_WRITTEN } else { SWITCHES.len() };
        let told = |(n, switch): (usize, &Switch)| n < all || switch.is_on(self) != switch.standard;
        let fields = 1 + SWITCHES.iter().enumerate().filter(|&entry| told(entry)).count();
        let mut written = serializer.serialize_struct("Options", fields)?;
        written.serialize_field("edition", &self.edition)?;
        for (n, switch) in SWITCHES.iter().enumerate() {
            if told((n, switch)) {
                written.serialize_field(switch.name, &switch.is_on(self))?;
            } else {
                written.skip_field(switch.name)?;
            }
        }
        written.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_switch_is_one_field_and_has_a_tag_of_its_own() {
        let usual = Options::default();
        assert_eq!(Options::choose(usual.edition, |switch| switch.standard), usual);
        for switch in SWITCHES {
            let turned =
                Options::choose(usual.edition, |other| other.standard != (other.name == switch.name));
            let on: Vec<&str> = SWITCHES
                .iter()
                .filter(|other| other.is_on(&turned) != other.standard)
                .map(|other| other.name)
                .collect();
            assert_eq!(on, [switch.name]);
            // From 02, as `docs/position-format.md` has it; from 10 on other fields begin.
            let same = SWITCHES.iter().filter(|other| other.tag == switch.tag).count();
            assert!(same == 1 && (0x02..0x10).contains(&switch.tag), "{}", switch.name);
        }
    }
}
