//! The rule book.

use crate::panel::Model;
use crate::panel::node::{Node, el};
use crate::panel::text::Tell;

pub(super) fn area(model: &Model) -> Vec<Node> {
    let language = model.language;
    vec![el("p").class("empty").text(language.tell(Tell::RulesLoading))]
}
