//! The tools that look something up, in the binary: over real files and a real database.
#![cfg(unix)]

mod terminal;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use terminal::{HELLO, Serving, WIRELAB, answers, call, run, wirelab};

/// A directory of its own, empty.
fn fresh_directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stdio_tools").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a directory");
    path
}

fn server(args: &[&str]) -> Command {
    let mut command = Command::new(WIRELAB);
    command.arg("serve").args(args).env_remove("MCP_BASE_DIR").env_remove("MCP_DB");
    command
}

/// The texts of the results of calls of one tool, those of failures as errors.
fn results(command: &mut Command, tool: &str, calls: &[Value]) -> Vec<Result<String, String>> {
    let lines: String =
        (0..).zip(calls).map(|(id, arguments)| call(id, tool, &arguments.to_string())).collect();
    let answers = answers(Serving::run(command), [HELLO, &lines].concat());
    assert_eq!(answers.len(), calls.len() + 1, "{answers:#?}");
    let result = |answer: &Value| {
        let text =
            answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned();
        if answer["result"]["isError"] == true { Err(text) } else { Ok(text) }
    };
    answers[1..].iter().map(result).collect()
}

fn read(command: &mut Command, paths: &[&str]) -> Vec<Result<String, String>> {
    let calls: Vec<_> = paths.iter().map(|path| json!({ "path": path })).collect();
    results(command, "read_file", &calls)
}

fn query(command: &mut Command, statements: &[&str]) -> Vec<Result<String, String>> {
    let calls: Vec<_> = statements.iter().map(|sql| json!({ "sql": sql })).collect();
    results(command, "query_db", &calls)
}

// Files.

#[test]
fn files_below_the_base_directory_are_read_and_no_others() {
    let directory = fresh_directory("base");
    let base = directory.join("files");
    fs::create_dir_all(base.join("sub")).expect("a directory");
    fs::write(directory.join("secret.txt"), "secret").expect("a file");
    fs::write(base.join("sub/a.txt"), "eins\r\nzwei\r\n").expect("a file");
    fs::write(base.join("long.txt"), (1..=300).map(|line| format!("{line}\n")).collect::<String>())
        .expect("a file");
    fs::write(base.join("bytes.txt"), b"a\xffb").expect("a file");
    fs::write(base.join("empty.txt"), "").expect("a file");
    symlink("../secret.txt", base.join("link")).expect("a link");
    symlink("..", base.join("up")).expect("a link");
    let made = Command::new("mkfifo").arg(base.join("pipe")).status().expect("mkfifo");
    assert!(made.success());
    let inside = base.join("sub/a.txt");
    let outside = directory.join("secret.txt");
    let base = base.to_str().expect("UTF-8");
    let paths = [
        "sub/a.txt",
        inside.to_str().expect("UTF-8"),
        "empty.txt",
        "bytes.txt",
        "long.txt",
        "../secret.txt",
        outside.to_str().expect("UTF-8"),
        "link",
        "up/secret.txt",
        "pipe",
        "sub",
        "none",
    ];
    let begun = Instant::now();
    let shown = read(&mut server(&["--base-dir", base]), &paths);
    assert!(begun.elapsed() < Duration::from_secs(10), "nothing waits for the pipe");
    let first = |lines: u32| (1..=lines).map(|line| format!("{line}\n")).collect::<String>();
    let expected = [
        Ok("eins\r\nzwei\r\n".to_owned()),
        Ok("eins\r\nzwei\r\n".to_owned()),
        Ok("[the file is empty]".to_owned()),
        Ok("a\u{fffd}b\n[1 byte that is not UTF-8 is shown as \u{fffd}]".to_owned()),
        Ok(first(200) + "[the first 200 of 300 lines]"),
        Err("Error: the path leads out of the base directory".to_owned()),
        Err("Error: the path leads out of the base directory".to_owned()),
        Err("Error: link: is a link that leads out of the base directory".to_owned()),
        Err("Error: up/secret.txt: is a link that leads out of the base directory".to_owned()),
        Err("Error: pipe: is a device, a pipe or a socket, not a file".to_owned()),
        Err("Error: sub: is a directory, not a file".to_owned()),
        Err("Error: no such file: none. There is: bytes.txt, empty.txt, link, long.txt, pipe, sub/, up/"
            .to_owned()),
    ];
    assert_eq!(shown, expected);
}

#[test]
fn the_base_directory_is_the_current_one_the_environments_or_the_options() {
    let directory = fresh_directory("which");
    for name in ["here", "environment", "option"] {
        fs::create_dir(directory.join(name)).expect("a directory");
        fs::write(directory.join(name).join("which"), name).expect("a file");
    }
    let which = |command: &mut Command| read(command, &["which"]).remove(0);
    let here = directory.join("here");
    assert_eq!(which(server(&[]).current_dir(&here)), Ok("here".to_owned()));
    let environment = directory.join("environment");
    assert_eq!(which(server(&[]).env("MCP_BASE_DIR", &environment)), Ok("environment".to_owned()));
    let relative =
        which(server(&["--base-dir", "../option"]).current_dir(&here).env("MCP_BASE_DIR", environment));
    assert_eq!(relative, Ok("option".to_owned()));
}

#[test]
fn a_base_directory_that_is_none_is_said_on_stderr_and_nothing_is_served() {
    let file = fresh_directory("none").join("file");
    fs::write(&file, "").expect("a file");
    let file = file.to_str().expect("UTF-8");
    for (path, why) in [("/no/such/directory", "No such file or directory"), (file, "not a directory")] {
        let ran = run(&mut server(&["--base-dir", path])).exits(3);
        assert_eq!(ran.stdout, "");
        ran.complains(&format!("error: the base directory {path} cannot be used: {why}"));
        run(server(&[]).env("MCP_BASE_DIR", path)).exits(3).complains(why);
    }
}

