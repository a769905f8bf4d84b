//! What the page shows.

use super::Model;
use super::node::{Node, el};

/// Everything that the page shows, ready to be applied.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ViewModel {
    /// The language of the page, for the `lang` attribute of the document.
    pub lang: &'static str,
    /// `light`, `dark` or `system`, for the `data-theme` attribute of the document.
    pub theme: &'static str,
    /// The title of the document.
    pub title: String,
    /// Words for constant markup: every element with this `data-text` gets this text.
    pub texts: Vec<(&'static str, String)>,
    /// Attributes of constant markup: element by `data-ref`, attribute, value; `None` removes it.
    pub attrs: Vec<(&'static str, &'static str, Option<String>)>,
    /// The children of the element with this `data-ref`.
    pub regions: Vec<(&'static str, Vec<Node>)>,
}

/// What `model` looks like.
#[must_use]
pub fn view(model: &Model) -> ViewModel {
    ViewModel {
        lang: "en",
        theme: "system",
        title: "Wirelab".to_owned(),
        texts: vec![
            ("step", "Step".to_owned()),
            ("crashed", "Wirelab has failed; reload the page.".to_owned()),
        ],
        attrs: vec![],
        regions: vec![("wire", vec![el("p").text(model.steps.to_string())])],
    }
}
