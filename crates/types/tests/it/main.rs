//! The tests of what is made from the types, in one program: linked once, run side by side.

mod bodies;
mod client;
mod documents;
mod examples;
mod faults;
mod messages;
mod schemas;
mod types;