// The database.

#[test]
fn the_sample_database_is_asked_in_sql() {
    let shown = query(
        &mut server(&[]),
        &[
            "SELECT name, name_en, born FROM artists WHERE id IN (1, 5, 8)",
            "SELECT title, year, cover FROM albums WHERE id = 1",
            "SELECT rating, rating / 2 FROM plays WHERE id IN (1, 9)",
            "SELECT id FROM plays ORDER BY id",
            "SELECT id FROM plays ORDER BY id LIMIT 50",
            "SELECT * FROM songs WHERE seconds > 9999; -- none",
        ],
    );
    let ids = |count: u32| (1..=count).map(|id| format!("\n{id}")).collect::<String>();
    let expected = [
        "name | name_en | born\n周杰伦 | Jay Chou | 1979\nNina Simone | NULL | 1933\nKraftwerk | NULL | NULL"
            .to_owned(),
        "title | year | cover\n叶惠美 | 2003 | x'89504e470d0a1a0a0000000d49484452…' (19 bytes)".to_owned(),
        "rating | rating / 2\n3.7 | 1.85\nNULL | NULL".to_owned(),
        format!("id{}\n[the first 50 rows; there are more]", ids(50)),
        format!("id{}", ids(50)),
        "id | album_id | title | seconds\n[no rows]".to_owned(),
    ];
    assert_eq!(shown, expected.map(Ok));
}

#[test]
fn what_is_no_question_is_refused_and_the_server_goes_on() {
    let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n";
    let begun = Instant::now();
    let shown = query(
        &mut server(&[]),
        &[
            "INSERT INTO artists (name) VALUES ('x')",
            "WITH one AS (SELECT 1) DELETE FROM songs",
            "ATTACH 'other.sqlite' AS other",
            "PRAGMA writable_schema = 1",
            "SELECT 1; SELECT 2",
            "SELECT load_extension('x')",
            "SELEC 1",
            endless,
            "SELECT 'still here'",
        ],
    );
    let took = begun.elapsed();
    assert!(took >= Duration::from_secs(2) && took < Duration::from_secs(15), "{took:?}");
    let refused = |what: &str| Err(format!("{what} is refused: query_db only reads. Send a SELECT."));
    let expected = [
        refused("INSERT INTO artists"),
        refused("DELETE FROM songs"),
        refused("ATTACH"),
        refused("PRAGMA writable_schema"),
        Err("The text holds a second statement. Send one statement at a time.".to_owned()),
        refused("The function load_extension"),
        Err("SQL error: near \"SELEC\": syntax error".to_owned()),
        Err("The query was stopped: it took longer than 2000 ms.".to_owned()),
        Ok("'still here'\nstill here".to_owned()),
    ];
    assert_eq!(shown, expected);
}

#[test]
fn a_database_of_ones_own_is_given_by_the_option_or_the_environment() {
    let directory = fresh_directory("database");
    for name in ["option", "environment"] {
        let connection = rusqlite::Connection::open(directory.join(name)).expect("a new file");
        let script = format!("CREATE TABLE own (name TEXT); INSERT INTO own VALUES ('{name}')");
        connection.execute_batch(&script).expect("ours");
    }
    let file = |name: &str| directory.join(name).to_str().expect("UTF-8").to_owned();
    let before = fs::read(file("option")).expect("there");
    let own = |command: &mut Command| query(command, &["SELECT name FROM own", "DROP TABLE own"]);
    let answers = own(server(&["--db", &file("option")]).env("MCP_DB", file("environment")));
    assert_eq!(answers[0], Ok("name\noption".to_owned()));
    assert_eq!(answers[1], Err("DROP is refused: query_db only reads. Send a SELECT.".to_owned()));
    assert_eq!(own(server(&[]).env("MCP_DB", file("environment")))[0], Ok("name\nenvironment".to_owned()));
    assert_eq!(fs::read(file("option")).expect("there"), before, "not a byte has changed");
    assert_eq!(fs::read_dir(&directory).expect("there").count(), 2, "and no file was added");
}

#[test]
fn a_database_that_is_none_is_said_on_stderr_and_nothing_is_served() {
    let directory = fresh_directory("no_database");
    let (text, pipe) = (directory.join("text"), directory.join("pipe"));
    fs::write(&text, "no database, but longer than the header of one\n".repeat(9)).expect("a file");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    for (path, why) in [
        (Path::new("/no/such/file"), "No such file or directory"),
        (&directory, "not a file"),
        (&text, "file is not a database"),
        (&pipe, "not a file"),
    ] {
        let path = path.to_str().expect("UTF-8");
        let ran = run(&mut server(&["--db", path])).exits(3);
        assert_eq!(ran.stdout, "");
        ran.complains(&format!("error: the database {path} cannot be used: {why}"));
    }
}

// The weather.

#[test]
fn the_weather_is_the_same_as_on_the_page() {
    let call = |tool, arguments| wirelab(&["call", tool, arguments, "--", WIRELAB, "serve"]);
    call("get_alerts", r#"{"state":"NY"}"#)
        .exits(0)
        .prints("Coastal Flood Watch")
        .prints("Sample data, not live.");
    call("get_alerts", r#"{"state":"ZZ"}"#).exits(1).complains("no two-letter code of a US state");
    let forecast = r#"{"latitude": 37.8, "longitude": -122.4}"#;
    call("get_forecast", forecast).exits(0).prints("Forecast for San Francisco. Sample data, not live.");
    call("get_forecast", r#"{"latitude": 91, "longitude": 0}"#).exits(1).complains("from -90 to 90");
}
