//! Settings kept from visit to visit, where the browser allows it.
//!
//! What belongs to the world that is open belongs to this tab: in another tab there is another world, and a lesson beside it
//! would speak of what is not there.
//!
//! Private windows, blocked site data and full disks all make `localStorage` throw, some already on its first
//! mention. None of that is worth a word to the reader: the page then begins with its defaults.

use web_sys::Storage;

use super::dom;
use crate::panel::READER;

/// Other pages of the same origin keep their own things in the same place.
const PREFIX: &str = "wirelab.";

/// What belongs to a tab: the lesson that is open in it.
const OF_THE_TAB: &str = "lesson";

/// Every setting of ours, without the prefix.
#[must_use]
pub fn load() -> Vec<(String, String)> {
    let own = |storage: Storage| {
        let keys = (0..storage.length().unwrap_or(0)).filter_map(|at| storage.key(at).ok().flatten());
        let found = keys.filter_map(|key| {
            let name = key.strip_prefix(PREFIX)?.to_owned();
            Some((name, storage.get_item(&key).ok()??))
        });
        found.collect::<Vec<_>>()
    };
    let mut all = storage("").map(own).unwrap_or_default();
    if READER {
        all.retain(|(name, _)| name != OF_THE_TAB);
        // All frames of a tab share what is kept for it.
        let tab = storage(OF_THE_TAB).filter(|_| !is_guest());
        let tab = tab.and_then(|storage| storage.get_item(&key(OF_THE_TAB)).ok()?);
        all.extend(tab.map(|value| (OF_THE_TAB.to_owned(), value)));
    }
    all
}

/// Keeps a setting, or does not: in a frame of somebody else's page nothing is kept.
pub fn save(name: &str, value: &str) {
    if let Some(storage) = storage(name).filter(|_| !is_guest()) {
        let _ = storage.set_item(&key(name), value);
    }
}

fn key(name: &str) -> String {
    [PREFIX, name].concat()
}

/// Where the setting called `name` is kept.
fn storage(name: &str) -> Option<Storage> {
    let window = dom::window();
    let storage =
        if READER && name == OF_THE_TAB { window.session_storage() } else { window.local_storage() };
    storage.ok().flatten()
}

/// Whether the page is in a frame of somebody else's. In the small module nothing can be chosen there.
fn is_guest() -> bool {
    READER && dom::document().document_element().is_some_and(|root| root.has_attribute("data-embed"))
}
