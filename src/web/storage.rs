//! Settings kept from visit to visit, where the browser allows it.
//!
//! Private windows, blocked site data and full disks all make `localStorage` throw, some already on its first
//! mention. None of that is worth a word to the reader: the page then begins with its defaults.

use web_sys::Storage;

use super::dom;

/// Other pages of the same origin keep their own things in the same place.
const PREFIX: &str = "wirelab.";

/// Every setting of ours, without the prefix.
pub(super) fn load() -> Vec<(String, String)> {
    let Some(storage) = storage() else { return Vec::new() };
    let keys = (0..storage.length().unwrap_or(0)).filter_map(|at| storage.key(at).ok().flatten());
    keys.filter_map(|key| {
        let name = key.strip_prefix(PREFIX)?.to_owned();
        Some((name, storage.get_item(&key).ok()??))
    })
    .collect()
}

/// Keeps a setting, or does not.
pub(super) fn save(name: &str, value: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(&format!("{PREFIX}{name}"), value);
    }
}

fn storage() -> Option<Storage> {
    dom::window().local_storage().ok().flatten()
}
