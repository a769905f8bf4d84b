//! The commands that ask a server one thing: what it has, or one of that.

use std::io::{self, ErrorKind, IsTerminal, Write};

use super::args;
use super::exit::Exit;
use super::screen::{self, FAINT, NAME};
use super::text::ask as text;
use super::{content, report, text as words};
use crate::native::child;
use crate::native::client::{Client, ClientError, read_as};
use crate::proto::base64;
use crate::proto::json::{FromJson, Members, RawJson};
use crate::proto::jsonrpc::ErrorCode;
use crate::proto::mcp::{
    GetPromptResult, Prompt, ReadResourceResult, Resource, ResourceContents, ResourceTemplate, Tool, names,
};
use crate::proto::session::Peer;

const RESOURCES: &str = "resources/list";
const TEMPLATES: &str = "resources/templates/list";
const READ: &str = "resources/read";
const PROMPTS: &str = "prompts/list";
const GET: &str = "prompts/get";

/// Something that goes to stdout, or why it cannot.
type Told = Result<(), Stop>;

/// Why it cannot go on.
pub(super) enum Stop {
    Client(ClientError),
    Io(io::Error),
    Said(Exit, String),
}

impl From<ClientError> for Stop {
    fn from(error: ClientError) -> Self {
        Self::Client(error)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Starts the server, asks it, and closes it; tells what goes wrong.
pub(super) fn ask(
    client: &args::Client,
    server: &args::AnyServer,
    question: impl FnOnce(&mut Client, &Peer) -> Result<Exit, Stop>,
) -> Exit {
    if let Err(error) = child::end_with_us_on_signals() {
        report::complain(&error.to_string());
    }
    let mut asked = match report::start(client, server) {
        Ok(asked) => asked,
        Err(exit) => return exit,
    };
    let told = asked.open().map_err(Stop::Client).and_then(|peer| question(&mut asked, &peer));
    finish(asked, client.verbose, told)
}

/// Tells what has gone wrong, and closes the server.
pub(super) fn finish(client: Client, verbose: bool, told: Result<Exit, Stop>) -> Exit {
    let exit = match told {
        Ok(exit) => exit,
        Err(Stop::Client(error)) => {
            let last_words = if verbose { Vec::new() } else { client.last_words() };
            report::error(&error, &last_words)
        }
        // Whoever reads our output may stop when they have seen enough.
        Err(Stop::Io(error)) if error.kind() == ErrorKind::BrokenPipe => Exit::Ok,
        Err(Stop::Io(error)) => {
            report::complain(&error.to_string());
            Exit::Fault
        }
        Err(Stop::Said(exit, why)) => {
            report::complain(&why);
            exit
        }
    };
    // What was asked is told: how long the server takes to end, and how it does, changes nothing about it.
    let _ = client.close();
    exit
}

/// `wirelab tools`.
pub(super) fn tools(args: &args::List) -> Exit {
    list(
        args,
        "tools",
        &[(names::TOOLS_LIST, "tools", |entry| {
            let Tool { name, input_schema, description, .. } = entry.parse().ok()?;
            let schema: Members = input_schema.parse().unwrap_or_default();
            let required: Vec<String> = schema.peek("required").ok().flatten().unwrap_or_default();
            let properties: Members = schema.peek("properties").ok().flatten().unwrap_or_default();
            let of = |name: &str| (name.to_owned(), required.iter().any(|required| required == name));
            Some([
                with_arguments(&name, properties.iter().map(|(name, _)| of(name))),
                description.unwrap_or_default(),
            ])
        })],
    )
}

/// `wirelab resources`.
pub(super) fn resources(args: &args::List) -> Exit {
    list(
        args,
        "resources",
        &[
            (RESOURCES, "resources", |entry| {
                let Resource { uri, name, description, .. } = entry.parse().ok()?;
                Some([uri, description.unwrap_or(name)])
            }),
            (TEMPLATES, "resourceTemplates", |entry| {
                let ResourceTemplate { uri_template, name, description, .. } = entry.parse().ok()?;
                Some([uri_template, description.unwrap_or(name)])
            }),
        ],
    )
}

/// `wirelab prompts`.
pub(super) fn prompts(args: &args::List) -> Exit {
    list(
        args,
        "prompts",
        &[(PROMPTS, "prompts", |entry| {
            let Prompt { name, arguments, description, .. } = entry.parse().ok()?;
            let arguments = arguments.unwrap_or_default();
            let named = arguments.into_iter().map(|argument| (argument.name, argument.required));
            Some([with_arguments(&name, named), description.unwrap_or_default()])
        })],
    )
}

/// `add(a, b)`, and `call(x, y?)` where one may be left out.
fn with_arguments(name: &str, arguments: impl Iterator<Item = (String, bool)>) -> String {
    let arguments: Vec<_> =
        arguments.map(|(name, required)| if required { name } else { format!("{name}?") }).collect();
    format!("{name}({})", arguments.join(", "))
}

/// Whether a tool can be called at all; says why not.
fn is_for_us(client: &mut Client, entry: &RawJson) -> bool {
    let refused = entry.parse::<Tool>().ok().and_then(|tool| client.refuse(&tool));
    if let Some(fault) = &refused {
        report::say(&text::left_out(fault));
    }
    refused.is_none()
}

/// A list: its method, the member of a page that has the entries, and what to show of one.
type Listed = (&'static str, &'static str, fn(&RawJson) -> Option<[String; 2]>);

fn list(args: &args::List, what: &str, lists: &[Listed]) -> Exit {
    ask(&args.client, &args.server, |client, peer| {
        if !peer.capabilities.contains(what) {
            report::say(&text::not_declared(what));
            return Ok(Exit::Ok);
        }
        let mut rows = Vec::new();
        let mut complete = true;
        for (number, (method, member, show)) in lists.iter().enumerate() {
            let entries = client.list(method, |page| {
                let mut page: Members = page.parse()?;
                let entries: Vec<RawJson> = page.required(member)?;
                Ok((entries, page.optional("nextCursor")?))
            });
            let mut list = match entries {
                // Not every server has the second list.
                Err(ClientError::Answered { error, .. })
                    if number > 0 && error.code == ErrorCode::METHOD_NOT_FOUND =>
                {
                    continue;
                }
                list => list?,
            };
            complete &= list.complete;
            if what == "tools" {
                list.entries.retain(|entry| is_for_us(client, entry));
            }
            rows.extend(list.entries.into_iter().map(|entry| (show(&entry), entry)));
        }
        let mut out = anstream::stdout().lock();
        for (row, entry) in &rows {
            if args.json {
                writeln!(out, "{}", one_line(entry))?;
            } else if let Some([name, about]) = row {
                let about = about.lines().next().unwrap_or_default();
                writeln!(out, "{NAME}{}{NAME:#}\t{}", screen::line(name), screen::line(about))?;
            } else {
                writeln!(out, "{FAINT}{}{FAINT:#}", screen::line(&one_line(entry)))?;
            }
        }
        out.flush()?;
        if rows.is_empty() {
            report::say(&text::none(what));
        }
        if !complete {
            report::say(words::INCOMPLETE);
        }
        Ok(Exit::Ok)
    })
}

/// JSON on one line: raw line breaks stand between tokens only.
pub(super) fn one_line(json: &RawJson) -> String {
    json.as_str().replace(['\n', '\r'], " ")
}

fn answered<T: FromJson>(
    client: &mut Client,
    method: &'static str,
    params: &Members,
) -> Result<(RawJson, T), Stop> {
    let answer = client.request(method, Some(RawJson::from_value(params)))?;
    let raw = client.result(method, answer)?;
    let result = read_as(method, &raw)?;
    Ok((raw, result))
}

/// `wirelab read`.
pub(super) fn read(args: &args::Read) -> Exit {
    ask(&args.client, &args.server, |client, _| {
        let params = Members::new().with("uri", args.uri.as_str());
        let (raw, result): (_, ReadResourceResult) = answered(client, READ, &params)?;
        if args.json {
            writeln!(io::stdout().lock(), "{}", one_line(&raw))?;
        } else {
            result.contents.iter().try_for_each(contents)?;
        }
        Ok(Exit::Ok)
    })
}

/// Prints a part of a resource: for a program as it is, for a person what can be shown.
fn contents(part: &ResourceContents) -> Told {
    let mut out = io::stdout().lock();
    let person = out.is_terminal();
    match (&part.text, &part.blob) {
        (Some(content), _) if person => writeln!(out, "{}", screen::lines(content))?,
        (Some(content), _) => out.write_all(content.as_bytes())?,
        (None, Some(blob)) if person => {
            let mime = part.mime_type.as_deref().unwrap_or_default();
            writeln!(out, "{}", screen::line(&words::blob(mime, blob.len())))?;
        }
        (None, Some(blob)) => {
            let bytes = base64::decode(blob);
            out.write_all(&bytes.ok_or_else(|| Stop::Said(Exit::Lost, text::NOT_BYTES.to_owned()))?)?;
        }
        (None, None) => {}
    }
    Ok(out.flush()?)
}

/// `wirelab prompt`.
pub(super) fn prompt(args: &args::Prompt) -> Exit {
    ask(&args.client, &args.server, |client, _| {
        let mut arguments = Members::new();
        for (name, value) in &args.args {
            arguments.set(name, value.as_str());
        }
        let mut params = Members::new().with("name", args.name.as_str());
        if !arguments.is_empty() {
            params.set("arguments", &arguments);
        }
        let (raw, result): (_, GetPromptResult) = answered(client, GET, &params)?;
        let mut out = anstream::stdout().lock();
        if args.json {
            writeln!(out, "{}", one_line(&raw))?;
            return Ok(Exit::Ok);
        }
        for message in &result.messages {
            writeln!(out, "{NAME}{}{NAME:#}", screen::line(message.role.as_str()))?;
            content::block(&mut out, &message.content)?;
        }
        Ok(Exit::Ok)
    })
}
