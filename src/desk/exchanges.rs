//! Some of the exchanges in a recording, for a page that has no more of it than what is on the screen.

use core::ops::Range;
use std::collections::BTreeMap;

use super::reply::Page;
use super::rows::count;
use crate::proto::json::Members;
use crate::trace::http::{Exchange, Exchanges};
use crate::trace::{Trace, TraceEntry, wire};

/// Those from this one on, `most` of them at most, or those around the one that has the entry `with`; `rows` has the row of
/// each entry.
pub(super) fn page(
    entries: &[TraceEntry],
    rows: &BTreeMap<usize, usize>,
    from: usize,
    most: usize,
    with: Option<usize>,
) -> Page {
    let exchanges = Exchanges::of(entries);
    let all = exchanges.all();
    let most = most.max(1);
    let has =
        |at: usize| move |exchange: &Exchange| exchange.legs.iter().any(|leg| leg.entries.contains(&at));
    let found = with.and_then(|at| all.iter().position(has(at)));
    let from = found.map_or(from, |at| at / most * most).min(all.len());
    let here = &all[from..from.saturating_add(most).min(all.len())];
    let legs = here.iter().flat_map(|exchange| &exchange.legs);
    let mut places: Vec<_> = legs.flat_map(|leg| leg.entries.iter().copied()).collect();
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

/// How many there are, if there are any.
pub(super) fn number(entries: &[TraceEntry]) -> Option<i64> {
    let is_any = entries.iter().any(|entry| entry.http.is_some());
    is_any.then(|| count(Exchanges::of(entries).all().len()))
}

/// What the entry `at` is on the wire, by itself, and which of these bytes are the message.
pub(super) fn whole(entries: &[TraceEntry], at: usize) -> (Vec<u8>, Range<usize>) {
    let alone = Exchanges::of(&entries[at..=at]);
    let leg = alone.all().first().and_then(|exchange| exchange.legs.first());
    leg.map_or_else(
        || (entries[at].bytes.clone(), 0..entries[at].bytes.len()),
        |leg| leg.whole(&entries[at..=at]),
    )
}
