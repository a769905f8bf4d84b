//! The `wirelab` command.

fn main() {}
