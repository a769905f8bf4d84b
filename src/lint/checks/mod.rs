//! The checks: small functions in one table for each area of the rule book.
//!
//! A check is called with one message and what was known before it came. It names the rule that was broken; whether
//! the revision has that rule, and how much it weighs there, is the book's business. A check that needs to remember
//! something for later messages keeps it in the conversation's state.

pub(super) mod answers;
pub(super) mod cancel;
mod completion;
mod content;
mod elicitation;
mod input;
mod jsonrpc;
pub(super) mod lifecycle;
mod lists;
mod logging;
mod meta;
mod modern;
mod ping;
mod progress;
mod prompts;
mod resources;
mod results;
mod roots;
mod sampling;
mod schema;
pub(super) mod shape;
mod streams;
mod tasks;
mod taskx;
pub(super) mod time;
mod tools;
mod toolschema;

use super::cx::{Cx, On};

/// One check: when it is made, and what it does.
pub(super) struct Check {
    on: On,
    /// The method, of an answer that of its request; empty for all.
    method: &'static str,
    run: fn(&mut Cx<'_>),
}

const fn request(method: &'static str, run: fn(&mut Cx<'_>)) -> Check {
    Check { on: On::Request, method, run }
}

const fn notification(method: &'static str, run: fn(&mut Cx<'_>)) -> Check {
    Check { on: On::Notification, method, run }
}

const fn result(method: &'static str, run: fn(&mut Cx<'_>)) -> Check {
    Check { on: On::Result, method, run }
}

const fn error(method: &'static str, run: fn(&mut Cx<'_>)) -> Check {
    Check { on: On::Error, method, run }
}

/// Every table. What explains others comes first.
const TABLES: &[&[Check]] = &[
    jsonrpc::CHECKS,
    lifecycle::CHECKS,
    modern::CHECKS,
    meta::CHECKS,
    results::CHECKS,
    time::CHECKS,
    ping::CHECKS,
    cancel::CHECKS,
    progress::CHECKS,
    logging::CHECKS,
    lists::CHECKS,
    completion::CHECKS,
    tools::CHECKS,
    toolschema::CHECKS,
    resources::CHECKS,
    prompts::CHECKS,
    roots::CHECKS,
    sampling::CHECKS,
    elicitation::CHECKS,
    tasks::CHECKS,
    taskx::CHECKS,
    streams::CHECKS,
    input::CHECKS,
    schema::CHECKS,
];

/// Says that a server of 2026-07-28 sends no requests.
pub(super) fn forbidden(cx: &mut Cx<'_>) {
    modern::server_request(cx);
}

/// Makes every check that is about this kind of message and its method.
pub(super) fn run(cx: &mut Cx<'_>) {
    for check in TABLES.iter().flat_map(|table| table.iter()) {
        if check.on == cx.on && (check.method.is_empty() || check.method == cx.method) {
            (check.run)(cx);
        }
    }
}
