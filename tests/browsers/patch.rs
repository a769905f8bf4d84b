//! Patching: the document becomes what the nodes say, and what did not change is not touched.

use super::support::{Root, focus, has_focus};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Element, MutationObserver, MutationObserverInit};
use wirelab::panel::node::{Node, el};
use wirelab::web::patch::Region;

fn rows(keys: impl IntoIterator<Item = u32>) -> Vec<Node> {
    keys.into_iter()
        .map(|key| el("li").key(key.to_string()).attr("tabindex", "0").text(format!("row {key}")))
        .collect()
}

fn children(parent: &Element) -> Vec<Element> {
    let list = parent.child_nodes();
    (0..list.length()).map(|at| list.item(at).unwrap().unchecked_into()).collect()
}

/// How many changes the document saw while `change` ran.
fn mutations(root: &Element, change: impl FnOnce()) -> u32 {
    let observer = MutationObserver::new(&js_sys::Function::new_no_args("")).unwrap();
    let everything = MutationObserverInit::new();
    everything.set_attributes(true);
    everything.set_character_data(true);
    everything.set_child_list(true);
    everything.set_subtree(true);
    observer.observe_with_options(root, &everything).unwrap();
    change();
    let count = observer.take_records().length();
    observer.disconnect();
    count
}

#[wasm_bindgen_test]
fn hostile_text_stays_text() {
    let root = Root::new();
    let hostile = "<img src=x onerror=alert(1)></script><script>alert(1)</script>&amp;\u{202e}\0";
    let mut region = Region::new(root.0.clone());
    region.patch(vec![el("p").key(hostile).attr("title", hostile).text(hostile)]);
    let p = root.find("p");
    assert_eq!(p.text_content().as_deref(), Some(hostile));
    assert_eq!(p.get_attribute("title").as_deref(), Some(hostile));
    assert_eq!(p.get_attribute("data-key").as_deref(), Some(hostile));
    assert_eq!(root.0.query_selector_all("*").unwrap().length(), 1);
}

#[wasm_bindgen_test]
fn what_did_not_change_is_not_touched() {
    let root = Root::new();
    let mut region = Region::new(root.0.clone());
    let view = || {
        let field = el("input").attr("value", "a");
        vec![el("ol").children(rows(0..50)), field, el("p").class("x").child(el("b").text("y"))]
    };
    region.patch(view());
    assert_eq!(mutations(&root.0, || region.patch(view())), 0);
    let mut changed = view();
    changed[2].children[0].text = Some("z".into());
    assert_eq!(mutations(&root.0, || region.patch(changed)), 1);
}

#[wasm_bindgen_test]
fn a_window_that_slides_touches_only_its_ends() {
    let root = Root::new();
    let mut region = Region::new(root.0.clone());
    region.patch(rows(10..60));
    let before = children(&root.0);
    let count = mutations(&root.0, || region.patch(rows(13..63)));
    assert_eq!(count, 6, "three go, three come, none moves");
    assert_eq!(children(&root.0)[..47], before[3..]);
    let count = mutations(&root.0, || region.patch(rows(12..62)));
    assert_eq!(count, 2);
}

#[wasm_bindgen_test]
fn an_element_that_moves_stays_the_same_and_keeps_its_focus() {
    let root = Root::new();
    let mut region = Region::new(root.0.clone());
    region.patch(rows([1, 2, 3, 4]));
    let before = children(&root.0);
    for (at, element) in before.iter().enumerate() {
        focus(element);
        for order in [[4, 3, 2, 1], [2, 3, 4, 1], [4, 1, 2, 3], [1, 2, 3, 4]] {
            region.patch(rows(order));
            let expected: Vec<_> = order.iter().map(|key| before[*key as usize - 1].clone()).collect();
            assert_eq!(children(&root.0), expected);
            assert!(has_focus(element), "row {} in order {order:?}", at + 1);
        }
    }
}

