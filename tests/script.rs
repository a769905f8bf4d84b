//! A world as a text: what is written can be read, what is read leads to the same bytes, and what is not a script is told
//! why.
//!
//! One source for every build: the same tests run natively and, compiled to wasm32, in the browsers.

use core::time::Duration;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use wirelab::agent::Habit;
use wirelab::demo::FolderEdit;
use wirelab::proto::framing::Framing;
use wirelab::proto::json::{Members, RawJson};
use wirelab::proto::jsonrpc::{ErrorObject, RequestId};
use wirelab::proto::mcp::{CallToolResult, SubscriptionFilter};
use wirelab::proto::session::{Opening, Side};
use wirelab::sim::{
    Action, Command, Entry, Fact, FaultKind, MAX_STEPS, Manner, Manners, Pair, Scenario, Script, ScriptError,
    Settings, Story, WireFrame,
};
use wirelab::trace::wire;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

fn json(text: &str) -> RawJson {
    RawJson::new(text).expect("the test writes JSON")
}

/// Every kind of action, whether or not it would be possible in this order.
fn every_action() -> Vec<Action> {
    let id = || RequestId::from(7);
    let commands = vec![
        Command::Initialize,
        Command::Discover,
        Command::ListTools,
        Command::CallTool {
            name: "add".to_owned(),
            arguments: Some(json("{\"a\":9007199254740993.10,\"b\":[]}")),
        },
        Command::CallTool { name: "\u{202e}\"\\".to_owned(), arguments: None },
        Command::CallToolForProgress { name: "slow".to_owned(), arguments: Some(json("{}")) },
        Command::CallToolForProgress { name: String::new(), arguments: None },
        Command::Ping,
        Command::Request { method: "a/b".to_owned(), params: Some(json("[1]")) },
        Command::Request { method: String::new(), params: None },
        Command::Listen(SubscriptionFilter {
            resource_subscriptions: Some(vec!["demo://calls".to_owned()]),
            tools_list_changed: true,
            ..SubscriptionFilter::default()
        }),
        Command::AnswerQuestions { id: id(), answers: Members::new().with("name", "周") },
        Command::Respond { id: id(), outcome: Ok(json("{\"roots\":[]}")) },
        Command::Respond { id: id(), outcome: Err(ErrorObject::internal("no")) },
        Command::Cancel { id: RequestId::read("\"7\"").expect("an id"), reason: "enough".to_owned() },
        Command::Finish { id: id(), result: CallToolResult::text("1\n1") },
        Command::Hold(true),
        Command::Hold(false),
        Command::Serve { id: id() },
        Command::Forget { id: id() },
        Command::UserSays { text: "播放".to_owned(), habit: Habit::Careless },
        Command::UserSays { text: String::new(), habit: Habit::Careful },
        Command::Close,
        Command::Raw { side: Side::Client, bytes: "{}\r\n曹".as_bytes().to_vec() },
        Command::Raw { side: Side::Server, bytes: vec![0xFF, 0, b'\n'] },
    ];
    let write = |path: &str, bytes: &[u8]| FolderEdit::Write { path: path.to_owned(), bytes: bytes.to_vec() };
    let edits = [
        write("a.txt", b"text"),
        write("b.bin", &[0xD6, 0xD0]),
        FolderEdit::Delete { path: "a.txt".to_owned() },
        FolderEdit::Restore,
    ];
    let mut actions = vec![Action::Step; 3];
    actions.extend([
        Action::Bytes(1),
        Action::Bytes(1),
        Action::Bytes(64),
        Action::Wait(Duration::from_secs(30)),
    ]);
    for action in commands.into_iter().map(Action::Command).chain(edits.map(Action::Edit)) {
        actions.extend([action, Action::Step]);
    }
    actions
}

fn script(actions: Vec<Action>) -> Script {
    let settings = Settings { unix_millis: 1_764_000_000_000, ..Settings::default() };
    Script { actions, ..Script::of(&settings, &Pair::new(&settings)) }
}

