//! The end of input.

use super::{ALL, LEGACY, MODERN};
use crate::check::case::{Begin, Case, Need, Step, Want, ask, case};
use crate::lint::Level;

use Step::{Burst, Bytes, Close, Wait};
use Want::{All, End, Result};

#[rustfmt::skip]
pub(super) const CASES: &[Case] = &[
    case("ending.after-requests", "SD-02", MODERN, &[ask("1", "$easy", ""), Wait("1"), Close], &[Result("1"), End]).needs_pipes(Need::Process),
    case("ending.unopened", "SD-02", MODERN, &[Close], &[End]).after(Begin::Nothing).needs_pipes(Need::Process),
    case("ending.after-half-a-line", "SD-02", MODERN, &[ask("1", "$easy", ""), Wait("1"), Bytes(b"{\"jsonrpc\":"), Close], &[End]).needs_pipes(Need::Process),
    case("ending.after-handshake", "SD-03", LEGACY, &[ask("1", "$easy", ""), Wait("1"), Close], &[Result("1"), End]).needs_pipes(Need::Process),
    case("ending.before-handshake", "SD-03", LEGACY, &[Close], &[End]).after(Begin::Nothing).needs_pipes(Need::Process),
    case("ending.in-handshake", "SD-03", LEGACY, &[Close], &[End]).after(Begin::Half).needs_pipes(Need::Process),
    case("ending.in-a-line", "SD-03", LEGACY, &[ask("1", "$easy", ""), Wait("1"), Bytes(b"{\"jsonrpc\":"), Close], &[End]).needs_pipes(Need::Process),
    case("ending.answers-first", "JR-20", ALL, &[ask("0", "$easy", ""), Wait("0"), Burst(5), Close], &[All(5), End]).at_most(Level::Note).needs_pipes(Need::Process),
];
