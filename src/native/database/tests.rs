//! What the engine answers, and what it will not do.

use super::*;

fn sample() -> SqliteDatabase {
    SqliteDatabase::sample().expect("memory")
}

fn ask(sql: &str) -> Result<Rows, QueryError> {
    sample().query(sql, &QueryLimits::default())
}

#[test]
fn the_sample_database_is_made_by_the_first_question_and_kept() {
    let database = SampleDatabase::default();
    assert!(database.0.get().is_none());
    let asked = || database.query("SELECT count(*) FROM sqlite_schema", &QueryLimits::default());
    assert_eq!(asked(), ask("SELECT count(*) FROM sqlite_schema"));
    let made = database.0.get().map(std::ptr::from_ref);
    assert_eq!(asked(), ask("SELECT count(*) FROM sqlite_schema"));
    assert!(made.is_some() && made == database.0.get().map(std::ptr::from_ref));
}

/// The values of the only row.
#[track_caller]
fn row(sql: &str) -> Vec<Value> {
    let mut found = ask(sql).unwrap_or_else(|error| panic!("{sql}: {error}"));
    assert_eq!((found.rows.len(), found.more_rows), (1, false), "{sql}: {found:?}");
    found.rows.remove(0)
}

fn text(text: &str) -> Value {
    Value::text(text.as_bytes(), &QueryLimits::default())
}

/// A file of its own for a test, which goes when the test does.
struct Scratch(std::path::PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("wirelab-{}-{name}", std::process::id())))
    }
}

