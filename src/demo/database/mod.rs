//! The database that `query_db` may ask: what is asked of it, and what comes back.
//!
//! The engine is elsewhere: here are only values, so that any build can have one and all show the same bytes.
//!
//! # Engines that answer later
//!
//! [`Database::query`] answers at once, because a handler does. A host whose engine runs elsewhere, such as the page,
//! does not implement it: it says so to [`Live`](super::Live), and a call of `query_db` then waits
//! ([`Started::Outside`]). The host takes each [`Query`] from its [`Server`](super::Server), has it answered whenever it
//! can, and hands the result back; [`answer`] makes it out of what the engine says. All that crosses are plain values
//! that borrow nothing, and for an engine that knows no Rust, texts: [`question`] and [`reply`].

mod table;
mod wire;

use core::fmt;
use core::time::Duration;
use std::rc::Rc;

use super::registry::Started;
use crate::proto::mcp::CallToolResult;
use crate::proto::time::millis;

pub use wire::{question, reply};

/// How much a query may cost and bring. What goes beyond is left out, and the answer says so; only time ends a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueryLimits {
    /// Rows that are returned.
    pub rows: usize,
    /// Columns that are returned.
    pub columns: usize,
    /// Characters of a text that are returned.
    pub characters: usize,
    /// Bytes of a blob that are returned.
    pub bytes: usize,
    /// How long the engine may work.
    pub time: Duration,
}

impl Default for QueryLimits {
    fn default() -> Self {
        Self { rows: 50, columns: 20, characters: 200, bytes: 16, time: Duration::from_secs(2) }
    }
}

/// Something that answers questions in SQL and changes nothing.
pub trait Database {
    /// Runs one statement that only reads.
    ///
    /// # Errors
    /// The text is not one such statement, the engine refuses it, or it takes too long.
    fn query(&self, sql: &str, limits: &QueryLimits) -> Result<Rows, QueryError>;
}

impl<D: Database + ?Sized> Database for Box<D> {
    fn query(&self, sql: &str, limits: &QueryLimits) -> Result<Rows, QueryError> {
        (**self).query(sql, limits)
    }
}

impl<D: Database + ?Sized> Database for Rc<D> {
    fn query(&self, sql: &str, limits: &QueryLimits) -> Result<Rows, QueryError> {
        (**self).query(sql, limits)
    }
}

/// What an engine elsewhere is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// One statement, if its author kept to the rules; that is for the engine to see.
    pub sql: String,
    /// What it may cost and bring.
    pub limits: QueryLimits,
}

/// Who answers queries.
#[derive(Clone, Copy)]
pub enum Engine<'a> {
    /// Nobody.
    Missing,
    /// This one, at once.
    Here(&'a dyn Database),
    /// Somebody whom the host knows, later.
    Elsewhere,
}

/// What a query found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rows {
    /// The names of the first columns.
    pub columns: Vec<String>,
    /// How many columns there are beyond these.
    pub more_columns: usize,
    /// The first rows, each with a value for each of `columns`.
    pub rows: Vec<Vec<Value>>,
    /// Whether there are rows beyond these. How many is not known: nobody has counted them.
    pub more_rows: bool,
}

/// One value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// `NULL`
    Null,
    /// An integer.
    Integer(i64),
    /// A floating-point number, in the words of the engine: it is printed nowhere else.
    Real(String),
    /// A text, or its beginning.
    Text {
        /// The first characters.
        start: String,
        /// How many characters it has.
        length: usize,
    },
    /// Bytes, or the first of them.
    Blob {
        /// The first bytes.
        start: Vec<u8>,
        /// How many bytes there are.
        length: usize,
    },
}

impl Value {
    /// As much of a text as `limits` let through. Bytes that are not UTF-8 become replacement characters.
    #[must_use]
    pub fn text(bytes: &[u8], limits: &QueryLimits) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let length = text.chars().count();
        Self::Text { start: text.chars().take(limits.characters).collect(), length }
    }

    /// As much of a blob as `limits` let through.
    #[must_use]
    pub fn blob(bytes: &[u8], limits: &QueryLimits) -> Self {
        Self::Blob { start: bytes[..bytes.len().min(limits.bytes)].to_vec(), length: bytes.len() }
    }
}

/// Why a query has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QueryError {
    /// There is no statement in the text.
    Empty,
    /// There is a NUL character in the text, at which an engine would end it.
    Nul,
    /// There is more than one statement in the text.
    SecondStatement,
    /// The statement does something else than read; this is what.
    Refused(String),
    /// It took longer than this.
    TimedOut(Duration),
    /// The engine cannot do it; this is what it says.
    Engine(String),
    /// There should be a database, and there is none; this is why.
    Unavailable(String),
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = |limit: Duration| millis(limit).to_string();
        // Parts and not formats: the page carries each of these.
        let [before, what, after] = match self {
            Self::Empty => ["There is no SQL statement in this text.", "", ""],
            Self::Nul => ["The text holds a NUL character.", "", ""],
            Self::SecondStatement => {
                ["The text holds a second statement. Send one statement at a time.", "", ""]
            }
            Self::Refused(what) => ["", what, " is refused: query_db only reads. Send a SELECT."],
            Self::TimedOut(limit) => ["The query was stopped: it took longer than ", &millis(*limit), " ms."],
            Self::Engine(message) => ["SQL error: ", message, ""],
            Self::Unavailable(why) => ["The database is not available: ", why, ""],
        };
        [before, what, after].iter().try_for_each(|part| f.write_str(part))
    }
}

impl std::error::Error for QueryError {}

/// Asks `engine`, as far as there is one.
pub(super) fn ask(engine: Engine<'_>, sql: &str) -> Started {
    match engine {
        Engine::Missing => Started::failure(
            "There is no database here. `wirelab serve` has one: a sample, or yours with --db FILE or MCP_DB.",
        ),
        // Engines end a text there, and would run half of it.
        Engine::Here(_) | Engine::Elsewhere if sql.contains('\0') => {
            Started::Done(answer(Err(QueryError::Nul)))
        }
        Engine::Here(database) => Started::Done(answer(database.query(sql, &QueryLimits::default()))),
        Engine::Elsewhere => Started::Outside(Query { sql: sql.to_owned(), limits: QueryLimits::default() }),
    }
}

/// The result of `query_db` for what a database has answered.
#[must_use]
pub fn answer(outcome: Result<Rows, QueryError>) -> CallToolResult {
    match outcome {
        Ok(rows) => CallToolResult::text(table::table(&rows)),
        Err(error) => CallToolResult::failure(error.to_string()),
    }
}

/// The script that makes the sample database: artists, albums, songs, and when these were played.
pub const SAMPLE_SQL: &str = include_str!("../sample/music.sql");
