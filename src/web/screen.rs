//! What is on the screen: applies one view model after another, touching only what differs.

use std::mem;

use wasm_bindgen::JsCast;
use web_sys::{Document, Element, HtmlElement, ScrollBehavior, ScrollIntoViewOptions, ScrollLogicalPosition};

use super::dom::{self, Markup};
use super::field;
use super::patch::Region;
use crate::panel::ViewModel;

/// The constant markup with the view model that was applied last.
///
/// Every view is taken to name the same texts, attributes and regions as the one before; what a view leaves out
/// stays as it is.
#[derive(Debug)]
pub struct Screen {
    document: Document,
    root: Element,
    markup: Markup,
    regions: Vec<(&'static str, Region)>,
    /// Without its regions, which keep their own.
    shown: ViewModel,
}

impl Screen {
    /// Puts the constant markup into `root` and `view` into the markup.
    ///
    /// # Errors
    /// When markup and view do not fit together; the message names the element.
    pub fn new(root: &Element, view: ViewModel) -> Result<Self, String> {
        let markup = Markup::insert(root)?;
        markup.check(&view)?;
        let mut regions = Vec::new();
        for (name, _) in &view.regions {
            let element = markup.find(name).expect("checked just now");
            if element.child_element_count() > 0 {
                return Err(format!("region `{name}` has elements of its own in the markup"));
            }
            regions.push((*name, Region::new(element.clone())));
        }
        let document = dom::document();
        let mut screen = Self { document, root: root.clone(), markup, regions, shown: ViewModel::default() };
        screen.apply(view);
        Ok(screen)
    }

    /// Shows `view`.
    ///
    /// # Panics
    /// In debug builds, when markup and view do not fit together; the message names the element.
    pub fn apply(&mut self, mut view: ViewModel) {
        if cfg!(debug_assertions)
            && let Err(fault) = self.markup.check(&view)
        {
            panic!("{fault}");
        }
        self.apply_document(&view);
        for (at, (key, text)) in view.texts.iter().enumerate() {
            if self.shown.texts.get(at).is_none_or(|shown| (shown.0, &shown.1) != (*key, text)) {
                self.markup.texts(key).for_each(|element| element.set_text_content(Some(text)));
            }
        }
        for (at, (name, attr, value)) in view.attrs.iter().enumerate() {
            let Some(element) = self.markup.find(name) else { continue };
            let same = |shown: &(_, _, Option<String>)| (shown.0, shown.1, &shown.2) == (*name, *attr, value);
            if !self.shown.attrs.get(at).is_some_and(same) {
                set_attribute(element, attr, value.as_deref());
            }
            field::show(element, attr, value.as_deref());
        }
        for (name, nodes) in mem::take(&mut view.regions) {
            if let Some((_, region)) = self.regions.iter_mut().find(|(known, _)| *known == name) {
                region.patch(nodes);
            }
        }
        self.shown = view;
    }

    /// Moves the focus to the element with this `data-ref` or `data-key`, or to the first button in it.
    pub fn focus(&self, name: &str) {
        let Some(element) = self.named(name) else { return };
        let button = element.query_selector("button").ok().flatten();
        focus(&button.unwrap_or(element));
    }

    fn named(&self, name: &str) -> Option<Element> {
        let all = self.root.query_selector_all("[data-ref], [data-key]").ok()?;
        // Compared here and not in the selector: a key may hold any character.
        let is = |element: &Element, attr| element.get_attribute(attr).as_deref() == Some(name);
        dom::elements(&all).find(|element| is(element, "data-ref") || is(element, "data-key"))
    }

    /// Brings the element with this `data-key` into view within the pane that scrolls around it.
    pub fn peek(&self, name: &str) {
        let Some(element) = self.named(name) else { return };
        let Ok(Some(pane)) = element.closest(".scroll") else { return };
        let (inner, outer) = (element.get_bounding_client_rect(), pane.get_bounding_client_rect());
        // Some of what is around it belongs to what is to be seen, and beneath stands what says what it is.
        let room = outer.height() / 3.0;
        let (above, below) = (inner.top() - outer.top() - room, inner.bottom() - outer.bottom() + room);
        let by = if above < 0.0 { above } else { below.max(0.0) };
        pane.set_scroll_top(pane.scroll_top() + by as i32);
    }

    fn apply_document(&self, view: &ViewModel) {
        if view.title != self.shown.title {
            self.document.set_title(&view.title);
        }
        let Some(page) = self.document.document_element() else { return };
        if view.lang != self.shown.lang {
            set_attribute(&page, "lang", Some(view.lang));
        }
        if view.theme != self.shown.theme {
            set_attribute(&page, "data-theme", Some(view.theme));
        }
    }

    /// Scrolls the element with this `data-ref` or `data-key` into view, no further than needed: at once or, where the reader
    /// likes motion, smoothly.
    pub fn reveal(&self, name: &str, at_once: bool) {
        let Some(element) = self.named(name) else { return };
        let options = ScrollIntoViewOptions::new();
        options.set_block(ScrollLogicalPosition::Nearest);
        options.set_inline(ScrollLogicalPosition::Nearest);
        options.set_behavior(if at_once || reduces_motion() {
            ScrollBehavior::Instant
        } else {
            ScrollBehavior::Smooth
        });
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

/// Sets an attribute, or removes it.
pub(super) fn set_attribute(element: &Element, name: &str, value: Option<&str>) {
    match value {
        Some(value) => {
            element.set_attribute(name, value).expect("attribute names are fixed in the program and valid");
        }
        None => element.remove_attribute(name).expect("removing an attribute cannot fail"),
    }
}

/// Moves the focus without scrolling.
pub(super) fn focus(element: &Element) {
    let options = web_sys::FocusOptions::new();
    options.set_prevent_scroll(true);
    // SVG elements have the same method without the same class; calls go by name, so this reaches it.
    let _ = element.unchecked_ref::<HtmlElement>().focus_with_options(&options);
}

fn reduces_motion() -> bool {
    let query = dom::window().match_media("(prefers-reduced-motion: reduce)");
    query.ok().flatten().is_some_and(|query| query.matches())
}
