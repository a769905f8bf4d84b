//! A real process on the page: what is said to it, what is heard from it, by whose clock, and what the reader is told.
#![cfg(not(target_arch = "wasm32"))]

mod program;
mod scenes;

use std::time::Duration;

use program::*;
use scenes::{all_nodes, dom, open, region};
use wirelab::demo::{Live, Registry, Server, config};
use wirelab::panel::{
    AttachMsg, Ended, Hello, Move, Msg, Place, Standing, Told, Trouble, What, Why, next_move, read, update,
    write,
};
use wirelab::proto::connection::{Connection, Input};
use wirelab::proto::framing::Framing;
use wirelab::proto::session::{Output, ServerSession, Side, State};
use wirelab::proto::time::Instant;
use wirelab::sim::{Fact, Life, Outgoing, Parting, Process};

/// A server of the demo as a process.
struct Outsider(Server);

impl Outsider {
    fn new() -> Self {
        let live = Live::new(Registry::demo(), 0);
        Self(Server::behind(Connection::new(ServerSession::new(config())), live))
    }

    /// Reads what has come in, and answers.
    fn serve(&mut self, page: &mut Page) {
        let input = page.input();
        self.0.handle_input(Instant::ZERO, Input::Bytes(&input));
        while let Some(output) = self.0.poll_output() {
            if let Output::Transmit(bytes) = output {
                page.says(STDOUT, &bytes);
            }
        }
    }
}

/// Shakes hands and learns the tools, a step at a time.
fn talk(page: &mut Page, server: &mut Outsider) {
    for _ in 0..100 {
        match next_move(&page.model) {
            Move::Await => {
                page.passes(3);
                server.serve(page);
                assert_ne!(next_move(&page.model), Move::Await, "the server owes an answer");
            }
            next if next.is_still() => return,
            _ => page.does(Msg::Step),
        }
    }
    panic!("a hundred steps lead to no end");
}

// What they say to each other.

