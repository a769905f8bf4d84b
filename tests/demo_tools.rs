//! The tools that look something up, called as a client calls them, in every build.
//!
//! One source for every build: the same tests run natively and, compiled to wasm32, in the browsers.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use std::cell::RefCell;
use std::rc::Rc;

use wirelab::demo::{
    Database, Live, MemoryFolder, QueryError, QueryLimits, Registry, Rows, Started, Value, answer,
};
use wirelab::proto::json::RawJson;
use wirelab::proto::mcp::{CallToolResult, Tool, names};
use wirelab::proto::session::Event;
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
    assert_eq!(answer(Ok(two_rows())), Started::text(at_once));
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
