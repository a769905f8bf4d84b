//! 简体中文。

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

/// Kinds of values as mismatches name them, in Chinese.
pub(super) const KINDS: &[(&str, &str)] = &[
    ("an object", "对象"),
    ("an array", "数组"),
    ("a string", "字符串"),
    ("a boolean", "布尔值"),
    ("null", "null"),
    ("a number", "数"),
    ("an integer", "整数"),
    ("a string or an integer", "字符串或整数"),
    ("nothing", "空缺"),
    ("a member", "一个成员"),
    ("one member", "一个成员"),
    ("two", "两个"),
    ("none", "没有"),
    ("missing", "缺失的"),
    ("left out", "省略的"),
    ("that of its request", "所答请求的 id"),
    ("text", "文字"),
    ("another text", "别的文字"),
    ("half of a surrogate pair", "半个代理对"),
    ("a result", "一个结果"),
];
