//! The tools that look something up, called as a client calls them, in every build.
//!
//! One source for every build: the same tests run natively and, compiled to wasm32, in the browsers.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use std::cell::RefCell;
use std::rc::Rc;

use wirelab::demo::{
    Database, Live, MemoryFolder, Query, QueryError, QueryLimits, Registry, Rows, Server, Value, answer,
    config, question, reply,
};
use wirelab::proto::connection::Input;
use wirelab::proto::error::LocalError;
use wirelab::proto::json::RawJson;
use wirelab::proto::jsonrpc::RequestId;
use wirelab::proto::mcp::{CallToolResult, Tool, names};
use wirelab::proto::session::{Event, Output, State};
use wirelab::proto::time::Instant;
use wirelab::sim::{Command, Fact, Pair, Settings};

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// A client of a server whose tools look into these.
fn pair(folder: MemoryFolder, database: Option<Fake>) -> Pair {
    let live = Live::new(Registry::demo(), 0).with_folder(folder);
    let live = match database {
        Some(database) => live.with_database(database),
        None => live,
    };
    let mut pair = Pair::with_executor(&Settings::default(), live);
    pair.tell(Command::Initialize).expect("the first word");
    pair.drive(100);
    pair
}

/// The text of a tool's result, or of its failure.
fn call(pair: &mut Pair, name: &str, arguments: &str) -> Result<String, String> {
    let arguments = Some(RawJson::new(arguments).expect(arguments));
    pair.tell(Command::CallTool { name: name.to_owned(), arguments }).expect("the handshake is over");
    pair.drive(100);
    let result = pair.log().iter().rev().find_map(|entry| match &entry.fact {
        Fact::Told { event: Event::Answered { method, outcome: Ok(result), .. }, .. }
            if method == names::TOOLS_CALL =>
        {
            result.parse::<CallToolResult>().ok()
        }
        _ => None,
    });
    let result = result.expect("a result");
    let text = result.content[0].text.clone().expect("a text");
    if result.is_error { Err(text) } else { Ok(text) }
}

fn read(pair: &mut Pair, path: &str) -> Result<String, String> {
    call(pair, "read_file", &format!("{{\"path\":{}}}", RawJson::from_value(path)))
}

fn query(pair: &mut Pair, sql: &str) -> Result<String, String> {
    call(pair, "query_db", &format!("{{\"sql\":{}}}", RawJson::from_value(sql)))
}

// Files.

#[test]
fn the_sample_folder_shows_what_read_file_does() {
    let pair = &mut pair(MemoryFolder::sample(), None);
    assert!(read(pair, "README.txt").expect("a file").starts_with("This folder belongs to the demo server."));
    assert!(read(pair, "读我.txt").expect("a file").starts_with("这个文件夹属于演示服务器"));
    assert_eq!(read(pair, "/sample/notes/../notes/windows.txt").as_deref(), Ok("first\r\nsecond\r\n"));
    assert_eq!(read(pair, "empty.txt").as_deref(), Ok("[the file is empty]"));
    let ticks = read(pair, "ticks.log").expect("a file");
    let lines: Vec<_> = ticks.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[199]), (201, "tick 1", "tick 200"));
    assert_eq!(lines[200], "[the first 200 of 250 lines]");
    let gbk = read(pair, "notes/gbk.txt").expect("a file");
    let none = "\u{fffd}";
    let note = format!("[6 bytes that are not UTF-8 are shown as {none}]");
    assert_eq!(gbk, format!("GBK: {}\nUTF-8: 周{}\n{note}", none.repeat(4), none.repeat(2)));
}

