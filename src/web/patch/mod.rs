//! Makes an element's children what the view says, touching only what differs from the view before.
//!
//! The document is not read back: every element is kept beside the node that it was made from, and nodes are
//! compared with nodes. The state of form fields is the exception, see `web::field`.

mod list;

use core::mem;

use web_sys::{Document, Element, Node as DomNode};

use super::screen::set_attribute;
use super::{dom, field};
use crate::panel::node::{Node, SVG_TAGS, el};

const SVG: &str = "http://www.w3.org/2000/svg";

/// An element whose children are made from nodes.
#[derive(Debug)]
pub struct Region {
    place: Place,
    items: Vec<Item>,
}

impl Region {
    /// An element that has no children yet.
    #[must_use]
    pub fn new(parent: Element) -> Self {
        let svg = parent.namespace_uri().as_deref() == Some(SVG);
        Self { place: Place { document: dom::document(), parent, svg }, items: Vec::new() }
    }

    /// Makes the children what `nodes` say. A node with the tag and the key of one before keeps its element.
    pub fn patch(&mut self, nodes: Vec<Node>) {
        list::patch(&self.place, &mut self.items, nodes);
    }
}

/// Where elements are put.
#[derive(Debug)]
struct Place {
    document: Document,
    parent: Element,
    /// Whether what is within is SVG. A name alone does not tell: `title` and `text` mean something in HTML, too.
    svg: bool,
}

impl Place {
    fn create(&self, tag: &'static str) -> Element {
        if self.svg || tag == "svg" {
            debug_assert!(SVG_TAGS.contains(&tag), "`{tag}` in a drawing is not one of SVG_TAGS");
            self.document.create_element_ns(Some(SVG), tag)
        } else {
            self.document.create_element(tag)
        }
        .expect("element names are fixed in the program and valid")
    }

    /// Puts an element, new or from another position, before `next` or at the end.
    fn put(&self, element: &Element, next: Option<&Element>) {
        let next: Option<&DomNode> = next.map(AsRef::as_ref);
        self.parent.insert_before(element, next).expect("nobody else takes elements out of a region");
    }
}

/// An element and what it was made from.
#[derive(Debug)]
struct Item {
    /// The inside of the element.
    place: Place,
    /// Without its children, which are items of their own.
    node: Node,
    children: Vec<Item>,
}

impl Item {
    /// An element made from `node`, not in the document yet.
    fn new(outer: &Place, node: Node) -> Self {
        let parent = outer.create(node.tag);
        if let Some(key) = &node.key {
            set_attribute(&parent, "data-key", Some(key));
        }
        let place = Place { document: outer.document.clone(), parent, svg: outer.svg || node.tag == "svg" };
        let mut blank = el(node.tag);
        blank.key.clone_from(&node.key);
        let mut item = Self { place, node: blank, children: Vec::new() };
        item.update(node);
        item
    }

    fn element(&self) -> &Element {
        &self.place.parent
    }

    /// Whether `node` describes the same element, in whatever state.
    fn is(&self, node: &Node) -> bool {
        self.node.tag == node.tag && self.node.key == node.key
    }

    /// Makes the element what `node` says; `node` must describe the same element.
    fn update(&mut self, mut node: Node) {
        let children = mem::take(&mut node.children);
        debug_assert!(
            node.text.is_none() || children.is_empty(),
            "an element has text or children, not both"
        );
        if self.node.attrs != node.attrs {
            self.update_attrs(&node);
        }
        if self.node.text != node.text {
            // Replaces all that is within, elements, too.
            self.children.clear();
            self.element().set_text_content(node.text.as_deref());
        }
        list::patch(&self.place, &mut self.children, children);
        field::sync(self.element(), &node);
        self.node = node;
    }

    fn update_attrs(&self, node: &Node) {
        for (name, _) in &self.node.attrs {
            if node.get(name).is_none() {
                set_attribute(self.element(), name, None);
            }
        }
        for (name, value) in &node.attrs {
            if self.node.get(name) != Some(value) {
                set_attribute(self.element(), name, Some(value));
            }
        }
    }
}
