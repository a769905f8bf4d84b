//! The command line of `wirelab check`.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;

use super::super::args::{AnyServer, Least, Tongue, revision, seconds};
use super::super::text::check as text;
use crate::check::{Call, Case};
use crate::proto::json::RawJson;
use crate::proto::mcp::Version;

#[derive(Debug, Args)]
pub(in crate::native::cli) struct Check {
    #[arg(long, value_name = "CASES", value_delimiter = ',', help = text::ONLY, value_parser = known)]
    pub(super) only: Vec<Cases>,
    #[arg(long, value_name = "REVS", value_delimiter = ',', help = text::REVISION, value_parser = revision())]
    pub(super) revision: Vec<Version>,
    #[arg(long, exclusive = true, help = text::LIST)]
    pub(super) list: bool,
    #[arg(long, conflicts_with = "junit", help = text::JSON)]
    pub(super) json: bool,
    #[arg(long, help = text::JUNIT)]
    pub(super) junit: bool,
    #[arg(long, value_name = "N", help = text::JOBS)]
    pub(super) jobs: Option<NonZeroUsize>,
    #[arg(long, value_name = "SECS", default_value = "5", help = text::TIMEOUT, value_parser = seconds)]
    pub(super) timeout: Duration,
    #[arg(long, value_name = "SECS", default_value = "5", help = text::GRACE, value_parser = seconds)]
    pub(super) grace: Duration,
    #[arg(long, value_name = "NAME[=JSON]", help = text::TOOL, value_parser = call)]
    pub(super) tool: Option<Call>,
    #[arg(long, value_name = "NAME[=JSON]", help = text::SLOW, value_parser = call)]
    pub(super) slow: Option<Call>,
    #[arg(long, value_name = "LEVEL", default_value = "error", help = text::LEVEL)]
    pub(super) level: Least,
    #[arg(long, value_name = "TAG", help = text::LANGUAGE)]
    pub(super) language: Option<Tongue>,
    #[command(flatten)]
    pub(super) server: AnyServer,
}

/// The cases that one word stands for.
pub(super) type Cases = std::sync::Arc<[&'static Case]>;

fn known(name: &str) -> Result<Cases, String> {
    let found = Case::find(name);
    if found.is_empty() {
        return Err(text::unknown(name, nearest(name)));
    }
    Ok(found.into())
}

/// The case that was most likely meant: one that has the end of the word in its name.
fn nearest(name: &str) -> Option<&'static str> {
    let last = name.rsplit('.').next().unwrap_or(name);
    let is_near = |case: &&Case| last.len() > 3 && case.id.contains(last) || name.contains(case.area());
    Case::all().find(is_near).map(|case| case.id)
}

fn call(text: &str) -> Result<Call, &'static str> {
    let (tool, arguments) = text.split_once('=').unwrap_or((text, "{}"));
    match RawJson::new(arguments) {
        Ok(arguments) if arguments.is_object() && !tool.is_empty() => {
            Ok(Call { tool: tool.to_owned(), arguments })
        }
        _ => Err(text::NOT_A_CALL),
    }
}
