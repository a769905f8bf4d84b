//! What the page shows, as plain values.

use core::ops::{Deref, DerefMut};
use std::borrow::Cow;

/// Text that is written in the program or made at run time.
pub type Text = Cow<'static, str>;

/// What can become a [`Text`].
///
/// Words of the program and words made at run time take two ways into a node. Views have hundreds of the former, and
/// the short way keeps the page's module small.
pub trait IntoText: Sized {
    /// The text.
    fn into_text(self) -> Text;

    /// Puts the text into an attribute.
    fn put(self, node: &mut Node, name: &'static str) {
        node.set(name, self.into_text());
    }

    /// Makes it the text content.
    fn write(self, node: &mut Node) {
        node.text = Some(self.into_text());
    }
}

impl IntoText for &'static str {
    fn into_text(self) -> Text {
        Cow::Borrowed(self)
    }

    fn put(self, node: &mut Node, name: &'static str) {
        node.set_word(name, self);
    }

    #[inline(never)]
    fn write(self, node: &mut Node) {
        node.text = Some(Cow::Borrowed(self));
    }
}

impl IntoText for String {
    fn into_text(self) -> Text {
        Cow::Owned(self)
    }

    #[inline(never)]
    fn write(self, node: &mut Node) {
        node.text = Some(Cow::Owned(self));
    }
}

impl IntoText for Text {
    fn into_text(self) -> Text {
        self
    }
}

/// One element of the page, and what is in it.
///
/// Text is always text and attribute names are fixed in the program, so that nothing a frame holds can become
/// markup, a link or a script.
// Boxed: views hand nodes from call to call, and a pointer moves in fewer instructions than six fields.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Node(Box<Element>);

/// What a [`Node`] is made of.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Element {
    /// The element's name; those of [`SVG_TAGS`] are created in the SVG namespace.
    pub tag: &'static str,
    /// Tells siblings apart, so that an element keeps its focus and its scroll position when others come and go.
    pub key: Option<Text>,
    /// Attributes, each name once. `value` and `checked` are set as properties where the element has them.
    pub attrs: Vec<(&'static str, Text)>,
    /// Text content; an element has text or children, not both.
    pub text: Option<Text>,
    /// Elements within.
    pub children: Vec<Node>,
}

impl Deref for Node {
    type Target = Element;

    fn deref(&self) -> &Element {
        &self.0
    }
}

impl DerefMut for Node {
    fn deref_mut(&mut self) -> &mut Element {
        &mut self.0
    }
}

/// Elements of the SVG namespace that the views use.
pub const SVG_TAGS: &[&str] =
    &["svg", "g", "path", "line", "rect", "circle", "text", "tspan", "title", "defs", "marker"];

/// Attributes that could load, navigate or run something; no node may carry them.
const FORBIDDEN: &[&str] =
    &["href", "src", "srcset", "style", "action", "formaction", "srcdoc", "xlink:href"];

/// An element without anything in it.
#[must_use]
#[inline(never)]
pub fn el(tag: &'static str) -> Node {
    Node(Box::new(Element { tag, ..Element::default() }))
}

impl Node {
    /// The same element with an attribute.
    ///
    /// # Panics
    /// When the attribute could load, navigate or run something: a fault of the view that calls it.
    #[must_use]
    pub fn attr(mut self, name: &'static str, value: impl IntoText) -> Self {
        value.put(&mut self, name);
        self
    }

    #[inline(never)]
    fn set_word(&mut self, name: &'static str, value: &'static str) {
        self.set(name, Cow::Borrowed(value));
    }

    // Views call this some hundred times: not inlined, it keeps the page's module small.
    #[inline(never)]
    fn set(&mut self, name: &'static str, value: Text) {
        assert!(!FORBIDDEN.contains(&name) && !name.starts_with("on"), "{name} is not for data");
        self.attrs.push((name, value));
    }

    /// The same element with an attribute if there is a value.
    #[must_use]
    pub fn attr_if(self, name: &'static str, value: Option<impl IntoText>) -> Self {
        match value {
            Some(value) => self.attr(name, value),
            None => self,
        }
    }

    /// The same element with an attribute without a value if `on`.
    #[must_use]
    pub fn flag(self, name: &'static str, on: bool) -> Self {
        if on { self.attr(name, "") } else { self }
    }

    /// The same element with a class.
    #[must_use]
    pub fn class(self, class: impl IntoText) -> Self {
        self.attr("class", class)
    }

    /// The same element, told apart from its siblings by `key`.
    #[must_use]
    pub fn key(mut self, key: impl IntoText) -> Self {
        self.key = Some(key.into_text());
        self
    }

    /// The same element with `text` in it.
    #[must_use]
    pub fn text(mut self, text: impl IntoText) -> Self {
        text.write(&mut self);
        self
    }

    /// The same element with `child` as its last child.
    #[must_use]
    #[inline(never)]
    pub fn child(mut self, child: Node) -> Self {
        self.push(child);
        self
    }

    #[inline(never)]
    fn push(&mut self, child: Node) {
        self.children.push(child);
    }

    /// The same element with `children` after those it has.
    #[must_use]
    pub fn children(mut self, children: impl IntoIterator<Item = Node>) -> Self {
        for child in children {
            self.push(child);
        }
        self
    }

    /// The same element, sending the message `name` with `arg` when it is clicked, changed or submitted.
    #[must_use]
    pub fn msg(self, name: &'static str, arg: impl IntoText) -> Self {
        self.attr("data-msg", name).attr("data-arg", arg)
    }

    /// The value of an attribute.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attrs.iter().find(|(attr, _)| *attr == name).map(|(_, value)| &**value)
    }

    /// All text within, in reading order.
    #[must_use]
    pub fn text_content(&self) -> String {
        let mut out = self.text.as_deref().unwrap_or_default().to_owned();
        for child in &self.children {
            out.push_str(&child.text_content());
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_gathered_in_reading_order() {
        let node = el("p").child(el("b").text("a")).children([el("i").text("b"), el("i").text("c")]);
        assert_eq!(node.text_content(), "abc");
    }

    #[test]
    #[should_panic(expected = "not for data")]
    fn an_attribute_that_runs_something_is_refused() {
        let _ = el("a").attr("onclick", "x");
    }
}
