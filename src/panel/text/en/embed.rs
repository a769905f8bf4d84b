//! English, about the page in a frame.

use crate::panel::text::Embed;

pub(in crate::panel::text) const fn embed(key: Embed) -> &'static str {
    match key {
        Embed::OpenInWirelab => "Open in Wirelab",
    }
}
