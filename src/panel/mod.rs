//! Everything that the page does, without a page: what it knows, what changes it, what it shows.
//!
//! `update(&mut Model, Msg) -> Vec<Effect>` and `view(&Model) -> ViewModel`. The web layer applies the view model to
//! the document and turns its events into messages; it decides nothing.
#![forbid(unsafe_code)]

mod effect;
mod model;
mod msg;
pub mod node;
mod update;
mod view;

pub use effect::Effect;
pub use model::{Environment, Model};
pub use msg::Msg;
pub use update::update;
pub use view::{ViewModel, view};
