//! `SQLite` behind `query_db`: opened to read, and held to it by the engine itself.
//!
//! What a statement may do is not guessed from its text. The engine asks an authorizer about each thing that the
//! statement would do, while it compiles it, and the authorizer lets through what a `SELECT` needs: reading, calling
//! functions, recursion. So `WITH … SELECT`, `VALUES` and `EXPLAIN` of these work, and anything else is refused, however
//! it is written. Behind that stand a connection that is read-only, `query_only`, and the engine's defensive mode. All
//! that may appear on the disk are the two files beside a database in WAL mode, which every reader of one needs.
//!
//! A query holds up the server until it is answered or its time is up: the engine asks again and again whether it may
//! go on. It does not ask within a call of a function, and some compare every byte with every other. What bounds these
//! is the size of a value: over one of a mebibyte the worst of them takes some seconds.

mod permit;

use std::cell::OnceCell;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::fallible_iterator::FallibleIterator;
use rusqlite::hooks::{AuthAction, Authorization};
use rusqlite::limits::Limit;
use rusqlite::types::ValueRef;
use rusqlite::{Batch, Connection, ErrorCode, OpenFlags, Row};

use self::permit::{name, reads};
use super::clock::Clock;
use crate::demo::{Database, QueryError, QueryLimits, Rows, SAMPLE_SQL, Value};

/// No text and no blob that a query touches is larger than this, in bytes. It may ask how long such a one is.
const MAX_VALUE_BYTES: i32 = 1 << 20;
/// How long to wait while another program writes.
const BUSY: Duration = Duration::from_secs(1);
/// How many of its own steps the engine takes between two looks at the clock.
const STEPS: i32 = 100;

/// A database that can be read.
#[derive(Debug)]
pub struct SqliteDatabase {
    connection: Connection,
    watch: Arc<Watch>,
}

/// The sample database, which is not made before somebody asks it: most servers are started for something else.
#[derive(Debug, Default)]
pub struct SampleDatabase(OnceCell<io::Result<SqliteDatabase>>);

impl Database for SampleDatabase {
    fn query(&self, sql: &str, limits: &QueryLimits) -> Result<Rows, QueryError> {
        match self.0.get_or_init(SqliteDatabase::sample) {
            Ok(database) => database.query(sql, limits),
            Err(why) => Err(QueryError::Engine(why.to_string())),
        }
    }
}

/// What the engine's callbacks share with a running query.
#[derive(Debug)]
struct Watch {
    clock: Clock,
    /// On the clock, in microseconds.
    deadline: AtomicU64,
    /// Whether the statement is compiled and runs.
    runs: AtomicBool,
    /// The first thing that was refused.
    refused: Mutex<Option<String>>,
}

impl Watch {
    fn begin(&self, time: Duration) {
        self.deadline.store((self.clock.now() + time).micros(), Ordering::Relaxed);
        self.runs.store(false, Ordering::Relaxed);
        self.take_refused();
    }

    /// Whether the engine may do this for the query.
    fn allows(&self, action: &AuthAction<'_>) -> bool {
        // Full-text tables ask for it while they are read, by themselves, whether they have to be read anew.
        let asks_for_changes =
            matches!(action, AuthAction::Pragma { pragma_name: "data_version", pragma_value: None });
        reads(action) || asks_for_changes && self.runs.load(Ordering::Relaxed)
    }

    fn is_late(&self) -> bool {
        self.clock.now().micros() > self.deadline.load(Ordering::Relaxed)
    }

    fn refuse(&self, what: String) {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(what);
    }

    fn take_refused(&self) -> Option<String> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl SqliteDatabase {
    /// The database in a file.
    ///
    /// # Errors
    /// There is no such file, it may not be read, or it is no database.
    pub fn open(file: &Path) -> io::Result<Self> {
        // The engine would wait for a pipe, and says of a file that is not there no more than that it cannot open it.
        if !fs::metadata(file)?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a file"));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Connection::open_with_flags(file, flags).and_then(Self::guard).map_err(said)
    }

    /// The sample database, in memory.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn sample() -> io::Result<Self> {
        let make = || {
            let connection = Connection::open_in_memory()?;
            connection.execute_batch(SAMPLE_SQL)?;
            Self::guard(connection)
        };
        make().map_err(said)
    }