#[wasm_bindgen_test]
fn any_list_becomes_any_other_and_keeps_what_both_have() {
    let root = Root::new();
    let mut region = Region::new(root.0.clone());
    let mut seed = 1_u32;
    let mut random = |below: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) % below
    };
    let mut before: Vec<(String, Element)> = Vec::new();
    for round in 0..300 {
        let mut keys: Vec<u32> = (0..12).filter(|_| random(3) > 0).collect();
        for at in (1..keys.len()).rev() {
            keys.swap(at, random(at as u32 + 1) as usize);
        }
        let mut nodes = rows(keys);
        // Elements without a key among them, and of another kind.
        for _ in 0..random(4) {
            let tag = if random(2) == 0 { "hr" } else { "p" };
            nodes.insert(random(nodes.len() as u32 + 1) as usize, el(tag));
        }
        let texts: Vec<String> = nodes.iter().map(Node::text_content).collect();
        region.patch(nodes);
        let elements = children(&root.0);
        let shown: Vec<String> = elements.iter().map(|element| element.text_content().unwrap()).collect();
        assert_eq!(shown, texts, "round {round}");
        let after: Vec<_> = texts.into_iter().zip(elements).filter(|(text, _)| !text.is_empty()).collect();
        for (text, element) in &after {
            let earlier = before.iter().find(|(known, _)| known == text);
            assert!(earlier.is_none_or(|(_, known)| known == element), "round {round}: {text} was made anew");
        }
        before = after;
    }
}

#[wasm_bindgen_test]
fn attributes_come_change_and_go() {
    let root = Root::new();
    let mut region = Region::new(root.0.clone());
    region.patch(vec![el("p").class("a").flag("hidden", true)]);
    let p = root.find("p.a[hidden]");
    region.patch(vec![el("p").class("b").attr("id", "x")]);
    assert_eq!(root.find("p.b#x:not([hidden])"), p);
    region.patch(vec![el("p")]);
    assert_eq!(root.0.inner_html(), "<p></p>");
}

#[wasm_bindgen_test]
fn text_gives_way_to_elements_and_elements_to_text() {
    let root = Root::new();
    let mut region = Region::new(root.0.clone());
    let text = || vec![el("p").text("text")];
    let elements = || vec![el("p").child(el("b").text("bold")).child(el("i"))];
    for (nodes, html) in
        [(text(), "text"), (elements(), "<b>bold</b><i></i>"), (text(), "text"), (vec![el("p")], "")]
    {
        region.patch(nodes);
        assert_eq!(root.0.inner_html(), format!("<p>{html}</p>"));
    }
    region.patch(vec![el("div").text("another kind of element")]);
    assert_eq!(root.0.inner_html(), "<div>another kind of element</div>");
    region.patch(vec![]);
    assert_eq!(root.0.inner_html(), "");
}

#[wasm_bindgen_test]
fn what_is_inside_svg_is_svg_and_what_is_outside_is_not() {
    let root = Root::new();
    let mut region = Region::new(root.0.clone());
    let drawing = el("svg")
        .attr("viewBox", "0 0 9 9")
        .child(el("title").text("t"))
        .child(el("g").child(el("text").text("x")));
    region.patch(vec![el("p").child(drawing)]);
    for name in ["svg", "title", "g", "text"] {
        let space = root.find(name).namespace_uri();
        assert_eq!(space.as_deref(), Some("http://www.w3.org/2000/svg"), "{name}");
    }
    assert_eq!(root.find("p").namespace_uri().as_deref(), Some("http://www.w3.org/1999/xhtml"));
    assert!(root.find("svg").has_attribute("viewBox"), "names of SVG attributes keep their case");

    region.patch(vec![el("p").child(el("title").text("no drawing around it"))]);
    assert_eq!(root.find("title").namespace_uri().as_deref(), Some("http://www.w3.org/1999/xhtml"));
    region.patch(vec![el("svg").child(el("g"))]);

    let mut inner = Region::new(root.find("g"));
    inner.patch(vec![el("circle")]);
    assert_eq!(root.find("circle").namespace_uri().as_deref(), Some("http://www.w3.org/2000/svg"));
}