/// A new database on the disk, and a connection that may write it.
fn on_disk(name: &str, script: &str) -> (Scratch, Connection) {
    let scratch = Scratch::new(name);
    let writer = Connection::open(&scratch.0).expect("a new file");
    writer.execute_batch(script).expect("ours");
    (scratch, writer)
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn whatever_only_reads_is_answered() {
    for (sql, first) in [
        ("SELECT 1", Value::Integer(1)),
        ("select count(*) from plays", Value::Integer(120)),
        ("SELECT 1;", Value::Integer(1)),
        ("  ;; SELECT 1 ; ; -- the end", Value::Integer(1)),
        ("/* a */ SELECT 1 /* b; DROP TABLE songs */", Value::Integer(1)),
        ("SELECT ';' -- ; DROP TABLE songs", text(";")),
        ("VALUES (1)", Value::Integer(1)),
        ("WITH one AS (SELECT 1 AS x) SELECT x FROM one", Value::Integer(1)),
        (
            "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 9) SELECT sum(x) FROM n",
            Value::Integer(45),
        ),
        ("SELECT name FROM artists WHERE name_en = 'Jay Chou'", text("周杰伦")),
        ("SELECT title FROM songs JOIN albums USING (title) WHERE title LIKE '%里香'", text("七里香")),
        ("SELECT upper(substr('abc', 2)) || printf('%d', 7)", text("BC7")),
        ("SELECT count(*) FROM sqlite_schema WHERE type = 'table'", Value::Integer(4)),
        ("SELECT value FROM json_each('[7]')", Value::Integer(7)),
        ("SELECT row_number() OVER (ORDER BY id) FROM artists LIMIT 1", Value::Integer(1)),
        ("SELECT EXISTS (SELECT 1 FROM songs WHERE seconds IS NULL)", Value::Integer(1)),
        ("SELECT 'INSERT INTO songs'", text("INSERT INTO songs")),
        ("SELECT 1 UNION SELECT 1 EXCEPT SELECT 2", Value::Integer(1)),
    ] {
        assert_eq!(row(sql)[0], first, "{sql}");
    }
    for sql in ["EXPLAIN SELECT * FROM songs", "EXPLAIN QUERY PLAN SELECT * FROM songs"] {
        assert!(!ask(sql).expect(sql).rows.is_empty(), "{sql}");
    }
}

#[test]
fn whatever_does_more_than_read_is_refused_by_name() {
    for (sql, what) in [
        ("INSERT INTO songs (album_id, title) VALUES (1, 'x')", "INSERT INTO songs"),
        ("INSERT INTO songs (album_id, title) VALUES (1, 'x') RETURNING id", "INSERT INTO songs"),
        ("REPLACE INTO songs (album_id, title) VALUES (1, 'x')", "INSERT INTO songs"),
        ("WITH one AS (SELECT 1) INSERT INTO artists (name) SELECT * FROM one", "INSERT INTO artists"),
        ("EXPLAIN INSERT INTO artists (name) VALUES ('x')", "INSERT INTO artists"),
        ("UPDATE songs SET title = 'x'", "UPDATE songs"),
        ("UPDATE songs SET title = 'x' RETURNING title", "UPDATE songs"),
        ("DELETE FROM songs", "DELETE FROM songs"),
        ("CREATE TABLE x (y)", "CREATE"),
        ("CREATE TEMP TABLE x (y)", "CREATE"),
        ("CREATE TABLE x AS SELECT 1", "CREATE"),
        ("CREATE TEMP VIEW x AS SELECT 1", "CREATE"),
        ("CREATE INDEX x ON songs (title)", "CREATE"),
        ("CREATE TRIGGER x AFTER INSERT ON songs BEGIN SELECT 1; END", "CREATE"),
        ("CREATE VIRTUAL TABLE x USING fts5 (y)", "CREATE"),
        ("DROP TABLE songs", "DROP"),
        ("ALTER TABLE songs RENAME TO x", "ALTER TABLE songs"),
        ("ATTACH ':memory:' AS x", "ATTACH"),
        ("ATTACH 'x.sqlite' AS x", "ATTACH"),
        ("DETACH main", "DETACH"),
        ("PRAGMA user_version", "PRAGMA user_version"),
        ("PRAGMA data_version", "PRAGMA data_version"),
        ("PRAGMA query_only = 0", "PRAGMA query_only"),
        ("PRAGMA table_info(songs)", "PRAGMA table_info"),
        ("SELECT * FROM pragma_table_info('songs')", "PRAGMA table_info"),
        ("BEGIN", "A transaction"),
        ("COMMIT", "A transaction"),
        ("SAVEPOINT x", "A transaction"),
        ("REINDEX", "A statement that returns no rows"),
        ("ANALYZE", "CREATE"),
        ("VACUUM", "A statement that returns no rows"),
        ("VACUUM INTO 'x.sqlite'", "A statement that returns no rows"),
        ("SELECT load_extension('x')", "The function load_extension"),
        ("SELECT LOAD_EXTENSION('x')", "The function load_extension"),
        ("SELECT fts3_tokenizer('simple')", "The function fts3_tokenizer"),
    ] {
        assert_eq!(ask(sql), Err(QueryError::Refused(what.to_owned())), "{sql}");
    }
}

#[test]
fn exactly_one_statement_is_run() {
    for sql in ["", " \n", ";", "-- nothing", "/* nothing */ ;"] {
        assert_eq!(ask(sql), Err(QueryError::Empty), "{sql:?}");
    }
    for sql in ["SELECT 1; SELECT 2", "SELECT 1; DROP TABLE songs", "SELECT 1;; nonsense", "SELECT 1; 'open"]
    {
        assert_eq!(ask(sql), Err(QueryError::SecondStatement), "{sql}");
    }
}

#[test]
fn nothing_that_was_refused_has_happened() {
    let database = sample();
    let ask = |sql| database.query(sql, &QueryLimits::default());
    let before = ask("SELECT count(*), group_concat(name) FROM sqlite_schema").expect("rows");
    for sql in ["DELETE FROM songs", "DROP TABLE songs", "SELECT 1; DELETE FROM songs", "CREATE TABLE x (y)"]
    {
        ask(sql).expect_err(sql);
    }
    assert_eq!(ask("SELECT count(*), group_concat(name) FROM sqlite_schema"), Ok(before));
    assert_eq!(ask("SELECT count(*) FROM songs").expect("rows").rows, [[Value::Integer(12)]]);
    // A refusal is forgotten with its query.
    assert_eq!(ask("SELECT x"), Err(QueryError::Engine("no such column: x".to_owned())));
}

#[test]
fn errors_are_in_the_words_of_the_engine() {
    for (sql, message) in [
        ("SELEC 1", "near \"SELEC\": syntax error"),
        ("SELECT * FROM x", "no such table: x"),
        ("SELECT made_up(1)", "no such function: made_up"),
        ("SELECT 1 +", "incomplete input"),
        ("SELECT 'open", "unrecognized token: \"'open\""),
        ("SELECT abs(-9223372036854775808)", "integer overflow"),
        ("SELECT hex(zeroblob(1000000))", "string or blob too big: more than 1 MiB"),
        ("SELECT 1 LIKE hex(zeroblob(999))", "LIKE or GLOB pattern too complex"),
    ] {
        assert_eq!(ask(sql), Err(QueryError::Engine(message.to_owned())), "{sql}");
    }
}

#[test]
fn rows_and_columns_are_cut_and_never_counted_wrong() {
    for (limit, shown, more) in
        [(1, 1, false), (49, 49, false), (50, 50, false), (51, 50, true), (120, 50, true)]
    {
        let found = ask(&format!("SELECT id FROM plays ORDER BY id LIMIT {limit}")).expect("rows");
        assert_eq!((found.rows.len(), found.more_rows), (shown, more), "{limit}");
        assert_eq!(found.rows[shown - 1], [Value::Integer(i64::try_from(shown).expect("small"))]);
    }
    let none = ask("SELECT id, title FROM songs WHERE 0").expect("no rows");
    assert_eq!((none.columns, none.rows.len()), (vec!["id".to_owned(), "title".to_owned()], 0));
    let wide = ask("SELECT 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22").expect("a row");
    assert_eq!((wide.columns.len(), wide.more_columns, wide.rows[0].len()), (20, 2, 20));
    // The first rows of a query without an end.
    let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n";
    let found = ask(endless).expect("rows");
    assert_eq!((found.rows.len(), found.more_rows), (50, true));
}

#[test]
fn every_kind_of_value_is_told_apart() {
    let limits = QueryLimits::default();
    assert_eq!(
        row("SELECT NULL, 9223372036854775807, 'a' || char(10), x'00ff', '', x'', 1 = 1"),
        [
            Value::Null,
            Value::Integer(i64::MAX),
            text("a\n"),
            Value::blob(b"\x00\xff", &limits),
            text(""),
            Value::blob(b"", &limits),
            Value::Integer(1)
        ]
    );
    assert_eq!(row("SELECT CAST(x'61ff62' AS TEXT)"), [text("a\u{fffd}b")]);
    assert_eq!(row("SELECT 'a' || char(0) || 'b'"), [text("a\0b")]);
}

#[test]
fn a_number_is_written_as_the_engine_writes_it() {
    for number in [
        "0.1",
        "1.0",
        "-0.0",
        "1e100",
        "1e15",
        "1e16",
        "123456789.123456789",
        "1/3.0",
        "2e-308",
        "9e999",
        "-9e999",
        "0.1+0.2",
    ] {
        let sql = format!("SELECT {number}, ({number}) || ''");
        let values = row(&sql);
        let (Value::Real(shown), Value::Text { start, .. }) = (&values[0], &values[1]) else {
            panic!("{sql}: {values:?}");
        };
        assert_eq!(shown, start, "{number}");
    }
    assert_eq!(row("SELECT 1.0, 9e999"), [Value::Real("1.0".to_owned()), Value::Real("Inf".to_owned())]);
}

#[test]
fn a_query_without_an_end_is_stopped_in_time_and_the_next_one_runs() {
    let database = sample();
    let limits = QueryLimits { time: Duration::from_millis(100), ..QueryLimits::default() };
    for sql in [
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n",
        "SELECT count(*) FROM plays a, plays b, plays c, plays d, plays e",
        "SELECT * FROM plays a, plays b, plays c, plays d ORDER BY random()",
    ] {
        let clock = Clock::start();
        assert_eq!(database.query(sql, &limits), Err(QueryError::TimedOut(limits.time)), "{sql}");
        let took = clock.now().micros() / 1_000;
        assert!((100..5_000).contains(&took), "{sql}: {took} ms");
        assert!(database.query("SELECT 1", &limits).is_ok());
    }
}

#[test]
fn a_file_is_read_while_others_write_it_and_never_written() {
    let script =
        "CREATE TABLE notes (id INTEGER PRIMARY KEY, words TEXT); INSERT INTO notes VALUES (1, '一')";
    let (scratch, writer) = on_disk("notes.sqlite", script);
    let database = SqliteDatabase::open(&scratch.0).expect("a database");
    let count =
        || database.query("SELECT count(*) FROM notes", &QueryLimits::default()).map(|found| found.rows);
    assert_eq!(count(), Ok(vec![vec![Value::Integer(1)]]));
    writer.execute_batch("INSERT INTO notes VALUES (2, '二')").expect("no lock is held");
    assert_eq!(count(), Ok(vec![vec![Value::Integer(2)]]));
    let written = database.query("INSERT INTO notes VALUES (3, '三')", &QueryLimits::default());
    assert_eq!(written, Err(QueryError::Refused("INSERT INTO notes".to_owned())));
    // The connection would not do it even if nobody asked.
    let attempt = database.connection.pragma_query_value(None, "query_only", |row| row.get::<_, bool>(0));
    assert!(attempt.is_err(), "the pragma itself is refused");
    assert!(database.connection.is_readonly("main").expect("open"));
    writer.execute_batch("BEGIN EXCLUSIVE").expect("ours");
    assert_eq!(count(), Err(QueryError::Engine("database is locked".to_owned())));
}

#[test]
fn of_a_blob_that_is_too_big_the_length_can_be_asked() {
    let script = "CREATE TABLE files (id, data); INSERT INTO files VALUES (7, zeroblob(2000000))";
    let (scratch, _) = on_disk("files.sqlite", script);
    let database = SqliteDatabase::open(&scratch.0).expect("a database");
    let ask = |sql| database.query(sql, &QueryLimits::default()).map(|found| found.rows);
    let length = vec![vec![Value::Integer(7), Value::Integer(2_000_000)]];
    assert_eq!(ask("SELECT id, length(data) FROM files"), Ok(length));
    let error = QueryError::Engine("string or blob too big: more than 1 MiB".to_owned());
    assert_eq!(ask("SELECT data FROM files"), Err(error));
}

#[test]
fn full_text_tables_can_be_asked() {
    let script =
        "CREATE VIRTUAL TABLE words USING fts5 (text); INSERT INTO words VALUES ('one two'), ('three')";
    let (scratch, _) = on_disk("words.sqlite", script);
    let database = SqliteDatabase::open(&scratch.0).expect("a database");
    let found = database.query("SELECT text FROM words WHERE words MATCH 'two'", &QueryLimits::default());
    assert_eq!(found.map(|found| found.rows), Ok(vec![vec![text("one two")]]));
}

#[test]
fn what_is_no_database_is_noticed_at_once() {
    let none = SqliteDatabase::open(Path::new("no-such-file.sqlite")).expect_err("nothing there");
    assert_eq!(none.kind(), io::ErrorKind::NotFound);
    assert!(!Path::new("no-such-file.sqlite").exists(), "nothing was made either");
    let directory = SqliteDatabase::open(&std::env::temp_dir()).expect_err("a directory");
    assert_eq!(directory.to_string(), "not a file");
    let scratch = Scratch::new("text.txt");
    fs::write(&scratch.0, "This is a text, and longer than the header of a database. ".repeat(9))
        .expect("a file");
    let text = SqliteDatabase::open(&scratch.0).expect_err("a text");
    assert_eq!(text.to_string(), "file is not a database");
}
