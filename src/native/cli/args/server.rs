//! The server that a client starts: written out, or by its name in a client's configuration; or where it is.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::native::child::ServerCommand;
use crate::native::cli::{config, text};
use crate::native::client::Target;
use crate::native::remote::Remote;

/// A server that is started, or one that is there already.
#[derive(Debug, Args)]
pub(in crate::native::cli) struct AnyServer {
    #[command(flatten)]
    origin: Origin,
    #[arg(
        long,
        value_name = "URL",
        conflicts_with_all = ["config", "command", "env", "cwd"],
        help = text::server::URL,
        value_parser = address,
    )]
    url: Option<Remote>,
    // Checked later: what is wrong with it is not to be shown.
    #[arg(long = "header", value_name = "NAME: VALUE", conflicts_with = "command", help = text::server::HEADER)]
    headers: Vec<String>,
    #[arg(last = true, required_unless_present_any = ["config", "url"], value_name = "CMD", help = text::COMMAND)]
    command: Vec<OsString>,
}

impl AnyServer {
    /// What is to be started or asked.
    ///
    /// # Errors
    /// When the file or the server in it cannot be used, or a header is none, in words for a person.
    pub(in crate::native::cli) fn target(&self) -> Result<Target, String> {
        let named = match &self.url {
            Some(remote) => Some(Target::Remote(remote.clone())),
            None => self.origin.target(&self.command)?,
        };
        // The parser insists on at least one word.
        match named.unwrap_or_else(|| Target::Command(ServerCommand::default())) {
            Target::Remote(remote) => with_headers(remote, &self.headers).map(Target::Remote),
            Target::Command(_) if !self.headers.is_empty() => Err(text::server::NO_HEADERS.to_owned()),
            command @ Target::Command(_) => Ok(command),
        }
    }
}

fn with_headers(remote: Remote, lines: &[String]) -> Result<Remote, String> {
    let add = |remote: Remote, line: &String| remote.with_header(line);
    lines.iter().try_fold(remote, add).map_err(|bad| text::server::bad_remote(bad).to_owned())
}

/// The verbs that take the address of a server as their first word.
const WITH_ADDRESS: [&str; 10] =
    ["connect", "call", "tools", "resources", "read", "prompts", "prompt", "repl", "agent", "check"];

/// The words of a command line. An address that stands by itself where a server is due gets the name of its option: no
/// other word may be left out and stand before one that may not.
pub(in crate::native::cli) fn with_address(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<_> = words.collect();
    let text = |word: &OsString| word.to_string_lossy().into_owned();
    let takes_one = words.get(1).is_some_and(|verb| WITH_ADDRESS.iter().any(|known| verb == known));
    let is_named = words.iter().map(text).any(|word| {
        word == "--"
            || ["--config", "--url"].iter().any(|name| word == *name || word.starts_with(&format!("{name}=")))
    });
    if takes_one && !is_named {
        let is_address = |word: &OsString| {
            let word = text(word);
            word.starts_with("http://") || word.starts_with("https://")
        };
        if let Some(at) = words.iter().position(is_address) {
            words.insert(at, "--url".into());
        }
    }
    words
}

/// What to do about a word that nobody knows, if it is a server that was not said to be one.
pub(in crate::native::cli) fn stray(words: &[OsString], error: &clap::Error) -> Option<String> {
    let verb = words.get(1)?;
    if !WITH_ADDRESS.iter().any(|known| verb == known) {
        return None;
    }
    // It may have been taken for something else, such as the name of a tool.
    let before_command =
        words[2..].iter().take_while(|word| *word != "--").map(|word| word.to_string_lossy());
    if let Some(address) = before_command.into_iter().find(|word| lacks_scheme(word)) {
        return Some(text::server::no_scheme(&address));
    }
    let unknown = match error.get(ContextKind::InvalidArg)? {
        ContextValue::String(word) if error.kind() == ErrorKind::UnknownArgument => word,
        _ => return None,
    };
    if unknown.starts_with('-') {
        return None;
    }
    let at = words.iter().rposition(|word| word == unknown.as_str())?;
    let command: Vec<_> = words[at..].iter().map(|word| word.to_string_lossy()).collect();
    Some(text::server::no_dashes(&command.join(" ")))
}

