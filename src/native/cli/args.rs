//! The command line.

mod ask;
mod client;
mod http;
mod play;
mod server;
mod wire;

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::{Args, Parser, Subcommand, ValueEnum};

pub(super) use ask::{Call, Connect, List, Prompt, Read, Repl};
pub(super) use client::{Client, Persistence};
pub(super) use http::Http;
pub(super) use play::Play;
pub(super) use server::AnyServer;
pub(super) use wire::{Fault, Part, Recording, Replay, Tap};

use super::check::Check;
use super::{simulate, text};
use crate::demo::PAGE;
use crate::lint::{Language, Level};
use crate::native::tap::GUARD;
use crate::proto::framing::Framing;
use crate::proto::mcp::Version;
use crate::sim::Scenario;
use crate::trace::export::Target;
use crate::trace::import::Format;

/// The word for whatever revision the server speaks.
pub(super) const AUTO: &str = "auto";

#[derive(Debug, Parser)]
#[command(name = "wirelab", version, about = text::ABOUT, after_help = text::EXIT_CODES)]
#[command(disable_help_subcommand = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

impl Arguments {
    /// Those that the program was called with. Wrong ones end it, with code 2.
    pub(super) fn read() -> Self {
        let words = server::with_address(std::env::args_os());
        Self::try_parse_from(&words).unwrap_or_else(|mut error| {
            if let Some(tip) = server::stray(&words, &error) {
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
            }
            error.exit()
        })
    }
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    #[command(about = text::SERVE, long_about = text::SERVE_LONG, after_help = with_codes(text::SERVE_AFTER))]
    Serve(Serve),
    #[command(about = text::CONFIG, long_about = text::CONFIG_LONG, after_help = with_codes(text::CONFIG_AFTER))]
    Config(Config),
    #[command(about = text::CONNECT, long_about = text::CONNECT_LONG, after_help = with_codes(text::CONNECT_AFTER), override_usage = text::server::usage("connect", ""))]
    Connect(Connect),
    #[command(about = text::CALL, long_about = text::CALL_LONG, after_help = with_codes(text::CALL_AFTER), override_usage = text::server::usage("call", " <TOOL> [JSON]"))]
    Call(Call),
    #[command(about = text::ask::TOOLS, long_about = text::ask::TOOLS_LONG, after_help = with_codes(text::ask::TOOLS_AFTER), override_usage = text::server::usage("tools", ""))]
    Tools(List),
    #[command(about = text::ask::RESOURCES, long_about = text::ask::RESOURCES_LONG, after_help = with_codes(text::ask::RESOURCES_AFTER), override_usage = text::server::usage("resources", ""))]
    Resources(List),
    #[command(about = text::ask::READ, long_about = text::ask::READ_LONG, after_help = with_codes(text::ask::READ_AFTER), override_usage = text::server::usage("read", " <URI>"))]
    Read(Read),
    #[command(about = text::ask::PROMPTS, long_about = text::ask::PROMPTS_LONG, after_help = with_codes(text::ask::PROMPTS_AFTER), override_usage = text::server::usage("prompts", ""))]
    Prompts(List),
    #[command(about = text::ask::PROMPT, long_about = text::ask::PROMPT_LONG, after_help = with_codes(text::ask::PROMPT_AFTER), override_usage = text::server::usage("prompt", " <NAME>"))]
    Prompt(Prompt),
    #[command(about = text::repl::ABOUT, long_about = text::repl::LONG, after_help = with_codes(text::repl::AFTER), override_usage = text::server::usage("repl", ""))]
    Repl(Repl),
    #[command(
        about = text::agent::AGENT,
        long_about = text::agent::AGENT_LONG,
        after_help = with_codes(text::agent::AGENT_AFTER), override_usage = text::server::usage("agent", ""))]
    Agent(Agent),
    #[command(about = text::tap::ABOUT, long_about = text::tap::LONG, after_help = text::tap::AFTER)]
    Tap(Tap),
    #[command(about = text::fault::ABOUT, long_about = text::fault::LONG, after_help = text::fault::AFTER)]
    Fault(Fault),
    #[command(about = text::replay::ABOUT, long_about = text::replay::LONG, after_help = text::replay::AFTER)]
    Replay(Replay),
    /// Started by ourselves, never by a person.
    #[command(name = GUARD, hide = true)]
    Guard { leader: i32 },
    #[command(about = text::check::ABOUT, long_about = text::check::LONG, after_help = text::check::AFTER, override_usage = text::server::usage("check", ""))]
    Check(Check),
    #[command(about = text::DECODE, long_about = text::DECODE_LONG, after_help = with_codes(text::DECODE_AFTER))]
    Decode(Decode),
    #[command(about = text::LINT, long_about = text::LINT_LONG, after_help = text::LINT_AFTER)]
    Lint(Lint),
    #[command(about = text::simulate::ABOUT, long_about = text::simulate::LONG, after_help = with_codes(text::simulate::AFTER))]
    Simulate(Simulate),
    #[command(about = text::play::ABOUT, long_about = text::play::LONG, after_help = text::play::AFTER)]
    Play(Play),
    #[command(about = text::EXPORT, long_about = text::EXPORT_LONG, after_help = with_codes(text::EXPORT_AFTER))]
    Export(Export),
    #[command(about = text::manual::MAN, long_about = text::manual::MAN_LONG, after_help = with_codes(text::manual::MAN_AFTER))]
    Man(Man),
    #[command(
        about = text::manual::COMPLETIONS,
        long_about = text::manual::COMPLETIONS_LONG,
        after_help = with_codes(text::manual::COMPLETIONS_AFTER),
    )]
    Completions(Completions),
}

