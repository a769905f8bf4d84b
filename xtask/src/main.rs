//! `cargo xtask`: every verb that a person working on Wirelab needs.

fn main() {}
