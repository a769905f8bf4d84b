//! Of the commands that ask a server something.

use std::path::PathBuf;

use clap::Args;

use super::{AnyServer, Client, Persistence};
use crate::native::cli::text;
use crate::proto::json::RawJson;

#[derive(Debug, Args)]
pub(in crate::native::cli) struct Connect {
    #[command(flatten)]
    pub(in crate::native::cli) client: Client,
    #[command(flatten)]
    pub(in crate::native::cli) persistence: Persistence,
    #[arg(long, help = text::ask::CONNECT_JSON)]
    pub(in crate::native::cli) json: bool,
    #[arg(long, value_name = "N", default_value = "3", help = text::ask::CALLS)]
    pub(in crate::native::cli) calls: usize,
    #[command(flatten)]
    pub(in crate::native::cli) server: AnyServer,
}

#[derive(Debug, Args)]
pub(in crate::native::cli) struct Call {
    #[command(flatten)]
    pub(in crate::native::cli) client: Client,
    #[command(flatten)]
    pub(in crate::native::cli) persistence: Persistence,
    #[arg(long, help = text::JSON)]
    pub(in crate::native::cli) json: bool,
    #[arg(help = text::TOOL)]
    pub(in crate::native::cli) tool: String,
    #[arg(value_name = "JSON", help = text::ARGUMENTS, value_parser = object)]
    pub(in crate::native::cli) arguments: Option<RawJson>,
    #[arg(long = "arg", value_name = "K=V", help = text::ask::ARG, value_parser = named, conflicts_with = "arguments")]
    pub(in crate::native::cli) args: Vec<(String, String)>,
    #[command(flatten)]
    pub(in crate::native::cli) server: AnyServer,
}

/// Of a command that lists what a server has.
#[derive(Debug, Args)]
pub(in crate::native::cli) struct List {
    #[command(flatten)]
    pub(in crate::native::cli) client: Client,
    #[arg(long, help = text::ask::LIST_JSON)]
    pub(in crate::native::cli) json: bool,
    #[command(flatten)]
    pub(in crate::native::cli) server: AnyServer,
}

#[derive(Debug, Args)]
pub(in crate::native::cli) struct Read {
    #[command(flatten)]
    pub(in crate::native::cli) client: Client,
    #[arg(long, help = text::JSON)]
    pub(in crate::native::cli) json: bool,
    #[arg(help = text::ask::URI)]
    pub(in crate::native::cli) uri: String,
    #[command(flatten)]
    pub(in crate::native::cli) server: AnyServer,
}

#[derive(Debug, Args)]
pub(in crate::native::cli) struct Prompt {
    #[command(flatten)]
    pub(in crate::native::cli) client: Client,
    #[arg(long, help = text::JSON)]
    pub(in crate::native::cli) json: bool,
    #[arg(help = text::ask::PROMPT_NAME)]
    pub(in crate::native::cli) name: String,
    #[arg(long = "arg", value_name = "K=V", help = text::ask::PROMPT_ARG, value_parser = named)]
    pub(in crate::native::cli) args: Vec<(String, String)>,
    #[command(flatten)]
    pub(in crate::native::cli) server: AnyServer,
}

#[derive(Debug, Args)]
pub(in crate::native::cli) struct Repl {
    #[command(flatten)]
    pub(in crate::native::cli) client: Client,
    #[command(flatten)]
    pub(in crate::native::cli) persistence: Persistence,
    #[arg(long, value_name = "FILE", help = text::repl::HISTORY)]
    pub(in crate::native::cli) history: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::native::cli) server: AnyServer,
}

fn object(text: &str) -> Result<RawJson, String> {
    match RawJson::new(text) {
        Ok(json) if json.is_object() => Ok(json),
        Ok(_) => Err(text::NOT_AN_OBJECT.to_owned()),
        Err(fault) => Err(fault.to_string()),
    }
}

fn named(text: &str) -> Result<(String, String), &'static str> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err(text::ask::NOT_NAMED),
    }
}