#[derive(Debug, Args)]
pub(super) struct Serve {
    #[command(flatten)]
    pub(super) http: Http,
    #[arg(long, value_name = "DIR", env = "MCP_BASE_DIR", hide_env_values = true, default_value = ".", help = text::BASE_DIR)]
    pub(super) base_dir: PathBuf,
    #[arg(long, value_name = "FILE", env = "MCP_DB", hide_env_values = true, help = text::DB)]
    pub(super) db: Option<PathBuf>,
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help = text::TOOLS)]
    pub(super) tools: Vec<String>,
    #[arg(long, value_name = "NAME", help = text::FIXTURE, conflicts_with = "tools")]
    pub(super) fixture: Option<Fixture>,
    #[arg(long, value_name = "REVS", value_delimiter = ',', help = text::SUPPORTS, value_parser = revision())]
    pub(super) protocol: Vec<Version>,
    #[arg(long, value_name = "N", default_value_t = PAGE, help = text::PAGE_SIZE)]
    pub(super) page_size: usize,
    #[arg(long, value_name = "SECS", default_value = "60", help = text::SERVE_GRACE, value_parser = seconds)]
    pub(super) grace: Duration,
    #[arg(long, value_name = "N", help = text::SEED)]
    pub(super) seed: Option<u64>,
    #[arg(long, value_name = "HOW", default_value = "newline", help = text::FRAMING, value_parser = framing())]
    pub(super) framing: Framing,
    #[arg(long, value_name = "LEVEL", default_value = "error", help = text::LOG_LEVEL)]
    pub(super) log_level: LogLevel,
    #[arg(short, long, help = text::SERVE_VERBOSE)]
    pub(super) verbose: bool,
}

impl Serve {
    /// How much it says on stderr.
    pub(super) fn level(&self) -> LogLevel {
        if self.verbose { LogLevel::Debug } else { self.log_level }
    }

    /// Whether it shows each frame.
    pub(super) fn shows_frames(&self) -> bool {
        self.level() == LogLevel::Debug
    }
}

/// What `serve` can have instead of the demo server's tools, resources and prompts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Fixture {
    Conformance,
}

/// How much `serve` says on stderr.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(super) enum LogLevel {
    Error,
    Warning,
    Info,
    Debug,
}