#[test]
fn a_path_that_cannot_be_read_is_a_failure_that_tells_the_model_why() {
    let pair = &mut pair(MemoryFolder::sample(), None);
    for (path, why) in [
        ("", "the path is empty"),
        ("../secret.txt", "the path leads out of the base directory"),
        ("/etc/passwd", "the path leads out of the base directory"),
        ("notes\\todo.txt", "the path holds a backslash; put / between names"),
        ("C:/x", "the path begins with a drive letter; give it from the base directory on"),
        ("a\0", "the path holds a NUL character"),
        ("notes", "notes: is a directory, not a file"),
        (".", ".: is a directory, not a file"),
        (
            "notes/none",
            "no such file: notes/none. There is: README.txt, empty.txt, notes/, ticks.log, 读我.txt",
        ),
    ] {
        assert_eq!(read(pair, path), Err(format!("Error: {why}")), "{path:?}");
    }
    let long = read(pair, &"x".repeat(1_001)).expect_err("too long");
    assert!(
        long.starts_with("Invalid arguments for read_file:\n/path: expected a string of at most 1000"),
        "{long}"
    );
}

#[test]
fn a_folder_of_many_files_is_not_listed_to_its_end() {
    let mut folder = MemoryFolder::new();
    for number in 10..31 {
        folder.set(&format!("{number}"), &b""[..]).expect("a file");
    }
    let error = read(&mut pair(folder, None), "none").expect_err("no such file");
    assert!(error.contains("There is: 10, 11, ") && error.ends_with(", 29, …"), "{error}");
    let error = read(&mut pair(MemoryFolder::new(), None), "none").expect_err("no such file");
    assert_eq!(error, "Error: no such file: none");
}

// A database.

/// What was asked, and with what limits.
type Asked = Rc<RefCell<Vec<(String, QueryLimits)>>>;

/// Says the same to every question, and keeps the questions.
struct Fake {
    says: Result<Rows, QueryError>,
    asked: Asked,
}

impl Database for Fake {
    fn query(&self, sql: &str, limits: &QueryLimits) -> Result<Rows, QueryError> {
        self.asked.borrow_mut().push((sql.to_owned(), *limits));
        self.says.clone()
    }
}

fn saying(says: Result<Rows, QueryError>) -> (Pair, Asked) {
    let asked = Asked::default();
    let fake = Fake { says, asked: Rc::clone(&asked) };
    (pair(MemoryFolder::new(), Some(fake)), asked)
}

fn two_rows() -> Rows {
    let limits = QueryLimits::default();
    Rows {
        columns: vec!["name".to_owned(), "born".to_owned()],
        rows: vec![
            vec![Value::text("周杰伦".as_bytes(), &limits), Value::Integer(1979)],
            vec![Value::blob(b"\x01", &limits), Value::Null],
        ],
        ..Rows::default()
    }
}

#[test]
fn rows_come_as_lines_and_the_statement_arrives_as_it_was_written() {
    let (mut pair, asked) = saying(Ok(two_rows()));
    let sql = " SELECT\n'读' -- x";
    assert_eq!(query(&mut pair, sql).as_deref(), Ok("name | born\n周杰伦 | 1979\nx'01' | NULL"));
    assert_eq!(*asked.borrow(), [(sql.to_owned(), QueryLimits::default())]);
    assert_eq!(QueryLimits::default().rows, 50);
}

#[test]
fn what_goes_wrong_with_a_query_is_a_failure_that_the_model_sees() {
    for (error, text) in [
        (QueryError::Empty, "There is no SQL statement in this text."),
        (QueryError::SecondStatement, "The text holds a second statement. Send one statement at a time."),
        (QueryError::Refused("DROP".to_owned()), "DROP is refused: query_db only reads. Send a SELECT."),
        (
            QueryError::TimedOut(QueryLimits::default().time),
            "The query was stopped: it took longer than 2000 ms.",
        ),
        (QueryError::Engine("no such table: x".to_owned()), "SQL error: no such table: x"),
    ] {
        let (mut pair, _) = saying(Err(error));
        assert_eq!(query(&mut pair, "x"), Err(text.to_owned()));
    }
    let (mut pair, asked) = saying(Ok(two_rows()));
    assert_eq!(query(&mut pair, "SELECT 1\0"), Err("The text holds a NUL character.".to_owned()));
    assert!(asked.borrow().is_empty(), "half of a statement is not run");
}

#[test]
fn an_answer_that_comes_later_is_made_by_the_same_words() {
    let (mut pair, _) = saying(Ok(two_rows()));
    let at_once = query(&mut pair, "x").expect("rows");
    assert_eq!(answer(Ok(two_rows())), CallToolResult::text(at_once));
}

