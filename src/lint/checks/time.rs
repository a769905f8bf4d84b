//! Ending a conversation.

use super::super::cx::Cx;
use super::super::finding::Said;
use super::{Check, notification, request};

pub(super) const CHECKS: &[Check] = &[
    request("shutdown", no_such_message),
    notification("shutdown", no_such_message),
    request("exit", no_such_message),
    notification("exit", no_such_message),
];

/// How long a server may go on after its input has ended, in milliseconds. The specification only says promptly; a
/// client that follows it waits about as long before it forces the end.
pub(in crate::lint) const EXIT_MILLIS: u128 = 5_000;

fn no_such_message(cx: &mut Cx<'_>) {
    cx.report("SD-06", cx.whole.get("method").unwrap_or(cx.whole), Said::Nothing, cx.method);
}
