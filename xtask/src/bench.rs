//! `cargo xtask bench`: how long we take to read, to serve, to call and to pass on, against what a Rust program could do at
//! best, and how much we serve over HTTP, beside another server.

use std::path::PathBuf;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::cache::Cache;
use crate::setup::peers::servers;
use crate::{run, say, workspace};

/// Names servers for the benchmark: those of the caller, and the SDKs' beside them.
const PEERS: &str = "WIRELAB_BENCH_PEERS";
/// The same for that of HTTP.
const HTTP_PEERS: &str = "WIRELAB_BENCH_HTTP_PEERS";

/// How much to measure.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// 100 MB instead of what takes less than a minute.
    pub full: bool,
    /// How often the contenders take turns; servers half as often.
    pub rounds: usize,
}

/// Builds the benchmarks and prints their tables; tells whether nothing grows faster than its input.
///
/// # Errors
/// When they cannot be built. A server of others that cannot be set up is told and counted.
pub fn bench(cache: &Cache, options: Options) -> Result<bool> {
    let log = cache.log("bench")?;
    say::step("build the benchmarks", || {
        run::logged(cargo_bench(&["codec", "serve", "client", "tap", "http"]).arg("--no-run"), &log)
    })?;
    let servers = servers::set_up(cache)?;
    let (peers, http_peers) = (named(&servers.commands, PEERS)?, named(&servers.http, HTTP_PEERS)?);
    say::line("");
    let mut codec = cargo_bench(&["codec"]);
    codec.args(["--", "--rounds", &options.rounds.to_string()]);
    if options.full {
        codec.arg("--full");
    }
    let linear = codec.status()?.success();
    let mut serve = cargo_bench(&["serve"]);
    // A round starts many processes, and takes longer than one of the other benchmark.
    serve.args(["--", "--rounds", &options.rounds.div_ceil(2).to_string()]);
    say::line("");
    let served = serve.env(PEERS, Value::from(peers).to_string()).status()?.success();
    let mut tap = cargo_bench(&["tap"]);
    tap.args(["--", "--rounds", &options.rounds.div_ceil(2).to_string()]);
    say::line("");
    let tapped = tap.status()?.success();
    let mut client = cargo_bench(&["client"]);
    client.args(["--", "--rounds", &options.rounds.to_string()]);
    say::line("");
    let called = client.status()?.success();
    let mut http = cargo_bench(&["http"]);
    http.args(["--", "--rounds", &options.rounds.div_ceil(4).to_string()]);
    say::line("");
    let loaded = http.env(HTTP_PEERS, Value::from(http_peers).to_string()).status()?.success();
    for missing in &servers.missing {
        say::line(format!("not set up: {missing}"));
    }
    let (there, missing) = (servers.commands.len() + servers.http.len(), servers.missing.len());
    say::line(format!("servers on other SDKs: {there} took part, {missing} could not be set up"));
    Ok(served && called && linear && tapped && loaded)
}

/// The servers as a benchmark wants them named, with those that the caller names in `variable`.
fn named(servers: &[(&str, Vec<PathBuf>)], variable: &str) -> Result<Vec<Value>> {
    let mut all = Vec::new();
    for (name, command) in servers {
        let words: Option<Vec<&str>> = command.iter().map(|word| word.to_str()).collect();
        let words = words.with_context(|| format!("{name}: a path is not Unicode"))?;
        all.push([&[*name], words.as_slice()].concat().into());
    }
    if let Ok(callers) = std::env::var(variable) {
        let callers: Vec<Value> = serde_json::from_str(&callers)
            .with_context(|| format!("{variable} is no JSON list of names with their command lines"))?;
        all.extend(callers);
    }
    Ok(all)
}

fn cargo_bench(names: &[&str]) -> run::Command {
    let mut cargo = workspace::cargo();
    cargo.args(["bench", "--quiet", "--package", "wirelab"]);
    for name in names {
        cargo.args(["--bench", name]);
    }
    cargo
}