/// Words as an engine elsewhere writes them.
fn written(words: &[&str]) -> String {
    serde_json::to_string(words).expect("strings")
}

fn selects(sql: &str) -> Query {
    Query { sql: sql.to_owned(), limits: QueryLimits::default() }
}

#[test]
fn an_engine_elsewhere_is_asked_with_everything_that_it_has_to_know() {
    assert_eq!(question(&selects("SELECT '\n'"), None), r#"["SELECT '\n'",50,20,200,16,2000]"#);
    let script = Some("CREATE TABLE \"t\" (a)");
    assert_eq!(question(&selects("x"), script), r#"["x",50,20,200,16,2000,"CREATE TABLE \"t\" (a)"]"#);
}

#[test]
fn a_reply_from_elsewhere_is_read_to_the_last_value() {
    let text = written(&[
        "rows",
        "more",
        "2",
        "5",
        "a",
        "b",
        "c",
        "d",
        "列:",
        "n",
        "i-9223372036854775808",
        "rInf",
        "t201 周 x",
        "b17 00ff",
        "n",
        "i1",
        "r0.1",
        "t0 ",
        "b0 ",
    ]);
    let text_of = |start: &str, length| Value::Text { start: start.to_owned(), length };
    let blob = |start: &[u8], length| Value::Blob { start: start.to_owned(), length };
    let expected = Rows {
        columns: ["a", "b", "c", "d", "列:"].map(str::to_owned).into(),
        more_columns: 2,
        rows: vec![
            vec![
                Value::Null,
                Value::Integer(i64::MIN),
                Value::Real("Inf".to_owned()),
                text_of("周 x", 201),
                blob(b"\x00\xff", 17),
            ],
            vec![Value::Null, Value::Integer(1), Value::Real("0.1".to_owned()), text_of("", 0), blob(b"", 0)],
        ],
        more_rows: true,
    };
    assert_eq!(reply(&text), Ok(expected));
}

#[test]
fn whatever_an_engine_elsewhere_says_is_an_answer_or_a_reason() {
    for (words, expected) in [
        (&["empty"][..], QueryError::Empty),
        (&["second"], QueryError::SecondStatement),
        (&["refused", "DROP"], QueryError::Refused("DROP".to_owned())),
        (&["late", "2000"], QueryError::TimedOut(QueryLimits::default().time)),
        (&["engine", "no such table: x"], QueryError::Engine("no such table: x".to_owned())),
        (&["unavailable", "offline"], QueryError::Unavailable("offline".to_owned())),
        (&["of another kind", "y"], QueryError::Unavailable("y".to_owned())),
        (&[], QueryError::Unavailable(String::new())),
    ] {
        assert_eq!(reply(&written(words)), Err(expected), "{words:?}");
    }
    let unreadable = |text: &str| {
        assert!(matches!(reply(text), Err(QueryError::Unavailable(_))), "{text}");
    };
    for value in ["", "x", "i", "i1.5", "t", "t1", "tx y", "t-1 y", "b1 0", "b1 0g", "b1 周", "周"] {
        unreadable(&written(&["rows", "", "0", "1", "a", value]));
    }
    for words in [
        &["rows"][..],
        &["rows", "", "0", "0"],
        &["rows", "", "0", "0", "n"],
        &["rows", "", "0", "-1", "a"],
        &["rows", "", "x", "1", "a"],
        &["rows", "", "0", "2", "a"],
        &["rows", "", "0", "2", "a", "b", "n"],
    ] {
        unreadable(&written(words));
    }
    for text in ["", "{", "{}", "[1]", "[\"rows\",1]", "\"rows\""] {
        unreadable(text);
    }
    let failed = answer(Err(QueryError::Unavailable("offline".to_owned())));
    assert!(failed.is_error);
    assert_eq!(failed.content[0].text.as_deref(), Some("The database is not available: offline"));
}

// A database elsewhere.

/// A world in which `SELECT 1` has arrived at the server, with the id of its request.
fn asked_elsewhere() -> (Pair, RequestId) {
    let settings = Settings { database_elsewhere: true, ..Settings::default() };
    let mut pair = Pair::new(&settings);
    pair.tell(Command::Initialize).expect("the first word");
    pair.drive(100);
    ask_elsewhere(&mut pair, "SELECT 1");
    let mut queries = pair.take_queries();
    assert_eq!((queries.len(), &queries[0].1), (1, &selects("SELECT 1")));
    assert!(pair.take_queries().is_empty(), "each is handed out once");
    (pair, queries.remove(0).0)
}

fn ask_elsewhere(pair: &mut Pair, sql: &str) {
    let arguments = RawJson::new(format!("{{\"sql\":{}}}", RawJson::from_value(sql))).expect("JSON");
    let command = Command::CallTool { name: "query_db".to_owned(), arguments: Some(arguments) };
    pair.tell(command).expect("the handshake is over");
    pair.step();
}

fn finish(pair: &mut Pair, id: &RequestId) -> Result<(), LocalError> {
    pair.tell(Command::Finish { id: id.clone(), result: answer(Ok(two_rows())) })
}

fn completions(pair: &Pair) -> usize {
    pair.log().iter().filter(|entry| matches!(entry.fact, Fact::Completed(_))).count()
}

#[test]
fn a_call_is_finished_from_outside_once_and_replayed_without_anybody_outside() {
    let (mut pair, id) = asked_elsewhere();
    assert!(pair.server().awaits(&id));
    let before = pair.frames().len();
    assert_eq!(finish(&mut pair, &id), Ok(()));
    assert_eq!((pair.frames().len(), completions(&pair)), (before + 1, 1));
    assert_eq!(finish(&mut pair, &id), Err(LocalError::NotRequested(id)), "it was answered");
    assert_eq!(pair.frames().len(), before + 1);
    pair.step();
    let settings = Settings { database_elsewhere: true, ..Settings::default() };
    let again = Pair::replay(&settings, pair.actions());
    assert_eq!((again.frames(), again.log()), (pair.frames(), pair.log()));
}

#[test]
fn a_result_that_comes_after_the_cancellation_is_dropped() {
    let (mut pair, id) = asked_elsewhere();
    pair.tell(Command::Cancel { id: id.clone(), reason: String::new() }).expect("it is open");
    pair.step();
    let (frames, actions) = (pair.frames().len(), pair.actions().len());
    assert!(!pair.server().awaits(&id));
    assert_eq!(finish(&mut pair, &id), Err(LocalError::NotRequested(id)));
    assert_eq!((pair.frames().len(), pair.actions().len(), completions(&pair)), (frames, actions, 0));
}

#[test]
fn a_query_that_is_cancelled_before_anybody_took_it_is_not_handed_out() {
    let (mut pair, _) = asked_elsewhere();
    ask_elsewhere(&mut pair, "SELECT 2");
    let id = RequestId::from(3);
    assert!(pair.server().awaits(&id), "the request after the handshake and the first call");
    pair.tell(Command::Cancel { id, reason: String::new() }).expect("it is open");
    pair.step();
    assert!(pair.take_queries().is_empty());
}

#[test]
fn the_end_of_the_input_waits_for_a_call_that_somebody_outside_finishes() {
    let mut server = Server::new(Live::new(Registry::demo(), 0).with_database_elsewhere(), config());
    let now = Instant::ZERO;
    let line = |server: &mut Server, text: &str| {
        server.handle_input(now, Input::Bytes(format!("{text}\n").as_bytes()));
        core::iter::from_fn(|| server.poll_output())
            .filter(|output| matches!(output, Output::Transmit(_)))
            .count()
    };
    let hello = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#;
    assert_eq!(line(&mut server, hello), 1);
    assert_eq!(line(&mut server, r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#), 0);
    let call = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"query_db","arguments":{"sql":"SELECT 1"}}}"#;
    assert_eq!(line(&mut server, call), 0, "nobody has answered");
    server.handle_input(now, Input::Eof);
    let id = RequestId::from(7);
    while server.poll_output().is_some() {}
    assert_ne!(server.connection().session().state(), State::Closed);
    assert_eq!(server.take_queries(), [(id.clone(), selects("SELECT 1"))]);
    assert!(server.finish(now, &id, answer(Ok(two_rows()))));
    let said: Vec<_> = core::iter::from_fn(|| server.poll_output()).collect();
    assert!(said.iter().any(|output| matches!(output, Output::Transmit(bytes) if bytes.starts_with(br#"{"jsonrpc":"2.0","id":7,"result""#))), "{said:?}");
    assert_eq!(server.connection().session().state(), State::Closed);
    assert!(!server.finish(now, &id, answer(Ok(two_rows()))));
}

#[test]
fn what_is_refused_before_any_engine_needs_none() {
    let settings = Settings { database_elsewhere: true, ..Settings::default() };
    let mut pair = Pair::new(&settings);
    pair.tell(Command::Initialize).expect("the first word");
    pair.drive(100);
    assert_eq!(query(&mut pair, "SELECT 1\0"), Err("The text holds a NUL character.".to_owned()));
    assert!(call(&mut pair, "query_db", "{}").is_err_and(|error| error.starts_with("Invalid arguments")));
    assert!(pair.take_queries().is_empty());
}

#[test]
fn without_a_database_the_failure_says_how_to_have_one() {
    let error = query(&mut pair(MemoryFolder::new(), None), "SELECT 1").expect_err("none");
    assert!(error.starts_with("There is no database here.") && error.contains("--db FILE"), "{error}");
}

// The weather.

#[test]
fn the_weather_never_passes_for_the_real_one() {
    let pair = &mut pair(MemoryFolder::new(), None);
    for (name, arguments) in [
        ("get_alerts", r#"{"state":"CA"}"#),
        ("get_alerts", r#"{"state":"hi"}"#),
        ("get_alerts", r#"{"state":"WY"}"#),
        ("get_forecast", r#"{"latitude":40.71,"longitude":-74.01}"#),
        ("get_forecast", r#"{"latitude":0,"longitude":0}"#),
    ] {
        let (Ok(text) | Err(text)) = call(pair, name, arguments);
        assert!(text.contains("Sample data, not live."), "{arguments}: {text}");
    }
}

#[test]
fn a_place_that_is_none_is_refused_with_what_was_expected() {
    let pair = &mut pair(MemoryFolder::new(), None);
    let error = call(pair, "get_alerts", r#"{"state":"California"}"#).expect_err("no code");
    assert_eq!(error, "\"California\" is no two-letter code of a US state, such as CA or NY.");
    for (arguments, fault) in [
        (
            r#"{"latitude":90.0001,"longitude":0}"#,
            "/latitude: expected a number from -90 to 90, found a number 90.0001",
        ),
        (
            r#"{"latitude":0,"longitude":-181}"#,
            "/longitude: expected a number from -180 to 180, found a number -181",
        ),
        (
            r#"{"latitude":"0","longitude":0}"#,
            "/latitude: expected a number from -90 to 90, found a string \"0\"",
        ),
    ] {
        let error = call(pair, "get_forecast", arguments).expect_err(arguments);
        assert_eq!(error, format!("Invalid arguments for get_forecast:\n{fault}"));
    }
    let error = call(pair, "get_forecast", r#"{"latitude":90,"longitude":180}"#).expect_err("the pole");
    assert!(
        error.starts_with("There is no data within 100 km of there; there is data for Beijing"),
        "{error}"
    );
}

// What they say of themselves.

#[test]
fn each_says_that_it_only_reads() {
    let looks_up =
        |tool: &Tool| ["read_file", "query_db", "get_alerts", "get_forecast"].contains(&tool.name.as_str());
    let tools: Vec<_> = Registry::demo().list().tools.into_iter().filter(looks_up).collect();
    assert_eq!(tools.len(), 4);
    for tool in tools {
        let hints = tool.annotations().expect("annotations").expect("it has some");
        assert_eq!((hints.read_only_hint, hints.open_world_hint), (Some(true), Some(false)), "{}", tool.name);
        assert!(tool.title().expect("a title").is_some(), "{}", tool.name);
    }
}
