//! Of the server that a command starts.

use std::fmt::Display;
use std::path::Path;

use crate::native::remote::BadRemote;
use crate::proto::http::{Fault, Refusal};
use crate::proto::mcp::names;

/// The ways to say which server is meant, for the verb whose other words are these.
pub(in crate::native::cli) fn usage(verb: &str, words: &str) -> String {
    ["[OPTIONS] <URL>{}", "[OPTIONS]{} -- <CMD>...", "[OPTIONS] --config <FILE>{}"]
        .map(|way| format!("wirelab {verb} {}", way.replace("{}", words)))
        .join("\n       ")
}

pub(in crate::native::cli) fn no_scheme(address: &str) -> String {
    format!("an address begins with http:// or https://, as in 'http://{address}'")
}

pub(in crate::native::cli) fn no_dashes(command: &str) -> String {
    format!("the command of a server stands after '--', as in '-- {command}'")
}

/// What to try where HTTP has brought no answer to `method`.
pub(in crate::native::cli) fn advice(method: &str, fault: &Fault) -> Option<&'static str> {
    // Where something was answered before, the path is the right one.
    let is_first = [names::INITIALIZE, names::DISCOVER].contains(&method);
    Some(match fault {
        Fault::Refused(Refusal { status: 401, .. }) => {
            "Try: --header 'Authorization: …' shows the server what it wants"
        }
        Fault::Refused(Refusal { location: Some(_), .. }) => {
            "Try: ask there, if you trust that address; nothing is sent to it by itself"
        }
        Fault::Refused(Refusal { status: 404 | 405 | 501, .. }) | Fault::WrongType(_) if is_first => {
            "Try: another path. Most servers are at /mcp; the two addresses of 2024-11-05, often at /sse, are not spoken here"
        }
        // What the library says of bytes that are no TLS, or no HTTP.
        Fault::Unreachable(why) if why.contains("InvalidContentType") => {
            "Try: http:// instead of https://. What listens there speaks no TLS"
        }
        Fault::Broken(why) if why.contains("HTTP version") => {
            "Try: https:// instead of http://, or another port. What listens there speaks no HTTP"
        }
        Fault::Unreachable(_) => "Try: is it started, and is that its address?",
        _ => return None,
    })
}

pub(in crate::native::cli) const CONFIG: &str =
    "Take the server out of this configuration file of a client or an editor, instead of CMD";
pub(in crate::native::cli) const NAME: &str =
    "The name of the server in the file; it may be left out if there is only one";
pub(in crate::native::cli) const ENV: &str =
    "A variable for the server's environment; may be given more than once";
pub(in crate::native::cli) const CWD: &str = "The directory that the server is started in";

pub(in crate::native::cli) const URL: &str =
    "Where the server is, if it is reached by HTTP; it may stand before all other words without --url";
pub(in crate::native::cli) const HEADER: &str = "A header for every request to it, such as Authorization; its value is shown nowhere; may be given more than once";
pub(in crate::native::cli) const HUNG_UP: &str = "we hung up";
pub(in crate::native::cli) const NO_HEADERS: &str = "--header is for servers that are reached by HTTP";

pub(in crate::native::cli) const NOT_A_VARIABLE: &str = "a variable is written NAME=VALUE";

pub(in crate::native::cli) const NOT_AN_OBJECT: &str = "the file holds no JSON object";
pub(in crate::native::cli) const NO_SERVERS: &str =
    "there are no servers in it: nothing called mcpServers, servers, context_servers or mcp";
pub(in crate::native::cli) const NONE: &str = "its list of servers is empty";
pub(in crate::native::cli) const TOML: &str =
    "that is TOML, of which nothing is read here; give the server after -- instead";

pub(in crate::native::cli) const A_STRING: &str = "a string";
pub(in crate::native::cli) const STRINGS: &str = "a list of strings";
pub(in crate::native::cli) const VARIABLES: &str = "an object of strings";

pub(in crate::native::cli) fn unreadable(file: &Path, why: &impl Display) -> String {
    format!("{}: {why}", file.display())
}

pub(in crate::native::cli) fn not_json(why: &impl Display) -> String {
    format!("not JSON: {why}")
}

pub(in crate::native::cli) fn which(known: &str) -> String {
    format!("there is more than one server in it; --server takes one of {known}")
}

pub(in crate::native::cli) fn unknown(name: &str, known: &str) -> String {
    format!("there is no server {name:?} in it; there are {known}")
}

pub(in crate::native::cli) fn remote(url: &impl Display) -> String {
    format!("the server is reached by HTTP ({url}), which is not done here: only stdin and stdout are")
}

pub(in crate::native::cli) const fn bad_remote(bad: BadRemote) -> &'static str {
    match bad {
        BadRemote::Address => "that is no address of a server",
        BadRemote::Scheme => "the address of a server begins with http:// or https://",
        BadRemote::User => {
            "an address holds no name and no password here: --header 'Authorization: …' gives them to the server"
        }
        BadRemote::Header => "a header is written 'NAME: VALUE'",
    }
}

pub(in crate::native::cli) fn bad_server(name: &str, why: &str) -> String {
    format!("the server {name:?}: {why}")
}

pub(in crate::native::cli) fn no_command(name: &str) -> String {
    format!("the server {name:?} has no command")
}

pub(in crate::native::cli) fn shape(name: &str, member: &str, expected: &str) -> String {
    format!("the server {name:?}: {member} is not {expected}")
}

pub(in crate::native::cli) fn unset(name: &str, variable: &str) -> String {
    format!("the server {name:?} needs the variable {variable}, which is not set; --env {variable}=… sets it")
}

pub(in crate::native::cli) fn asked(name: &str, input: &str) -> String {
    format!("the server {name:?} needs what the editor asks for as {input:?}; --env {input}=… gives it")
}

pub(in crate::native::cli) fn foreign(name: &str, what: &str) -> String {
    format!("the server {name:?} holds ${{{what}}}, which only its editor can tell")
}

pub(in crate::native::cli) fn env_file(name: &str) -> String {
    format!(
        "the server {name:?}: its envFile is not read here; give the server after -- and its variables by --env"
    )
}