fn samples() -> Vec<(Vec<u8>, What)> {
    let hello = Hello {
        command: vec!["py thon".to_owned(), "é".to_owned()],
        folder: None,
        name: Some("mine".to_owned()),
        ..Hello::default()
    };
    [
        (HELLO, r#"{"command":["py thon","é"],"name":"mine","more":[1]}"#.as_bytes(), What::Hello(hello)),
        (STARTED, br#"{"pid":12345678901}"#, What::Started(12_345_678_901)),
        (STDOUT, b"\xFF\0\n{", What::Stdout(b"\xFF\0\n{".to_vec())),
        (STDOUT, b"", What::Stdout(Vec::new())),
        (STDOUT_END, b"", What::StdoutEnd),
        (STDERR, b"Traceback\n", What::Stderr(b"Traceback\n".to_vec())),
        (EXITED, br#"{"code":3}"#, What::Exited(Ended::Code(3))),
        (EXITED, br#"{"signal":15}"#, What::Exited(Ended::Signal(15))),
        (MODE, &[0x91, 1], What::Mode { of: Side::Client, held: true }),
        (MODE, &[0x82, 0], What::Mode { of: Side::Server, held: false }),
        (TROUBLE, br#"{"what":"start","message":"no"}"#, What::Trouble(Trouble::Start, why("no"))),
        (TROUBLE, br#"{"what":"new","message":""}"#, What::Trouble(Trouble::Other, why(""))),
    ]
    .into_iter()
    .map(|(kind, payload, what)| (message(kind, 70_000, 1 << 40, payload), what))
    .collect()
}

#[test]
fn what_the_program_tells_is_read_and_no_cut_of_it_is_taken_for_something_else() {
    for (bytes, what) in samples() {
        let told = Told { process: 70_000, at: Duration::from_micros(1 << 40), what };
        assert_eq!(read(&bytes).as_ref(), Some(&told));
        for length in 0..bytes.len() {
            let cut = read(&bytes[..length]);
            // Of what a process writes any part is something that it could have written.
            let is_part = matches!(told.what, What::Stdout(_) | What::Stderr(_)) && length >= 13;
            assert_eq!(cut.is_some(), is_part, "{length} bytes of {told:?}: {cut:?}");
        }
    }
}

fn why(message: &str) -> Why {
    Why { message: message.to_owned(), ..Why::default() }
}

#[test]
fn garbage_is_nothing_and_the_page_says_so() {
    for kind in 0..=u8::MAX {
        let mut page = Page::running("en");
        for payload in
            [&b""[..], b"{", b"\xFF", b"null", b"{\"pid\":\"1\"}", b"{\"code\":1e99}", b"{\"signal\":null}"]
        {
            let bytes = message(kind, 1, u64::MAX, payload);
            if let Some(told) = read(&bytes) {
                assert!((HELLO..=TROUBLE).contains(&kind) || (0x91..=0x93).contains(&kind), "{told:?}");
            }
            page.happens(Msg::Attach(AttachMsg::Heard { clock: u64::MAX, message: bytes }));
            page.happens(Msg::Step);
        }
    }
    let mut page = Page::running("en");
    page.says(0x7F, b"");
    assert!(page.text("server-side").contains("cannot read"), "{}", page.text("server-side"));
}

#[test]
fn what_leaves_the_world_is_written_as_the_program_reads_it() {
    assert_eq!(write(&Outgoing::Bytes(b"a\n".to_vec())), [b"\x01a\n".to_vec()]);
    let long = vec![b'x'; (1 << 20) + 3];
    let parts = write(&Outgoing::Bytes(long.clone()));
    assert_eq!(parts.iter().map(Vec::len).collect::<Vec<_>>(), [(1 << 20) + 1, 4]);
    let rest: Vec<_> = parts.iter().flat_map(|part| part[1..].to_vec()).collect();
    assert_eq!(rest, long);
    let all = [
        (Outgoing::End, END),
        (Outgoing::Start, START),
        (Outgoing::Part(Parting::Ask), TERMINATE),
        (Outgoing::Part(Parting::Kill), KILL),
        (Outgoing::Part(Parting::Close), CLOSE),
    ];
    for (outgoing, kind) in all {
        assert_eq!(write(&outgoing), [vec![kind]], "{outgoing:?}");
    }
}

// Frames.

#[test]
fn the_process_is_started_at_once_and_each_frame_waits_for_the_reader() {
    let mut page = Page::new("en");
    assert_eq!(*page.model.standing(), Standing::Connecting);
    assert!(page.taken().is_empty());
    page.hello();
    assert_eq!(*page.model.standing(), Standing::Starting);
    page.started();
    assert_eq!(*page.model.standing(), Standing::Running(4711));
    let shown = page.text("server-side");
    assert!(
        shown.contains("python3 my_server.py") && shown.contains("/somewhere") && shown.contains("4711"),
        "{shown}"
    );

    page.click("step", "");
    page.passes(2_000);
    assert_eq!(page.input(), b"", "it is held");
    assert!(page.text("time-bar").contains("held here: 1"), "{}", page.text("time-bar"));
    page.does(Msg::Step);
    assert_eq!(page.input(), page.model.pair().frames()[0].bytes.clone().unwrap());

    let mut page = Page::running("en");
    let mut server = Outsider::new();
    talk(&mut page, &mut server);
    assert_eq!(page.state(), State::Initialized);
    // What the reader can fill in is what the server has told.
    assert!(page.text("client-side").contains("add"), "{}", page.text("client-side"));
    page.click("tool", "now");
    page.does(Msg::CallTool);
    talk(&mut page, &mut server);
    assert!(page.wire().last().unwrap().contains("\"result\""), "{:?}", page.wire());
}

#[test]
fn a_frame_can_be_let_go_by_the_byte() {
    let mut page = Page::running("en");
    page.does(Msg::Step);
    page.does(dom("grain", "", "1"));
    page.does(Msg::Step);
    page.does(Msg::Step);
    assert_eq!(page.taken(), [b"\x01{".to_vec(), b"\x01\"".to_vec()]);
}

#[test]
fn one_switch_lets_everything_go_at_once() {
    let mut page = Page::running("en");
    let mut server = Outsider::new();
    page.click("run", "");
    assert!(page.text("time-bar").contains("all goes through"));
    page.does(Msg::Initialize);
    server.serve(&mut page);
    assert_eq!(page.state(), State::Initialized, "the handshake is done without a step");
    assert!(String::from_utf8(page.input()).unwrap().contains("notifications/initialized"));
    page.does(Msg::Go(Place::Rules));
    page.says(STDOUT, b"{\"jsonrpc\":\"2.0\",\"id\":\"s\",\"method\":\"ping\"}\n");
    assert!(String::from_utf8(page.input()).unwrap().contains("\"id\":\"s\""), "it goes on in other places");
    page.does(Msg::Go(Place::Play));
    page.click("run", "");
    page.does(Msg::Ping);
    assert_eq!(page.input(), b"", "it is held again");
}

#[test]
fn a_line_that_is_written_in_parts_is_one_frame_and_one_without_an_end_is_shown_all_the_same() {
    let mut page = Page::running("en");
    page.says(STDOUT, b"{\"jsonrpc\":\"2.0\",");
    page.passes(40);
    page.says(STDOUT, b"\"method\":\"x\"}");
    page.passes(40);
    assert!(page.wire().is_empty());
    page.says(STDOUT, b"\nContent-Length: 12\r\n\r\n{");
    assert_eq!(page.wire().len(), 3, "{:?}", page.wire());
    assert_eq!(page.wire()[0], "{\"jsonrpc\":\"2.0\",\"method\":\"x\"}\n");
    page.passes(150);
    assert_eq!(page.wire()[3], "{", "nobody waits for ever");
}

#[test]
fn what_is_no_message_is_marked_as_soon_as_it_is_heard() {
    let mut page = Page::running("en");
    page.says(STDOUT, b"Loading model...\n");
    page.says(STDERR, b"INFO ready\nINFO li");
    page.says(STDERR, b"stening\n");
    let wire = page.text("wire-rows");
    assert!(wire.contains("FR-03"), "{wire}");
    assert!(wire.contains("INFO ready") && wire.contains("INFO listening"), "{wire}");
    page.does(Msg::SelectFrame(0));
    assert!(page.text("bytes-pane").contains("Loading model"), "{}", page.text("bytes-pane"));
}

#[test]
fn the_first_thing_that_goes_wrong_is_what_is_seen_first() {
    let mut page = Page::running("en");
    page.says(STDOUT, b"{\n  \"jsonrpc\": \"2.0\"\n}\n");
    assert_eq!(page.model.shown_frame(), Some(0));
    assert!(page.text("meaning-pane").contains("FR-01"), "{}", page.text("meaning-pane"));
    // Once: whoever goes on sees how it goes on.
    page.does(Msg::Initialize);
    page.says(STDOUT, b"}\n");
    assert_eq!(page.model.shown_frame(), Some(4));
}

#[test]
fn what_the_reader_looks_at_stays_when_the_process_goes_on() {
    let mut page = Page::running("en");
    page.says(STDOUT, b"one\ntwo\n");
    page.does(Msg::SelectFrame(0));
    page.says(STDOUT, b"three\n");
    assert_eq!(page.model.shown_frame(), Some(0));
}

#[test]
fn faults_touch_what_really_passes() {
    let mut page = Page::running("en");
    page.does(Msg::Wish("break drop".to_owned()));
    page.says(STDOUT, b"{\"jsonrpc\":\"2.0\",\"method\":\"lost\"}\n");
    assert!(page.model.pair().frames()[0].is_eaten());
    page.does(dom("break-toward", "c2s", ""));
    page.does(dom("break-turn", "duplicate", ""));
    page.does(Msg::Initialize);
    page.does(Msg::Step);
    page.does(Msg::Step);
    let taken = page.taken();
    assert_eq!((taken.len(), &taken[0]), (2, &taken[1]));
    // A crash is one of the real process.
    page.does(Msg::Wish("break crash".to_owned()));
    page.says(STDOUT, b"{\"jsonrpc\":\"2.0\",\"method\":\"last words\"}\n");
    assert_eq!(page.taken(), [vec![KILL]]);
}

#[test]
fn the_reader_can_write_anything_to_it_and_in_its_name() {
    let mut page = Page::running("en");
    page.does(Msg::Wish("compose client".to_owned()));
    page.does(dom("compose-text", "", "{\"jsonrpc\":"));
    page.does(dom("compose-send", "", ""));
    page.does(Msg::Step);
    assert_eq!(page.input(), b"{\"jsonrpc\":\n");
    page.does(dom("compose-as", "server", ""));
    page.does(dom("compose-send", "", ""));
    assert_eq!(page.model.pair().frames()[1].from, Side::Server);
    assert!(page.taken().is_empty(), "the process knows nothing of that");
}

// Time.

#[test]
fn the_heart_beats_by_the_real_clock() {
    let mut page = Page::running("en");
    let mut server = Outsider::new();
    talk(&mut page, &mut server);
    page.click("run", "");
    page.taken();
    page.passes(31_000);
    assert!(String::from_utf8(page.input()).unwrap().contains("\"ping\""), "after thirty seconds");
    assert!(page.text("time-bar").contains("real clock"));
    // Nobody answers: it is noticed when it is late, and not before.
    page.passes(5_000);
    assert!(page.state().is_operating());
    page.passes(600_000);
    assert_eq!(page.state(), State::Closed);
}

#[test]
fn whoever_wakes_up_late_asks_late_and_has_patience() {
    let mut page = Page::running("en");
    let mut server = Outsider::new();
    talk(&mut page, &mut server);
    page.click("run", "");
    page.taken();
    // The lid was closed for an hour.
    page.micros += 3_600_000_000;
    page.does(Msg::Wake);
    assert!(page.state().is_operating(), "nobody was asked");
    server.serve(&mut page);
    page.passes(5_000);
    assert!(page.state().is_operating());
}

#[test]
fn a_real_process_goes_neither_back_nor_faster() {
    for (language, part) in [("en", "neither back nor faster"), ("zh", "不能倒退")] {
        let mut page = Page::running(language);
        page.does(Msg::Step);
        let shown = region(&page.model, "time-bar");
        let msgs: Vec<_> = all_nodes(&shown).iter().filter_map(|node| node.get("data-msg")).collect();
        for gone in ["back", "skip", "event", "seek", "branch", "speed"] {
            assert!(!msgs.contains(&gone), "{gone}");
        }
        let frames = page.wire();
        for msg in [Msg::Back, Msg::from_key("f").unwrap(), Msg::from_key("j").unwrap(), dom("seek", "", "0")]
        {
            page.does(msg);
            assert_eq!(page.wire(), frames);
            assert!(page.text("time-bar").contains(part), "{}", page.text("time-bar"));
        }
    }
}

// The process.

#[test]
fn the_end_of_a_process_is_told_with_its_status() {
    for (payload, part, how) in [
        (&br#"{"code":1}"#[..], "exit code 1", Process::Exited(1)),
        (br#"{"code":0}"#, "exit code 0", Process::Exited(0)),
        (br#"{"signal":11}"#, "SIGSEGV", Process::Signalled { signal: 11, asked: false }),
    ] {
        let mut page = Page::running("en");
        page.says(STDERR, b"Traceback (most recent call last):\nModuleNotFoundError: No module named 'mcp'");
        page.says(STDOUT_END, b"");
        page.says(EXITED, payload);
        assert!(page.text("server-side").contains(part), "{}", page.text("server-side"));
        assert!(page.text("wire-rows").contains("No module named 'mcp'"), "{}", page.text("wire-rows"));
        let last = page.model.pair().log().iter().rev().find_map(|entry| match entry.fact {
            Fact::Process(process) => Some(process),
            _ => None,
        });
        assert_eq!(last, Some(how));
        // The client learns of it when the reader lets it.
        page.does(Msg::Step);
        assert_eq!(page.state(), State::Closed);
        page.click("attach-start", "");
        page.started();
        assert_eq!((page.state(), page.model.pair().life()), (State::Uninitialized, Life::Running));
    }
}

#[test]
fn a_process_whose_child_holds_its_output_has_ended_all_the_same() {
    let mut page = Page::running("en");
    page.says(EXITED, br#"{"code":0}"#);
    assert!(page.text("server-side").contains("output stays open"), "{}", page.text("server-side"));
    page.says(STDOUT, b"from the child\n");
    assert_eq!(page.wire(), ["from the child\n"]);
    page.says(STDOUT_END, b"");
    assert!(!page.text("server-side").contains("output stays open"));
    assert_eq!(page.model.pair().life(), Life::Ended);
}

#[test]
fn a_command_that_does_not_exist_says_so_at_first_sight() {
    let mut page = Page::new("en");
    page.hello();
    page.taken();
    let said = br#"{"what":"start","message":"nosuch: gone","system":"gone","cause":"missing"}"#;
    page.says(TROUBLE, said);
    for place in ["server-side", "wire-rows"] {
        assert!(page.text(place).contains("finds no such program"), "{}", page.text(place));
    }
    assert_eq!(next_move(&page.model), Move::Absent);
    page.click("attach-start", "");
    assert_eq!(page.taken(), [vec![START]]);
}

#[test]
fn what_did_not_work_is_told_in_the_readers_words_with_the_programs_numbers() {
    for (json, language, part) in [
        (r#"{"what":"start","message":"m","system":"Text file busy"}"#, "en", "started: Text file busy"),
        (r#"{"what":"start","message":"m","system":"x","cause":"forbidden"}"#, "zh", "系统不允许"),
        (r#"{"what":"start","message":"m","system":"x","cause":"new"}"#, "zh", "没能启动：x"),
        (r#"{"what":"start","message":"m"}"#, "zh", "启动得太频繁"),
        (r#"{"what":"input","message":"m","bytes":198}"#, "en", "198 bytes that the client wrote"),
        (r#"{"what":"input","message":"m","bytes":198}"#, "zh", "198 字节没有送到"),
        (r#"{"what":"input","message":"m"}"#, "zh", "没有谁会收到"),
        (r#"{"what":"overrun","message":"m","bytes":9007199254740993}"#, "zh", "少了 9007199254740993 字节"),
        (r#"{"what":"new","message":"a word of a later version"}"#, "en", "a word of a later version"),
    ] {
        let mut page = if json.contains("start") { Page::new(language) } else { Page::running(language) };
        if json.contains("start") {
            page.hello();
            page.taken();
        }
        page.says(TROUBLE, json.as_bytes());
        let side = page.text("server-side");
        assert!(side.contains(part), "{json}: {side}");
    }
}

#[test]
fn a_signal_that_nobody_here_has_sent_is_told_as_that() {
    let ended = |page: &mut Page| {
        page.says(STDOUT_END, b"");
        page.says(EXITED, br#"{"signal":9}"#);
    };
    for (language, outside) in [("en", "Nobody sent it from here"), ("zh", "这里没有人发过")] {
        let mut page = Page::running(language);
        ended(&mut page);
        let wire = page.text("wire-rows");
        assert!(wire.contains("9 (SIGKILL)") && wire.contains(outside), "{wire}");
        assert!(!wire.contains("host has killed") && !wire.contains("宿主"), "{wire}");
        let mut page = Page::running(language);
        page.click("attach-end", Parting::Kill.name());
        ended(&mut page);
        let wire = page.text("wire-rows");
        assert!(wire.contains("9 (SIGKILL)") && !wire.contains(outside), "{wire}");
    }
    // A status that only looks like it is no signal.
    let mut page = Page::running("en");
    page.says(STDOUT_END, b"");
    page.says(EXITED, br#"{"code":137}"#);
    assert!(page.text("wire-rows").contains("ended with status 137"), "{}", page.text("wire-rows"));
}

#[test]
fn each_way_to_end_it_is_a_button_and_stands_in_the_wire() {
    for (arg, kind, part) in [
        ("closeServer", CLOSE, "close its input"),
        ("askServer", TERMINATE, "SIGTERM"),
        ("killServer", KILL, "SIGKILL"),
    ] {
        let mut page = Page::running("en");
        page.click("attach-end", arg);
        assert_eq!(page.taken(), [vec![kind]]);
        assert!(page.text("wire-rows").contains(part), "{}", page.text("wire-rows"));
    }
}

#[test]
fn the_client_that_closes_ends_the_input() {
    let mut page = Page::running("en");
    page.does(Msg::Close);
    page.does(Msg::Step);
    assert_eq!(page.taken(), [vec![END]]);
}

#[test]
fn what_is_late_from_an_earlier_process_is_not_heard() {
    let mut page = Page::running("en");
    page.click("attach-start", "");
    page.says(STDOUT, b"late\n");
    page.started();
    let old = message(STDOUT, page.process - 1, page.micros, b"later\n");
    let clock = page.clock();
    page.happens(Msg::Attach(AttachMsg::Heard { clock, message: old }));
    page.says(STDOUT, b"new\n");
    assert_eq!(page.wire(), ["new\n"]);
}

#[test]
fn a_choice_that_begins_anew_begins_with_a_new_process() {
    let mut page = Page::running("en");
    page.does(Msg::Step);
    page.does(Msg::Offer("2024-11-05".to_owned()));
    page.does(Msg::Offer("2025-03-26".to_owned()));
    page.started();
    page.does(Msg::Step);
    page.does(Msg::Step);
    assert!(String::from_utf8(page.input()).unwrap().contains("2025-03-26"));
    assert_eq!(page.wire().len(), 1);
}

#[test]
fn a_server_that_is_lost_is_started_again_by_the_clock() {
    let mut page = Page::running("en");
    let mut server = Outsider::new();
    talk(&mut page, &mut server);
    page.does(dom("keep-server", "", ""));
    page.click("run", "");
    page.taken();
    page.says(STDOUT_END, b"");
    page.says(EXITED, br#"{"code":7}"#);
    assert_eq!(page.taken(), [vec![KILL], vec![END]], "whatever is left of it");
    assert!(page.text("wire-rows").contains("status 7"), "{}", page.text("wire-rows"));
    page.passes(3_000);
    let taken = page.taken();
    assert_eq!(taken[0], [START]);
    assert!(String::from_utf8_lossy(&taken[1]).contains("\"initialize\""), "and shakes hands by itself");
}

#[test]
fn who_goes_to_another_world_ends_the_process_and_can_come_back() {
    let mut page = Page::running("en");
    page.does(Msg::Step);
    let other = Msg::OpenScript(r#"{"wirelab":1,"offer":"2025-11-25","unixMillis":0,"latencyMicros":4000,"database":false,"sql":null,"files":[],"actions":[{"do":"initialize"}]}"#.to_owned());
    page.does(other);
    assert_eq!(*page.model.standing(), Standing::Left, "{}", page.text("time-bar"));
    assert_eq!(page.taken(), [vec![CLOSE]]);
    page.does(Msg::Step);
    assert!(page.taken().is_empty(), "what is said there is said to nobody");
    page.click("attach-start", "");
    page.started();
    assert_eq!(*page.model.standing(), Standing::Running(4711));
}

#[test]
fn a_page_that_is_loaded_again_has_what_was_said_and_starts_nothing_by_itself() {
    for (language, part) in [("en", "ended with the page"), ("zh", "随着原来的页面一起结束")] {
        let mut page = Page::running(language);
        let mut server = Outsider::new();
        talk(&mut page, &mut server);
        let (script, wire) = (page.model.script().unwrap(), page.wire());

        let mut model = open(language);
        update(&mut model, Msg::OpenScript(script));
        let mut page = Page::with(model);
        page.process = 1;
        page.hello();
        page.says(STDOUT, b"from the one before\n");
        assert_eq!(page.wire(), wire);
        assert!(page.text("server-side").contains(part), "{}", page.text("server-side"));
        assert!(page.taken().is_empty());
        page.click("attach-start", "");
        page.started();
        let mut server = Outsider::new();
        talk(&mut page, &mut server);
        assert_eq!(page.state(), State::Initialized);
        assert!(page.wire().len() > wire.len());
    }
}

#[test]
fn a_page_that_is_not_let_in_says_why_and_can_try_again() {
    for (status, language, part) in [
        (409, "en", "Another page has this process"),
        (409, "zh", "另一个页面"),
        (403, "en", "not the address"),
        (0, "en", "does not answer"),
        (426, "en", "HTTP 426"),
        (426, "zh", "HTTP 426"),
    ] {
        let mut page = Page::new(language);
        page.shut(status);
        for place in ["server-side", "wire-rows"] {
            assert!(page.text(place).contains(part), "{}", page.text(place));
        }
        page.click("attach-connect", "");
        assert_eq!((page.connects, page.model.standing()), (1, &Standing::Connecting));
        page.hello();
        page.started();
    }
}

#[test]
fn a_program_that_goes_away_takes_the_process_along() {
    let mut page = Page::running("en");
    page.does(Msg::Step);
    page.does(Msg::ToggleRun);
    page.says(STDOUT, b"half a li");
    page.shut(0);
    assert!(page.text("server-side").contains("gone away"));
    assert_eq!(page.wire().last().map(String::as_str), Some("half a li"));
    assert_eq!((page.model.pair().life(), next_move(&page.model).is_still()), (Life::Ended, false));
    page.does(Msg::Initialize);
    page.does(Msg::Step);
    assert!(page.taken().iter().all(|sent| sent[0] == INPUT || sent[0] == START), "nothing after that");
    // Time is the page's own again: the reader can go back to look.
    page.does(Msg::Back);
    assert!(page.text("time-bar").contains("Step"));
}

#[test]
fn a_process_that_prints_without_end_is_stopped_before_the_page_is_full() {
    let mut page = Page::running("en");
    page.is_judged = false;
    let part = vec![b'x'; 1 << 16];
    for _ in 0..600 {
        page.says(STDOUT, &[&part[..], b"\n"].concat());
    }
    assert_eq!(page.taken(), [vec![CLOSE]]);
    assert!(page.text("server-side").contains("No more fits"), "{}", page.text("server-side"));
    assert!(page.model.pair().weight() < 40 << 20, "{}", page.model.pair().weight());
    // What it was can be opened again.
    let mut model = open("en");
    update(&mut model, Msg::OpenScript(page.model.script().unwrap()));
    assert_eq!(model.pair().frames().len(), page.model.pair().frames().len());
}

#[test]
fn another_framing_is_for_real() {
    let mut page = Page::running("en");
    page.does(dom("framing", "client", Framing::ContentLength.name()));
    page.started();
    page.does(Msg::Step);
    page.does(Msg::Step);
    assert!(page.input().starts_with(b"Content-Length: "));
}
