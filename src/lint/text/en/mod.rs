//! English.

mod batch;
mod caching;
mod cancel;
mod completion;
mod elicitation;
mod framing;
mod http;
mod input;
mod jsonrpc;
mod lifecycle;
mod logging;
mod meta;
mod modern;
mod pages;
mod ping;
mod progress;
mod prompts;
mod resources;
mod results;
mod roots;
mod sampling;
mod schema;
mod streams;
mod tasks;
mod time;
mod tools;

use super::Text;

pub(super) const TABLES: &[&[Text]] = &[
    framing::TEXTS,
    jsonrpc::TEXTS,
    batch::TEXTS,
    lifecycle::TEXTS,
    modern::TEXTS,
    meta::TEXTS,
    results::TEXTS,
    time::TEXTS,
    ping::TEXTS,
    cancel::TEXTS,
    progress::TEXTS,
    logging::TEXTS,
    pages::TEXTS,
    completion::TEXTS,
    tools::TEXTS,
    resources::TEXTS,
    prompts::TEXTS,
    roots::TEXTS,
    sampling::TEXTS,
    elicitation::TEXTS,
    tasks::TEXTS,
    streams::TEXTS,
    input::TEXTS,
    caching::TEXTS,
    http::TEXTS,
    schema::TEXTS,
];