/// Whether it is a host with a port, and no more than a path after it.
fn lacks_scheme(word: &str) -> bool {
    let Some((host, rest)) = word.split_once(':') else { return false };
    let is_host = host.chars().all(|it| it.is_ascii_alphanumeric() || ".-".contains(it)) && !host.is_empty();
    let port = rest.split('/').next().unwrap_or_default();
    is_host && port.parse::<u16>().is_ok() && Remote::new(&format!("http://{word}")).is_ok()
}

fn address(text: &str) -> Result<Remote, &'static str> {
    Remote::new(text).map_err(text::server::bad_remote)
}

/// What there is to say of a server besides its command line, which is called `command` beside this.
#[derive(Debug, Args)]
pub(in crate::native::cli) struct Origin {
    #[arg(long, value_name = "FILE", conflicts_with = "command", help = text::server::CONFIG)]
    config: Option<PathBuf>,
    #[arg(long, value_name = "NAME", requires = "config", help = text::server::NAME)]
    server: Option<String>,
    #[arg(long, value_name = "K=V", help = text::server::ENV, value_parser = variable)]
    env: Vec<(OsString, OsString)>,
    #[arg(long, value_name = "DIR", help = text::server::CWD)]
    cwd: Option<PathBuf>,
}

impl Origin {
    /// What the server is called in the file, if that was said.
    pub(in crate::native::cli) fn name(&self) -> Option<&str> {
        self.server.as_deref()
    }

    /// What is to be started, if anything is named: by `words`, or in a file. What stands in the command line outweighs
    /// what stands in a file.
    ///
    /// # Errors
    /// When the file or the server in it cannot be used, in words for a person.
    pub(in crate::native::cli) fn command(
        &self,
        words: &[OsString],
    ) -> Result<Option<ServerCommand>, String> {
        match self.target(words)? {
            Some(Target::Remote(remote)) => Err(text::server::remote(&remote)),
            Some(Target::Command(command)) => Ok(Some(command)),
            None => Ok(None),
        }
    }

    /// The same, or where it is if that is what the file says.
    fn target(&self, words: &[OsString]) -> Result<Option<Target>, String> {
        let named = match &self.config {
            Some(file) => Some(config::find(file, self.server.as_deref(), &self.env)?),
            None => ServerCommand::from_words(words.iter().cloned()).map(Target::Command),
        };
        let Some(Target::Command(mut command)) = named else { return Ok(named) };
        command.env.extend(self.env.iter().cloned());
        if self.cwd.is_some() {
            command.cwd.clone_from(&self.cwd);
        }
        Ok(Some(Target::Command(command)))
    }
}

/// A variable and its value.
fn variable(text: &str) -> Result<(OsString, OsString), &'static str> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !text.contains('\0') => Ok((name.into(), value.into())),
        _ => Err(text::server::NOT_A_VARIABLE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_stands_first_is_that_of_the_server() {
        for (line, expected) in [
            ("connect http://a/b", "connect --url http://a/b"),
            (
                "call --json https://a/b add --arg a=http://x",
                "call --json --url https://a/b add --arg a=http://x",
            ),
            ("read http://a/b demo://x", "read --url http://a/b demo://x"),
            // Here it is something else.
            ("read http://a/b -- server", "read http://a/b -- server"),
            ("read --config c http://a/b", "read --config c http://a/b"),
            ("connect --url=http://a/b", "connect --url=http://a/b"),
            ("check --json http://a/b --only http", "check --json --url http://a/b --only http"),
            ("lint http://a/b", "lint http://a/b"),
        ] {
            let words = ["wirelab"].into_iter().chain(line.split(' ')).map(OsString::from);
            let read = with_address(words);
            let read: Vec<_> = read.iter().skip(1).map(|word| word.to_string_lossy()).collect();
            assert_eq!(read.join(" "), expected);
        }
    }
}
