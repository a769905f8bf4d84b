//! How the page changes.

use super::{Effect, Model, Msg};

/// Lets `msg` happen to `model`.
pub fn update(model: &mut Model, msg: Msg) -> Vec<Effect> {
    match msg {
        Msg::Step | Msg::Wake => model.steps += 1,
    }
    Vec::new()
}
