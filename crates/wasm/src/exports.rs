//! The boundary of the module: bytes in, bytes out, and nothing else.
//!
//! The page writes its message where [`room`] says, makes a call, and reads the answer where [`told`] says. A call returns the
//! length of the answer, or, if it could not read the message, the negated length of an error message. Page and module
//! share the buffers, since a call runs to its end before the page goes on.

// Only two things are unsafe here, since the compiler cannot know them: that an exported name is unique in the whole module,
// and that the page provides what is imported. No pointer is dereferenced.
#![allow(unsafe_code)]

use crate::misread::Misread;
use crate::referee::Referee;
use std::cell::RefCell;

#[cfg(feature = "table")]
mod table;

#[derive(Default)]
struct Desk {
    referee: Referee,
    #[cfg(feature = "table")]
    programs: crate::programs::Programs,
    #[cfg(feature = "table")]
    host: Option<crate::host::Host>,
    message: Vec<u8>,
    answer: Vec<u8>,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// Makes room for a message of this many bytes, and says where.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    DESK.with_borrow_mut(|desk| {
        desk.message.clear();
        desk.message.resize(length, 0);
        desk.message.as_mut_ptr()
    })
}

/// Where the answer is.
#[unsafe(no_mangle)]
extern "C" fn told() -> *const u8 {
    DESK.with_borrow(|desk| desk.answer.as_ptr())
}

/// The message is a position: the next questions are about it.
#[unsafe(no_mangle)]
extern "C" fn place() -> isize {
    call(|desk| desk.referee.place(&desk.message).map(|()| Vec::new()))
}

/// The message is a question, or a list of them.
#[unsafe(no_mangle)]
extern "C" fn ask() -> isize {
    call(|desk| desk.referee.ask(&desk.message))
}

fn call(work: impl FnOnce(&mut Desk) -> Result<Vec<u8>, Misread>) -> isize {
    DESK.with_borrow_mut(|desk| {
        let (told, sign) = match work(desk) {
            Ok(told) => (told, 1),
            Err(misread) => (misread.to_string().into_bytes(), -1),
        };
        desk.answer = told;
        // The memory of the module has 4 GiB at most, and no answer comes near half of that.
        sign * desk.answer.len() as isize
    })
}
