//! A world for the core: two ends, two pipes and a clock that moves only when it is told to.
//!
//! The world reads no clock either. The same settings and actions give the same bytes, in the page and in a test.
#![forbid(unsafe_code)]

mod client;
mod command;
pub mod eras;
mod fault;
mod framings;
pub mod http;
mod log;
pub mod manners;
mod meddler;
mod pair;
mod pipe;
mod played;
mod scenario;
mod script;
mod settings;
mod whole;

pub use command::{Action, Command, Hand, Handling, Heard, Incoming, Parting, Refusal, Upkeep};
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use fault::deep;
pub use fault::{Fault, FaultGroup, FaultKind, FaultSwitch, Life, PIPE_CAPACITY, Touched, When};
pub use framings::Framings;
pub use log::{Entry, Fact, FrameNumber, Process, WireFrame};
pub use manners::{Manner, Manners};
pub use meddler::{Deed, Meddled, Meddler};
pub use pair::{Handled, Outgoing, Pair, Stepped, Upcoming};
pub use pipe::Pipe;
pub use played::{Played, Way};
pub use scenario::{Scenario, Story};
pub use script::{MAX_FACTS, MAX_STEPS, Script, ScriptError};
pub use settings::Settings;
pub use whole::Whole;

/// Whether this build does all that there is. The module that the page begins with does what its own buttons ask for and
/// nothing else; by this constant the compiler leaves out the rest.
pub(crate) const WHOLE: bool = cfg!(any(feature = "reader", not(target_arch = "wasm32")));