    fn guard(mut connection: Connection) -> rusqlite::Result<Self> {
        let watch = Arc::new(Watch {
            clock: Clock::start(),
            deadline: AtomicU64::new(u64::MAX),
            runs: AtomicBool::new(false),
            refused: Mutex::new(None),
        });
        connection.busy_timeout(BUSY)?;
        connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)?;
        connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
        // Matching takes the product of both lengths, and nobody can interrupt it.
        connection.set_limit(Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 256)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
        connection.pragma_update(None, "query_only", true)?;
        // The first look at the file: what is no database is noticed now.
        connection.query_row("SELECT count(*) FROM sqlite_schema", (), |_| Ok(()))?;
        let late = Arc::clone(&watch);
        connection.progress_handler(STEPS, Some(move || late.is_late()))?;
        let refused = Arc::clone(&watch);
        connection.authorizer(Some(move |context: rusqlite::hooks::AuthContext<'_>| {
            if refused.allows(&context.action) {
                return Authorization::Allow;
            }
            refused.refuse(name(&context.action));
            Authorization::Deny
        }))?;
        Ok(Self { connection, watch })
    }

    fn run(&self, sql: &str, limits: &QueryLimits) -> Result<Rows, Failure> {
        let mut batch = Batch::new(&self.connection, sql);
        let mut statement = batch.next()?.ok_or(QueryError::Empty)?;
        // Comments are no statement, what cannot be compiled is.
        if !matches!(batch.next(), Ok(None)) {
            return Err(QueryError::SecondStatement.into());
        }
        if statement.column_count() == 0 || !statement.readonly() {
            return Err(QueryError::Refused("A statement that returns no rows".to_owned()).into());
        }
        let mut columns: Vec<_> = statement.column_names().map(str::to_owned).collect();
        let more_columns = columns.len().saturating_sub(limits.columns);
        columns.truncate(limits.columns);
        let mut found = Rows { columns, more_columns, ..Rows::default() };
        self.watch.runs.store(true, Ordering::Relaxed);
        let mut rows = statement.raw_query();
        while let Some(row) = rows.next()? {
            if found.rows.len() == limits.rows {
                found.more_rows = true;
                break;
            }
            let values = (0..found.columns.len()).map(|column| self.value(row, column, limits));
            found.rows.push(values.collect::<Result<_, _>>()?);
        }
        Ok(found)
    }

    fn value(&self, row: &Row<'_>, column: usize, limits: &QueryLimits) -> rusqlite::Result<Value> {
        Ok(match row.get_ref(column)? {
            ValueRef::Null => Value::Null,
            ValueRef::Integer(number) => Value::Integer(number),
            // How a number is written is the engine's business: each has its own idea of it.
            ValueRef::Real(number) => {
                let cast = "SELECT CAST(?1 AS TEXT)";
                Value::Real(self.connection.query_row(cast, [number], |row| row.get(0))?)
            }
            ValueRef::Text(bytes) => Value::text(bytes, limits),
            ValueRef::Blob(bytes) => Value::blob(bytes, limits),
        })
    }
}

impl Database for SqliteDatabase {
    fn query(&self, sql: &str, limits: &QueryLimits) -> Result<Rows, QueryError> {
        self.watch.begin(limits.time);
        self.run(sql, limits).map_err(|failure| match failure {
            Failure::Ours(error) => error,
            Failure::Engines(error) => match self.watch.take_refused() {
                Some(what) => QueryError::Refused(what),
                None if error.sqlite_error_code() == Some(ErrorCode::OperationInterrupted) => {
                    QueryError::TimedOut(limits.time)
                }
                None => QueryError::Engine(message(error)),
            },
        })
    }
}

/// Why a query failed: as seen from here, or in the words of the engine.
enum Failure {
    Ours(QueryError),
    Engines(rusqlite::Error),
}

impl From<QueryError> for Failure {
    fn from(error: QueryError) -> Self {
        Self::Ours(error)
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        Self::Engines(error)
    }
}

/// The engine's message, without the statement that rusqlite repeats after it.
fn message(error: rusqlite::Error) -> String {
    match error {
        error if error.sqlite_error_code() == Some(ErrorCode::TooBig) => {
            format!("string or blob too big: more than {} MiB", MAX_VALUE_BYTES >> 20)
        }
        rusqlite::Error::SqlInputError { msg, .. } | rusqlite::Error::SqliteFailure(_, Some(msg)) => msg,
        error => error.to_string(),
    }
}

fn said(error: rusqlite::Error) -> io::Error {
    io::Error::other(message(error))
}

#[cfg(test)]
mod tests;
