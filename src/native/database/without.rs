//! What stands in for the engine in a build without the feature `sqlite`: it says that it is not there.

use std::io;
use std::path::Path;

use crate::demo::{Database, QueryError, QueryLimits, Rows};

/// Why there is no answer.
const REASON: &str = "this build of wirelab has no SQLite (feature `sqlite`)";

/// A database that can never be had, and so never asked.
#[derive(Debug)]
pub enum SqliteDatabase {}

/// The sample database, which answers every query with the reason why it cannot.
#[derive(Debug, Default)]
pub struct SampleDatabase(());

impl Database for SampleDatabase {
    fn query(&self, _: &str, _: &QueryLimits) -> Result<Rows, QueryError> {
        Err(QueryError::Unavailable(REASON.to_owned()))
    }
}

impl Database for SqliteDatabase {
    fn query(&self, _: &str, _: &QueryLimits) -> Result<Rows, QueryError> {
        match *self {}
    }
}

impl SqliteDatabase {
    /// The database in a file.
    ///
    /// # Errors
    /// Always: there is no engine to open it.
    pub fn open(_: &Path) -> io::Result<Self> {
        Err(io::Error::new(io::ErrorKind::Unsupported, REASON))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_without_an_engine_says_so_instead_of_answering() {
        let why = SqliteDatabase::open(Path::new("a.sqlite")).map(drop).map_err(|why| why.kind());
        assert_eq!(why, Err(io::ErrorKind::Unsupported));
        let answer = SampleDatabase::default().query("SELECT 1", &QueryLimits::default());
        assert_eq!(answer, Err(QueryError::Unavailable(REASON.to_owned())));
    }
}
