//! `query_db` over the sample database, in every build: the binary's engine and the page's answer with the same bytes.
//!
//! `tests/data/queries.json` says for each statement what comes of it. Natively the engine is built in; in the browsers
//! it is the one that the page loads, from where `cargo xtask test` has put it.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test;

use serde_json::Value as Json;
use wirelab::proto::json::RawJson;
use wirelab::proto::mcp::{CallToolResult, names};
use wirelab::proto::session::Event;
use wirelab::sim::{Command, Fact, Pair};

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// Statements, each with what comes of it: rows as text, or why there are none.
fn cases() -> Vec<(String, Result<String, String>)> {
    let cases: Vec<Json> = serde_json::from_str(include_str!("data/queries.json")).expect("JSON");
    let text = |case: &Json, name: &str| case[name].as_str().map(str::to_owned);
    let outcome =
        |case: &Json| text(case, "text").ok_or_else(|| text(case, "error").expect("one of the two"));
    cases.iter().map(|case| (text(case, "sql").expect("a statement"), outcome(case))).collect()
}

fn send(pair: &mut Pair, sql: &str) {
    let arguments = RawJson::new(format!("{{\"sql\":{}}}", RawJson::from_value(sql))).expect("JSON");
    let name = "query_db".to_owned();
    pair.tell(Command::CallTool { name, arguments: Some(arguments) }).expect("the handshake is over");
}

/// What the client was answered last.
fn answered(pair: &Pair) -> Option<Result<String, String>> {
    let result = pair.log().iter().rev().find_map(|entry| match &entry.fact {
        Fact::Told { event: Event::Answered { method, outcome: Ok(result), .. }, .. }
            if method == names::TOOLS_CALL =>
        {
            result.parse::<CallToolResult>().ok()
        }
        _ => None,
    })?;
    let text = result.content[0].text.clone().expect("a text");
    Some(if result.is_error { Err(text) } else { Ok(text) })
}

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use super::*;
    use wirelab::demo::{Live, Registry};
    use wirelab::native::database::SqliteDatabase;
    use wirelab::sim::Settings;

    #[test]
    fn each_statement_is_answered_as_it_says() {
        let live = Live::new(Registry::demo(), 0).with_database(SqliteDatabase::sample().expect("memory"));
        let mut pair = Pair::with_executor(&Settings::default(), live);
        pair.tell(Command::Initialize).expect("the first word");
        pair.drive(100);
        for (sql, expected) in cases() {
            send(&mut pair, &sql);
            pair.drive(100);
            assert_eq!(answered(&pair), Some(expected), "{sql}");
        }
    }
}

#[cfg(target_arch = "wasm32")]
mod page {
    use super::*;
    use js_sys::{Function, Promise};
    use wasm_bindgen::JsValue;
    use wasm_bindgen_futures::JsFuture;
    use wirelab::demo::{Query, QueryError, QueryLimits, Rows, answer, question, reply};
    use wirelab::sim::Settings;

    /// Asks the module that the page loads.
    async fn ask(query: &Query, script: Option<&str>) -> Result<Rows, QueryError> {
        let load =
            "return import('/page-database.tmp/database.js').then((database) => database.ask(question))";
        let function = Function::new_with_args("question", load);
        let asked = function.call1(&JsValue::NULL, &question(query, script).into()).expect("a promise");
        let text = JsFuture::from(Promise::from(asked)).await.expect("`cargo xtask test` puts it there");
        reply(&text.as_string().expect("a text"))
    }

    async fn rows(sql: &str, script: &str) -> Result<Rows, QueryError> {
        let query = Query { sql: sql.to_owned(), limits: QueryLimits::default() };
        ask(&query, Some(script)).await
    }

    #[wasm_bindgen_test]
    async fn each_statement_is_answered_as_natively() {
        let settings = Settings { database_elsewhere: true, ..Settings::default() };
        let mut pair = Pair::new(&settings);
        pair.tell(Command::Initialize).expect("the first word");
        pair.drive(100);
        for (sql, expected) in cases() {
            send(&mut pair, &sql);
            // Not to the end: the next thing would be that the client waits no longer.
            pair.step();
            for (id, query) in pair.take_queries() {
                let result = answer(ask(&query, None).await);
                pair.tell(Command::Finish { id, result }).expect("it waits");
            }
            pair.step();
            assert_eq!(answered(&pair), Some(expected), "{sql}");
        }
        let again = Pair::replay(&settings, pair.actions());
        assert_eq!(again.frames(), pair.frames(), "and without an engine");
    }

    #[wasm_bindgen_test]
    async fn another_script_makes_another_database_and_a_bad_one_none() {
        let two = rows("SELECT * FROM t", "CREATE TABLE t (a); INSERT INTO t VALUES (1), (2.5)").await;
        assert_eq!(answer(two).content[0].text.as_deref(), Some("a\n1\n2.5"));
        let none = rows("SELECT * FROM t", "CREATE TABLE u (a)").await;
        assert_eq!(none, Err(QueryError::Engine("no such table: t".to_owned())));
        let bad = rows("SELECT 1", "CREATE TABLE").await;
        let why = "its script ends with an error: incomplete input".to_owned();
        assert_eq!(bad, Err(QueryError::Unavailable(why)));
        let endless =
            "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n";
        let why = "its script ends with an error: interrupted".to_owned();
        assert_eq!(rows("SELECT 1", endless).await, Err(QueryError::Unavailable(why)));
        let full_text = "CREATE VIRTUAL TABLE words USING fts5 (text); INSERT INTO words VALUES ('one two')";
        let found = rows("SELECT text FROM words WHERE words MATCH 'two'", full_text).await;
        assert_eq!(answer(found).content[0].text.as_deref(), Some("text\none two"));
    }
}
