//! Siblings: which of them stay, move, come and go.

use std::collections::{HashMap, VecDeque};

use web_sys::Element;

use super::{Item, Place};
use crate::panel::node::Node;
use crate::web::screen::focus;

/// Makes the elements of `items` those that `nodes` describe, in that order.
pub(super) fn patch(place: &Place, items: &mut Vec<Item>, mut nodes: Vec<Node>) {
    // Most lists are as before, or differ in one place: what agrees at both ends needs no matching up.
    let head = items.iter().zip(&nodes).take_while(|(item, node)| item.is(node)).count();
    let ends = items[head..].iter().rev().zip(nodes[head..].iter().rev());
    let tail = ends.take_while(|(item, node)| item.is(node)).count();

    let last_nodes = nodes.split_off(nodes.len() - tail);
    let new_nodes = nodes.split_off(head);
    let mut last_items = items.split_off(items.len() - tail);
    let old_items = items.split_off(head);
    for (item, node) in items.iter_mut().zip(nodes).chain(last_items.iter_mut().zip(last_nodes)) {
        item.update(node);
    }
    if !(old_items.is_empty() && new_nodes.is_empty()) {
        let next = last_items.first().map(|item| item.element().clone());
        items.extend(replace(place, old_items, new_nodes, next));
    }
    items.append(&mut last_items);
}

/// Turns the siblings `old`, which stand before `next`, into those that `new` describes.
fn replace(place: &Place, old: Vec<Item>, new: Vec<Node>, mut next: Option<Element>) -> Vec<Item> {
    let origins = origins(&old, &new);
    let mut old: Vec<Option<Item>> = old.into_iter().map(Some).collect();
    let focused = place.document.active_element();

    // From the last to the first, so that the element to stand before is always in its place already. One that came
    // before that one all along stays where it is; only the others are moved.
    let mut lowest = old.len();
    let mut items = Vec::with_capacity(new.len());
    for (node, origin) in new.into_iter().zip(origins).rev() {
        let item = match origin.and_then(|at| Some((at, old[at].take()?))) {
            Some((at, mut item)) => {
                item.update(node);
                if at < lowest {
                    lowest = at;
                } else {
                    place.put(item.element(), next.as_ref());
                }
                item
            }
            None => {
                let item = Item::new(place, node);
                place.put(item.element(), next.as_ref());
                item
            }
        };
        next = Some(item.element().clone());
        items.push(item);
    }
    items.reverse();

    for gone in old.into_iter().flatten() {
        gone.element().remove();
    }
    // An element that is moved loses the focus on the way.
    if let Some(focused) = focused
        && place.document.active_element().as_ref() != Some(&focused)
        && place.parent.contains(Some(&focused))
    {
        focus(&focused);
    }
    items
}

/// For each node of `new` the index of the item that becomes it: one of the same tag and key, and among those (all
/// without a key, say) the first that is not taken.
fn origins(old: &[Item], new: &[Node]) -> Vec<Option<usize>> {
    let mut free: HashMap<(&str, Option<&str>), VecDeque<usize>> = HashMap::new();
    for (at, item) in old.iter().enumerate() {
        free.entry((item.node.tag, item.node.key.as_deref())).or_default().push_back(at);
    }
    new.iter().map(|node| free.get_mut(&(node.tag, node.key.as_deref()))?.pop_front()).collect()
}
