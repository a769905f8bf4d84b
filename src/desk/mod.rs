//! A text on the desk: read, judged, and looked at piece by piece.
//!
//! What `wirelab lint` prints and what the page shows is the same [`Verdict`]. The page keeps its [`Desk`] in a worker,
//! because a recording can be as large as memory allows: an [`Ask`] goes in and a [`Reply`] comes out, each as one
//! JSON text, so that no script between them has to understand either.
#![forbid(unsafe_code)]

mod ask;
mod examples;
mod exchanges;
mod frames;
mod heads;
mod hear;
mod label;
mod reply;
mod rows;
mod rules;
mod table;
mod verdict;
mod watch;

pub use ask::Ask;
pub use examples::Example;
pub use reply::{Checked, Counts, Fellow, FoundRow, Page, Reply, Row, RuleRow, Sheet, Summary, severity};
pub use rows::{found_row, remarks, summary};
pub use table::{Desk, File};
pub use verdict::{Found, Verdict, revisions};

/// How many findings a summary holds at most; all of them are counted.
pub const FOUND_SHOWN: usize = 500;
/// How many bytes of a frame a sheet holds at most.
pub const BYTES_SHOWN: usize = 64 << 10;
