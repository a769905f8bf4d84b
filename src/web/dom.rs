//! The document: the constant markup and the elements in it that have names.

use wasm_bindgen::JsCast;
use web_sys::{Document, Element, NodeList, Window};

use super::crash;
use crate::panel::ViewModel;

/// The window.
pub(super) fn window() -> Window {
    web_sys::window().expect("the page runs in a window, not in a worker")
}

/// The document.
pub(super) fn document() -> Document {
    window().document().expect("a window has a document")
}

/// The elements of a list.
pub(super) fn elements(list: &NodeList) -> impl Iterator<Item = Element> {
    (0..list.length()).filter_map(|at| list.item(at)?.dyn_into().ok())
}

/// The named elements of the constant markup, each found once.
#[derive(Debug)]
pub(super) struct Markup {
    /// By `data-ref`, which is unique.
    refs: Vec<(String, Element)>,
    /// By `data-text`, which is not: a word may stand in two places.
    texts: Vec<(String, Element)>,
}

impl Markup {
    /// Puts the constant markup into `root`.
    ///
    /// The only place in the program that makes elements out of text, and the text is part of the program. Whatever
    /// comes from outside goes through `set_text_content` and `set_attribute`.
    pub(super) fn insert(root: &Element) -> Result<Self, String> {
        root.set_inner_html(include_str!("../../www/panel.html"));
        let markup = Self { refs: named(root, "data-ref"), texts: named(root, "data-text") };
        for (at, (name, _)) in markup.refs.iter().enumerate() {
            if markup.refs[..at].iter().any(|(earlier, _)| earlier == name) {
                return Err(format!("the markup has two elements with data-ref `{name}`"));
            }
        }
        for (key, element) in &markup.texts {
            if element.child_element_count() > 0 {
                return Err(format!("data-text `{key}` would overwrite elements of the markup"));
            }
        }
        Ok(markup)
    }

    /// The element with this `data-ref`.
    pub(super) fn find(&self, name: &str) -> Option<&Element> {
        self.refs.iter().find(|(known, _)| known == name).map(|(_, element)| element)
    }

    /// The elements with this `data-text`.
    pub(super) fn texts(&self, key: &str) -> impl Iterator<Item = &Element> {
        self.texts.iter().filter(move |(known, _)| known == key).map(|(_, element)| element)
    }

    /// Whether markup and view name the same things; the error says which name only one of them knows.
    pub(super) fn check(&self, view: &ViewModel) -> Result<(), String> {
        let of_attrs = view.attrs.iter().map(|(name, ..)| *name);
        let of_regions = view.regions.iter().map(|(name, _)| *name);
        for name in of_attrs.chain(of_regions).chain([crash::NOTICE]) {
            self.find(name).ok_or_else(|| format!("the markup has no element with data-ref `{name}`"))?;
        }
        for (key, _) in &view.texts {
            self.texts(key)
                .next()
                .ok_or_else(|| format!("the markup has no element with data-text `{key}`"))?;
        }
        for (key, _) in &self.texts {
            if !view.texts.iter().any(|(known, _)| known == key) {
                return Err(format!("the view has no text for data-text `{key}`"));
            }
        }
        Ok(())
    }
}

fn named(root: &Element, attribute: &str) -> Vec<(String, Element)> {
    let list = root.query_selector_all(&format!("[{attribute}]")).expect("the selector is constant");
    elements(&list).filter_map(|element| Some((element.get_attribute(attribute)?, element))).collect()
}