#[derive(Debug, Args)]
pub(super) struct Config {
    #[arg(long, value_name = "NAME", default_value = "wirelab", help = text::CONFIG_NAME)]
    pub(super) name: String,
    #[arg(long, value_name = "DIR", env = "MCP_BASE_DIR", hide_env_values = true, help = text::CONFIG_BASE_DIR)]
    pub(super) base_dir: Option<PathBuf>,
    #[arg(long, value_name = "FILE", env = "MCP_DB", hide_env_values = true, help = text::CONFIG_DB)]
    pub(super) db: Option<PathBuf>,
    #[arg(long, value_name = "FILE", help = text::CONFIG_WRITE)]
    pub(super) write: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct Agent {
    #[command(flatten)]
    pub(super) client: Client,
    #[arg(long, value_name = "TEXT", help = text::agent::SAY)]
    pub(super) say: Option<String>,
    #[arg(long, value_name = "FILE", help = text::agent::SCRIPT, conflicts_with_all = ["say", "careless"])]
    pub(super) script: Option<PathBuf>,
    #[arg(long, help = text::agent::CARELESS)]
    pub(super) careless: bool,
    #[command(flatten)]
    pub(super) server: AnyServer,
}

#[derive(Debug, Args)]
pub(super) struct Simulate {
    #[arg(value_name = "SCENARIO", help = text::simulate::SCENARIO, value_parser = scenario)]
    pub(super) scenario: Option<Scenario>,
    #[arg(long, value_name = "N", default_value_t = 1, help = text::simulate::SEED)]
    pub(super) seed: u64,
    #[arg(long, help = text::simulate::LIST)]
    pub(super) list: bool,
    #[arg(long, help = text::simulate::SCRIPT)]
    pub(super) script: bool,
}

#[derive(Debug, Args)]
pub(super) struct Man {
    #[arg(short, long, value_name = "DIR", help = text::manual::OUTPUT)]
    pub(super) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct Completions {
    #[arg(value_name = "SHELL", help = text::manual::SHELL)]
    pub(super) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(super) struct Decode {
    #[arg(long, value_name = "HOW", default_value = "newline", help = text::FRAMING, value_parser = framing())]
    pub(super) framing: Framing,
    #[arg(
        long,
        value_name = "REV",
        default_value = Version::LATEST_WITH_HANDSHAKE.as_str(),
        help = text::DECODE_PROTOCOL,
        value_parser = revision(),
    )]
    pub(super) protocol: Version,
    #[arg(long, help = text::DECODE_JSON)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
pub(super) struct Lint {
    #[arg(value_name = "FILE", help = text::LINT_FILES)]
    pub(super) files: Vec<PathBuf>,
    #[arg(long, value_name = "FORMAT", help = text::LINT_FROM, value_parser = recording())]
    pub(super) from: Option<Format>,
    #[arg(long, value_name = "REV", help = text::LINT_PROTOCOL, value_parser = revision())]
    pub(super) protocol: Option<Version>,
    #[arg(long, value_name = "HOW", default_value = "human", help = text::LINT_FORMAT)]
    pub(super) format: Report,
    #[arg(long, value_name = "LEVEL", default_value = "error", help = text::LINT_LEVEL)]
    pub(super) level: Least,
    #[arg(long, value_name = "LEVEL", default_value = "note", help = text::LINT_SHOW)]
    pub(super) show: Least,
    #[arg(long, value_name = "TAG", help = text::LINT_LANGUAGE)]
    pub(super) language: Option<Tongue>,
}

#[derive(Debug, Args)]
pub(super) struct Export {
    #[arg(value_name = "FILE", help = text::EXPORT_FILE)]
    pub(super) file: Option<PathBuf>,
    #[arg(long, value_name = "WHAT", default_value = "markdown", help = text::EXPORT_TO, value_parser = target())]
    pub(super) to: Target,
    #[arg(short, long, value_name = "FILE", help = text::EXPORT_OUTPUT)]
    pub(super) output: Option<PathBuf>,
    #[arg(long, help = text::EXPORT_REDACT)]
    pub(super) redact: bool,
    #[arg(long, value_name = "FORMAT", help = text::LINT_FROM, value_parser = recording())]
    pub(super) from: Option<Format>,
    #[arg(long, value_name = "REV", help = text::LINT_PROTOCOL, value_parser = revision())]
    pub(super) protocol: Option<Version>,
    #[arg(long, value_name = "TAG", help = text::LINT_LANGUAGE)]
    pub(super) language: Option<Tongue>,
}

impl Lint {
    /// The language to speak.
    pub(super) fn language(&self) -> Language {
        Tongue::chosen(self.language)
    }
}

impl Export {
    /// The language to speak.
    pub(super) fn language(&self) -> Language {
        Tongue::chosen(self.language)
    }
}

impl Tongue {
    /// The language that was asked for, or else that of the environment.
    pub(super) fn chosen(asked: Option<Self>) -> Language {
        match asked {
            Some(Self::En) => Language::English,
            Some(Self::Zh) => Language::Chinese,
            None => Self::of_environment(),
        }
    }

    /// The language of the environment.
    pub(super) fn of_environment() -> Language {
        let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(std::env::var_os);
        let tag = set.map(|tag| tag.to_string_lossy().replace('_', "-"));
        tag.and_then(|tag| Language::preferred(&tag)).unwrap_or(Language::English)
    }
}

/// How findings are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Report {
    Human,
    Json,
    Junit,
    Sarif,
}

/// The least that counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Least {
    Note,
    Warning,
    Error,
}

impl From<Least> for Level {
    fn from(least: Least) -> Self {
        match least {
            Least::Note => Self::Note,
            Least::Warning => Self::Warning,
            Least::Error => Self::Error,
        }
    }
}

/// A language to speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Tongue {
    En,
    Zh,
}

fn with_codes(examples: &str) -> String {
    format!("{examples}\n\n{}", text::EXIT_CODES)
}

/// The names, so that clap can list them, and what they stand for.
fn framing() -> impl TypedValueParser<Value = Framing> {
    let names = PossibleValuesParser::new(Framing::ALL.map(Framing::name));
    names.map(|name| Framing::find(&name).unwrap_or_default())
}

fn target() -> impl TypedValueParser<Value = Target> {
    let names = PossibleValuesParser::new(Target::ALL.map(Target::name));
    names.map(|name| Target::find(&name).unwrap_or(Target::Markdown))
}

fn recording() -> impl TypedValueParser<Value = Format> {
    let names = PossibleValuesParser::new(Format::all().map(Format::name));
    names.map(|name| Format::find(&name).unwrap_or(Format::Text))
}

pub(super) fn revision() -> impl TypedValueParser<Value = Version> {
    let names = PossibleValuesParser::new(Version::ALL.map(Version::as_str));
    names.map(|name| Version::parse(&name).unwrap_or(Version::LATEST_WITH_HANDSHAKE))
}

pub(super) fn seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.filter(|seconds| !seconds.is_zero()).ok_or(text::NOT_SECONDS)
}

fn scenario(name: &str) -> Result<Scenario, String> {
    Scenario::find(name).ok_or_else(|| text::simulate::unknown(simulate::nearest(name).as_deref()))
}
