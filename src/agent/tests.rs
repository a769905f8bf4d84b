//! The three stories, without a wire.

use super::*;
use crate::proto::jsonrpc::ErrorCode;

fn call(agent: &mut Agent) -> (String, String) {
    match agent.next_step() {
        Some(Step::Call { tool, arguments }) => (tool, arguments.to_string()),
        other => panic!("{other:?}"),
    }
}

fn said(agent: &mut Agent) -> String {
    match agent.next_step() {
        Some(Step::Say(text)) => text,
        other => panic!("{other:?}"),
    }
}

fn result(text: &str, is_error: bool) -> CallToolResult {
    CallToolResult { is_error, ..CallToolResult::text(text) }
}

#[test]
fn a_song_is_played_in_the_language_of_the_wish() {
    for (chinese, artist, text) in
        [(true, "周杰伦", "正在播放：周杰伦 - 晴天"), (false, "Jay Chou", "Now playing")]
    {
        let mut agent = Agent::told(Plot::Song.wish(chinese), Habit::Careful);
        assert_eq!(call(&mut agent), (TOOL.to_owned(), format!("{{\"artist\":\"{artist}\"}}")));
        assert!(agent.is_waiting() && agent.next_step().is_none());
        agent.answered(Ok(&result(text, false)));
        assert!(said(&mut agent).contains(text));
        assert!(!agent.is_ready() && !agent.is_waiting());
    }
}

#[test]
fn a_model_that_reads_why_the_tool_failed_tries_again_and_then_gives_up() {
    let mut agent = Agent::told(Plot::Recovers.wish(false), Habit::Careful);
    assert_eq!(call(&mut agent).1, r#"{"artist":"Jay Chow"}"#);
    let text = "Nothing by \"Jay Chow\" is in the library. Artists: Teresa Teng, Jay Chou, Faye Wong";
    let turn = agent.answered(Ok(&result(text, true)));
    assert_eq!(turn, Turn::Sees { text: text.to_owned(), is_error: true });
    assert_eq!(call(&mut agent).1, r#"{"artist":"Jay Chou"}"#);
    agent.answered(Ok(&result(text, true)));
    assert!(said(&mut agent).contains(text), "twice is enough");
}

#[test]
fn a_json_rpc_error_leaves_the_model_in_the_dark() {
    let mut agent = Agent::told(Plot::Stuck.wish(true), Plot::Stuck.habit());
    assert_eq!(call(&mut agent).0, MISTAKEN_TOOL);
    let error = ErrorObject::new(ErrorCode::INVALID_PARAMS, "Unknown tool: playMusic");
    let message = "Unknown tool: playMusic".to_owned();
    assert_eq!(agent.answered(Err(&error)), Turn::IsBlind { code: Some(-32602), message });
    assert_eq!(agent.next_step(), None);
}

#[test]
fn what_it_does_not_understand_it_says_so() {
    assert!(said(&mut Agent::told("What is the weather like?", Habit::Careful)).contains("by"));
    assert!(said(&mut Agent::told("今天天气怎么样？", Habit::Careful)).contains("歌"));
}

const STORIES: &str = r#"
# for any server
user: Is there a storm in Utah?
call: get_alerts {"state":"UT"}
error: I could not find out: {result}
call: now
say: At {result}: it is known.

user: Thanks
say: You are welcome.
"#;

#[test]
fn a_part_that_somebody_has_written_is_played() {
    let [first, second] = Story::read(STORIES).unwrap().try_into().unwrap();
    assert_eq!(first.wish, "Is there a storm in Utah?");
    let mut agent = Agent::in_story(first.clone());
    assert_eq!(call(&mut agent), ("get_alerts".to_owned(), r#"{"state":"UT"}"#.to_owned()));
    assert_eq!(agent.next_step(), None, "the tool runs");
    agent.answered(Ok(&result("a flood", false)));
    assert_eq!(call(&mut agent), ("now".to_owned(), "{}".to_owned()));
    agent.answered(Ok(&result("noon", false)));
    assert_eq!(said(&mut agent), "At noon: it is known.");
    assert_eq!(agent.next_step(), None);

    let mut agent = Agent::in_story(first.clone());
    call(&mut agent);
    agent.answered(Ok(&result("no such state", true)));
    assert_eq!(said(&mut agent), "I could not find out: no such state");
    assert_eq!(agent.next_step(), None, "that was its end");

    let mut agent = Agent::in_story(first);
    call(&mut agent);
    let error = ErrorObject::new(ErrorCode::INVALID_PARAMS, "no");
    assert!(matches!(agent.answered(Err(&error)), Turn::IsBlind { code: Some(-32602), .. }));
    assert_eq!(agent.next_step(), None, "it never hears of it");
    assert_eq!(said(&mut Agent::in_story(second)), "You are welcome.");
}

#[test]
fn what_is_no_story_is_told_with_its_line() {
    for (text, line, kind) in [
        ("user: a\nhello", 2, StoryFaultKind::Unknown),
        ("\nthink: a", 2, StoryFaultKind::Unknown),
        ("say: a", 1, StoryFaultKind::NoUser),
        ("user:", 1, StoryFaultKind::Empty),
        ("user: a\ncall: x [1]", 2, StoryFaultKind::NoObject),
        ("user: a\nsay: b\nerror: c", 3, StoryFaultKind::NoCall),
    ] {
        assert_eq!(Story::read(text), Err(StoryFault { line, kind }), "{text}");
    }
    let fault = Story::read("user: a\ncall: x {").unwrap_err();
    assert!(fault.to_string().starts_with("line 2: the arguments are no JSON: "), "{fault}");
    assert_eq!(Story::read("# nothing\n\n"), Ok(Vec::new()));
}
