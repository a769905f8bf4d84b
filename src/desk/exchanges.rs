//! Some of the exchanges in a recording, for a page that has no more of it than what is on the screen.

use std::collections::BTreeMap;

use super::reply::Page;
use super::rows::count;
use crate::proto::json::Members;
use crate::trace::http::{Exchange, Exchanges};
use crate::trace::{Trace, TraceEntry, wire};

/// Those from this one on, `most` of them at most; `rows` has the row of each entry.
pub(super) fn page(entries: &[TraceEntry], rows: &BTreeMap<usize, usize>, from: usize, most: usize) -> Page {
    let exchanges = Exchanges::of(entries);
    let all = exchanges.all();
    let from = from.min(all.len());
    let here = &all[from..from.saturating_add(most).min(all.len())];
    let places = |exchange: &Exchange| exchange.legs.iter().flat_map(|leg| leg.entries.clone()).collect::<Vec<_>>();
    let mut places: Vec<_> = here.iter().flat_map(places).collect();
    places.sort_unstable();
    let mut text = String::new();
    wire::write(&Trace::of(places.iter().map(|at| entries[*at].clone()).collect()), &mut text);
    let row = |at: &usize| rows.get(at).map_or(-1, |row| count(*row));
    Page {
        from: count(from),
        total: count(all.len()),
        text,
        rows: places.iter().map(row).collect(),
        extra: Members::new(),
    }
}