#[test]
fn every_action_comes_back_as_it_was() {
    let mut script = script(every_action());
    script.offer = "2024-11-05".to_owned();
    script.opening = Opening::Modern;
    script.capabilities = Members::new().with("roots", &Members::new());
    script.framings = script.framings.with(Side::Server, Framing::ContentLength);
    script.manners = Manners { client: Manner::TypeScript1, server: Manner::Python1 };
    script.database = true;
    script.sql = Some("CREATE TABLE t (a);".to_owned());
    script.ping_interval = Some(Duration::from_secs(10));
    script.at = Some(2);
    script.folder.edit(&FolderEdit::Delete { path: "README.txt".to_owned() }).expect("it is there");
    script.folder.set("new/x.bin", vec![0xFF]).expect("a path");
    let beside = |actions| Script { others: Vec::new(), at: None, actions, ..script.clone() };
    let elsewhere = Script {
        offer: "2024-11-05".to_owned(),
        ping_interval: None,
        capabilities: Members::new(),
        sql: Some("select 1".to_owned()),
        ..beside(every_action())
    };
    let others = vec![beside(every_action()), beside(Vec::new()), elsewhere, beside(vec![Action::Step])];
    script.others = others;
    let text = script.to_text();
    assert_eq!(Script::from_text(&text), Ok(script));
    assert!(text.starts_with(r#"{"wirelab":1,"offer":"2024-11-05","#), "{text}");
    assert!(text.contains(r#""others":[["#) && text.contains(r#",[],{"wirelab":1,"#), "{text}");
    assert!(text.contains(r#"{"step":3},{"bytes":1,"times":2},{"bytes":64,"times":1},{"waitMicros":30000000},{"do":"initialize"},{"step":1}"#), "{text}");
}

#[test]
fn a_replayed_script_leads_to_the_same_bytes() {
    let settings = Settings::default();
    let mut pair = Pair::new(&settings);
    pair.tell(Command::Initialize).expect("first");
    pair.drive(100);
    pair.edit(FolderEdit::Write { path: "new.txt".to_owned(), bytes: b"x".to_vec() }).expect("a path");
    pair.tell(Command::CallTool { name: "slow".to_owned(), arguments: Some(json("{\"ms\":700}")) })
        .expect("known");
    pair.step();
    pair.tell(Command::Raw { side: Side::Client, bytes: b"junk\n".to_vec() }).expect("never refused");
    pair.drive(100);
    let text = Script::of(&settings, &pair).to_text();
    let again = Script::from_text(&text).expect("it was written here").replay().expect("it was possible");
    assert_eq!(again.trace(), pair.trace());
    assert_eq!(again.log(), pair.log());
    assert_eq!(again.actions(), pair.actions());
}

#[test]
fn how_the_ends_frame_is_part_of_what_a_world_is_made_from() {
    let mut settings = Settings::default();
    assert!(!Script::of(&settings, &Pair::new(&settings)).to_text().contains("framing"), "as MCP has it");
    for [client, server] in [
        [Framing::ContentLength; 2],
        [Framing::Ndjson, Framing::ContentLength],
        [Framing::ContentLength, Framing::Ndjson],
    ] {
        settings.framings = settings.framings.with(Side::Client, client).with(Side::Server, server);
        let mut pair = Pair::new(&settings);
        pair.tell(Command::Initialize).expect("first");
        pair.arrive(5);
        pair.drive(100);
        let text = Script::of(&settings, &pair).to_text();
        let again = Script::from_text(&text).expect("it was written here").replay().expect("it was possible");
        assert_eq!(again.frames(), pair.frames(), "{text}");
        assert_eq!(again.log(), pair.log(), "{text}");
    }
}

#[test]
fn what_is_no_script_is_told_with_its_place() {
    let whole = script(Vec::new()).to_text();
    let with = |from: &str, to: &str| {
        assert!(whole.contains(from), "{whole}");
        Script::from_text(&whole.replace(from, to)).map(drop).map_err(|error| error.to_string())
    };
    let actions = |list: &str| with("\"actions\":[]", &format!("\"actions\":[{list}]"));
    for (found, expected) in [
        (with("\"wirelab\":1", "\"wirelab\":3"), "form 3 is newer than this Wirelab, which reads form 2"),
        (with("\"wirelab\":1,", ""), "/wirelab: expected"),
        (
            with("\"unixMillis\":1764000000000", "\"unixMillis\":-1"),
            "/unixMillis: expected a number from 0 on",
        ),
        (with("\"files\":[]", "\"files\":[{\"step\":1}]"), "/files/0: expected a change of a file"),
        (with("\"files\":[]", "\"files\":[{\"delete\":\"no\"}]"), "no such file: no"),
        (
            with("\"files\"", "\"framing\":{\"client\":\"newline\",\"server\":\"tabs\"},\"files\""),
            "/framing/server: expected newline or content-length",
        ),
        (with("\"files\"", "\"framing\":{},\"files\""), "/framing/client: expected"),
        (
            with("\"files\"", "\"manner\":{\"client\":\"strict\",\"server\":\"polite\"},\"files\""),
            "/manner/server: expected the name of a manner",
        ),
        (actions("{}"), "/actions/0: expected an action"),
        (actions("{\"step\":1},{\"dance\":1}"), "/actions/1: expected an action"),
        (actions("{\"do\":\"dance\"}"), "/actions/0/do: expected something to do"),
        (actions("{\"raw\":\"nobody\",\"text\":\"\"}"), "/actions/0/raw: expected client or server"),
        (actions("{\"write\":\"a\",\"base64\":\"?\"}"), "/actions/0/base64: expected base64"),
        (actions("{\"cancel\":{},\"reason\":\"\"}"), "/actions/0/cancel: expected"),
        (actions("{\"step\":-1}"), "/actions/0/step: expected a number from 0 on"),
        (actions("{\"step\":99999999999}"), "more than 100000 steps"),
        (actions("{\"step\":60000},{\"step\":60000}"), "more than 100000 steps"),
        (Script::from_text("").map(drop).map_err(|error| error.to_string()), "no JSON"),
        (Script::from_text("[]").map(drop).map_err(|error| error.to_string()), "expected an object"),
    ] {
        let found = found.expect_err(expected);
        assert!(found.contains(expected), "{found:?} should say {expected:?}");
    }
    assert_eq!(actions(&format!("{{\"step\":{MAX_STEPS}}}")), Ok(()));
}

#[test]
fn an_action_that_is_refused_is_named() {
    let refused = script(vec![Action::Command(Command::Initialize), Action::Command(Command::Initialize)]);
    let error = refused.replay().map(drop).expect_err("only once");
    assert!(matches!(error, ScriptError::Refused { at: 1, .. }), "{error}");
    assert!(error.to_string().starts_with("/actions/1: "), "{error}");
}

/// What a trace is told apart by: FNV-1a, 64 bits.
fn print_of(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Every scenario with seed 1 in one line: its name, how many frames are written, how many bytes its trace has as a text,
/// and what tells that apart.
fn scenarios() -> String {
    let mut out = String::new();
    for scenario in Scenario::all() {
        let pair = scenario.script(1).replay().expect("all of a scenario is possible");
        let mut text = String::new();
        wire::write(&pair.trace(), &mut text);
        let line = format!(
            "{}\t{}\t{}\t{:016x}\n",
            scenario.name(),
            pair.frames().len(),
            text.len(),
            print_of(&text)
        );
        out.push_str(&line);
    }
    out
}

#[test]
fn every_scenario_is_the_same_bytes_in_every_build() {
    let found = scenarios();
    let pinned = include_str!("data/scenarios.tsv");
    let differs: Vec<_> = found.lines().filter(|line| !pinned.lines().any(|other| other == *line)).collect();
    assert!(
        differs.is_empty() && found == pinned,
        "these differ:\n{}\nall of them:\n{found}",
        differs.join("\n")
    );
}

#[test]
fn a_scenario_is_found_by_its_name_and_the_seed_decides_what_is_left_to_chance() {
    for scenario in Scenario::all() {
        assert_eq!(Scenario::find(&scenario.name()), Some(scenario));
        assert_eq!(scenario.script(7), scenario.script(7));
    }
    assert_eq!(Scenario::find("no such scenario"), None);
    let trace = |seed| Scenario::Story(Story::BadDay).script(seed).replay().expect("possible").trace();
    assert_ne!(trace(1), trace(2));
}

#[test]
fn a_scenario_shows_what_it_is_about() {
    let text = |story| {
        let pair = Scenario::Story(story).script(1).replay().expect("possible");
        let frames = pair.frames().iter().filter_map(|frame| frame.bytes.clone());
        (frames.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect::<String>(), pair)
    };
    let mut differs = Vec::new();
    for (story, shown, times) in [
        (Story::Handshake, "\"isError\"", 0),
        (Story::Handshake, "\"content\":[", 1),
        (Story::TwoErrors, "\"isError\":true", 1),
        (Story::TwoErrors, "\"code\":-3260", 2),
        (Story::HalfFrames, "周杰伦 🎵", 2),
        (Story::Progress, "\"method\":\"notifications/progress\"", 9),
        (Story::Patience, "\"method\":\"notifications/cancelled\"", 2),
        (Story::Heartbeat, "\"method\":\"ping\"", 3),
        (Story::AskedBack, "\"method\":\"elicitation/create\"", 1),
        (Story::AskedBack, "Hello, Jay", 1),
        (Story::CounterOffer, "\"protocolVersion\":\"2026-08-21\"", 1),
        (Story::CounterOffer, "\"protocolVersion\":\"2025-11-25\"", 1),
        (Story::NoHandshake, "\"method\":\"server/discover\"", 1),
        (Story::NoHandshake, "\"method\":\"initialize\"", 0),
        (Story::TwoFramings, "Content-Length: ", 1),
        (Story::StrayPrint, "Server listening on stdio\n", 1),
    ] {
        let (text, _) = text(story);
        let found = text.matches(shown).count();
        if found != times {
            differs.push(format!("{story:?} shows {shown:?} {found} times and not {times}"));
        }
    }
    assert!(differs.is_empty(), "{differs:#?}");
    let is_piece = |entry: &&Entry| matches!(entry.fact, Fact::Arrived { .. });
    assert_eq!(text(Story::HalfFrames).1.log().iter().filter(is_piece).count(), 4);
    let touched = |frame: &&WireFrame| !frame.touched.is_empty();
    assert!(text(Story::BadDay).1.frames().iter().filter(touched).count() > 3);
    // No two that behave otherwise look the same.
    let written = |manner| {
        let pair = Scenario::Manner(manner).script(1).replay().expect("possible");
        pair.frames().iter().map(|frame| frame.bytes.clone()).collect::<Vec<_>>()
    };
    let all = Manner::ALL.map(written);
    for (at, one) in all.iter().enumerate() {
        assert!(!all[..at].contains(one), "{} looks like one before it", Manner::ALL[at].name());
    }
    // Every fault happens, every one once.
    for kind in FaultKind::ALL {
        let pair = Scenario::Fault(*kind).script(1).replay().expect("possible");
        let is_done = |entry: &Entry| {
            matches!(entry.fact, Fact::Process(_))
                || matches!(&entry.fact, Fact::Logged(bytes) if bytes.len() > 60_000)
        };
        let happened =
            pair.frames().iter().any(|frame| frame.touched.contains(*kind)) || pair.log().iter().any(is_done);
        differs.extend((!happened).then(|| format!("{} never happens", kind.name())));
    }
    assert!(differs.is_empty(), "{differs:#?}");
}
