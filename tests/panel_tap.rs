//! A page between a client and a server of others: it sees what they say, and may hold, change and drop it.
#![cfg(not(target_arch = "wasm32"))]

mod program;
mod scenes;

use program::*;
use scenes::{dom, open};
use wirelab::panel::{Ended, Msg, Place, Role, Standing, update};
use wirelab::proto::session::Side;
use wirelab::sim::Script;
use wirelab::trace::{Lane, wire};

const INITIALIZE: &[u8] = br#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"desk","version":"1.2"}}}
"#;
const CHOSEN: &[u8] = br#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"dice","version":"3"}}}
"#;
const CALL: &[u8] =
    b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"add\",\"arguments\":{\"a\":1}}}\n";
const PING: &[u8] = b"{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}\n";
const PONG: &[u8] = b"{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n";

/// The program between two ends, as its documentation has it.
struct Tap {
    page: Page,
    holds: bool,
    /// What is held of the client, and of the server.
    held: [Vec<u8>; 2],
    /// What the server, and what the client, has got.
    got: [Vec<u8>; 2],
}

impl Tap {
    fn new(language: &str) -> Self {
        let mut tap = Self {
            page: Page::new(language),
            holds: false,
            held: Default::default(),
            got: Default::default(),
        };
        tap.begins();
        tap
    }

    fn begins(&mut self) {
        self.page.says(HELLO, br#"{"command":["dice-mcp"],"tap":true}"#);
        self.page.process = 1;
        self.page.says(STARTED, br#"{"pid":4711}"#);
    }

    const fn kind(from: Side) -> u8 {
        match from {
            Side::Client => FROM_CLIENT,
            Side::Server => STDOUT,
        }
    }

    /// One of the two writes this.
    fn writes(&mut self, from: Side, bytes: &[u8]) {
        let to = if self.holds { &mut self.held } else { &mut self.got };
        to[from as usize].extend(bytes);
        self.page.micros += 1_000;
        self.page.says(Self::kind(from), bytes);
        self.obeys();
    }

    /// Does what the page asks for.
    fn obeys(&mut self) {
        for asked in self.page.taken() {
            match (asked[0], &asked[1..]) {
                (TO_SERVER, bytes) => self.got[0].extend(bytes),
                (TO_CLIENT, bytes) => self.got[1].extend(bytes),
                (DONE, rest) => {
                    let count = u64::from_be_bytes(rest[1..].try_into().unwrap()) as usize;
                    let held = &mut self.held[usize::from(rest[0] == STDOUT)];
                    assert!(count <= held.len(), "no more is done than is held");
                    held.drain(..count);
                }
                (HOLD, [on]) => {
                    self.holds = *on == 1;
                    for side in [Side::Client, Side::Server] {
                        let held = core::mem::take(&mut self.held[side as usize]);
                        self.got[side as usize].extend(held);
                        self.page.says(MODE, &[Self::kind(side), *on]);
                    }
                }
                other => panic!("a tap is not asked for {other:?}"),
            }
        }
    }

    fn does(&mut self, msg: Msg) {
        self.page.does(msg);
        self.obeys();
    }

    fn click(&mut self, name: &str, arg: &str) {
        self.page.click(name, arg);
        self.obeys();
    }

    fn hold(&mut self) {
        self.click("run", "");
    }

    fn edits(&mut self, frame: &str, text: &str) {
        self.click("tap-edit", frame);
        self.does(dom("compose-text", "", text));
        self.click_send();
    }

    fn click_send(&mut self) {
        self.does(dom("compose-send", "", ""));
    }

    fn text(&self, place: &str) -> String {
        self.page.text(place)
    }

    fn got(&self, side: Side) -> String {
        String::from_utf8_lossy(&self.got[side as usize]).into_owned()
    }
}

#[test]
fn what_the_two_say_stands_in_the_wire_without_a_click_judged_and_with_their_names() {
    for (language, ends) in [("en", ["Your client", "Your server"]), ("zh", ["您的客户端", "您的服务器"])]
    {
        let mut tap = Tap::new(language);
        tap.writes(Side::Client, INITIALIZE);
        tap.writes(Side::Server, CHOSEN);
        tap.writes(Side::Server, b"Loading model...\n");
        tap.page.says(STDERR, b"a warning\n");
        tap.writes(Side::Client, PING);
        let view = wirelab::panel::view(&tap.page.model);
        for (name, text) in ["client", "server"].iter().zip(ends) {
            assert!(view.texts.contains(&(name, text)), "{:?}", view.texts);
        }
        let rows = tap.text("wire-rows");
        for part in ["initialize", "2025-06-18", "FR-03", "a warning", "ping"] {
            assert!(rows.contains(part), "{part}: {rows}");
        }
        let (client, server) = (tap.text("client-side"), tap.text("server-side"));
        assert!(client.contains("desk 1.2") && client.contains("ping"), "{client}");
        assert!(
            server.contains("dice 3") && server.contains("dice-mcp") && server.contains("4711"),
            "{server}"
        );
        assert!(tap.page.model.pair().frames().iter().all(|frame| frame.delivered));
        // It is as late here as the program says.
        assert!(tap.page.model.pair().frames()[0].sent.micros() == 7_001_000);
        assert_eq!(tap.page.sent, Vec::<Vec<u8>>::new(), "who only watches says nothing");
    }
}

#[test]
fn neither_end_does_what_a_client_of_the_page_would() {
    let mut tap = Tap::new("en");
    tap.writes(Side::Client, INITIALIZE);
    let before = tap.page.model.pair().log().len();
    for msg in [Msg::Initialize, Msg::ListTools, Msg::Ping, Msg::Close, Msg::Reset, Msg::Step, Msg::Back] {
        tap.does(msg);
    }
    tap.does(Msg::Wish("break drop".to_owned()));
    assert_eq!(tap.page.model.pair().log().len(), before);
    let all = ["client-side", "server-side", "time-bar"].map(|place| tap.text(place)).join("\n");
    for button in ["tools/list", "Call a tool", "Begin anew", "Kill", "Start it"] {
        assert!(!all.contains(button), "{button}: {all}");
    }
}

#[test]
fn what_is_looked_at_stays_while_the_two_go_on() {
    let mut tap = Tap::new("en");
    tap.writes(Side::Client, INITIALIZE);
    tap.writes(Side::Server, CHOSEN);
    tap.does(Msg::SelectFrame(0));
    tap.writes(Side::Client, PING);
    assert_eq!(tap.page.model.shown_frame(), Some(0));
    // Whoever looks at the newest goes on looking at the newest.
    tap.does(Msg::SelectFrame(2));
    tap.writes(Side::Server, PONG);
    assert_eq!(tap.page.model.shown_frame(), Some(3));
}

#[test]
fn what_is_held_waits_until_the_reader_lets_it_go_oldest_first() {
    let mut tap = Tap::new("en");
    assert!(tap.text("time-bar").contains("all goes through"));
    tap.hold();
    assert!(tap.holds && tap.text("compose").contains("Held here: 0"), "{}", tap.text("compose"));
    tap.writes(Side::Client, CALL);
    tap.writes(Side::Client, PING);
    tap.writes(Side::Server, b"a stray word\n");
    assert_eq!((tap.got(Side::Client), tap.got(Side::Server)), (String::new(), String::new()));
    assert!(tap.text("time-bar").contains("held here: 3"), "{}", tap.text("time-bar"));
    tap.click("tap-held", "");
    tap.does(Msg::Step);
    assert_eq!(tap.got[0], CALL);
    // What waits before it in its direction goes with it, and nothing of the other direction.
    tap.click("tap-go", "1");
    assert_eq!(tap.got[0], [CALL, PING].concat());
    assert_eq!(tap.got(Side::Server), "");
    tap.click("tap-go", "2");
    assert_eq!(tap.got(Side::Server), "a stray word\n");
    assert!(tap.held.iter().all(Vec::is_empty), "all of it is dealt with");
}

#[test]
fn what_is_let_go_is_unchanged_whatever_it_is() {
    let mut tap = Tap::new("en");
    tap.hold();
    let odd = b"\xFF\xFE no message \0\n\r\n\n{\"a\":9007199254740993}\r\n";
    tap.writes(Side::Server, odd);
    tap.writes(Side::Server, b"half a li");
    tap.page.passes(200);
    tap.obeys();
    assert!(tap.text("time-bar").contains("held here: 5"), "{}", tap.text("time-bar"));
    for _ in 0..5 {
        tap.does(Msg::Step);
    }
    tap.writes(Side::Server, b"ne\n");
    tap.does(Msg::Step);
    assert_eq!(tap.got[1], [&odd[..], b"half a line\n"].concat());
    assert_eq!(tap.held[1], b"");
}

#[test]
fn an_edited_frame_goes_on_as_edited_and_both_are_to_be_seen() {
    let mut tap = Tap::new("en");
    tap.hold();
    tap.writes(Side::Client, CALL);
    tap.click("tap-edit", "0");
    let draft = tap.page.model.acting().draft().expect("it is in the editor").clone();
    assert_eq!((draft.side, draft.bytes().unwrap()), (Side::Client, CALL.to_vec()));
    assert!(tap.text("compose").contains("Edit frame 1"), "{}", tap.text("compose"));
    tap.does(dom("compose-text", "", &draft.text.replace(":1}}", ":41}}")));
    tap.click_send();
    assert_eq!(tap.got(Side::Client), "", "it still waits");
    assert!(tap.page.model.acting().draft().is_none());
    assert!(tap.text("compose").contains("edited by you"), "{}", tap.text("compose"));
    tap.does(Msg::Step);
    let changed = String::from_utf8_lossy(CALL).replace(":1}}", ":41}}");
    assert_eq!((tap.got(Side::Client), tap.held[0].len()), (changed, 0));
    assert_eq!(tap.page.wire(), [String::from_utf8_lossy(CALL)], "what its end wrote");
    assert!(tap.text("wire-rows").contains("edited by you"));
    let meaning = tap.text("meaning-pane");
    assert!(meaning.contains("this went on in its place") && meaning.contains(r#""a":41"#), "{meaning}");
    // What its peer is blamed for may come from that.
    let refused = br#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}"#;
    tap.writes(Side::Server, &[&refused[..], b"\n"].concat());
    let meaning = tap.text("meaning-pane");
    assert!(meaning.contains("JR-14") && meaning.contains("may be your doing"), "{meaning}");
    // Who writes what was there has changed nothing.
    tap.writes(Side::Client, PING);
    tap.edits("2", "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}");
    assert!(!tap.text("compose").contains("edited by you"));
}

#[test]
fn a_frame_that_goes_while_it_is_edited_is_not_touched_any_more() {
    let mut tap = Tap::new("en");
    tap.hold();
    tap.writes(Side::Client, PING);
    tap.click("tap-edit", "0");
    tap.hold();
    assert!(tap.text("compose").contains("does not wait any more"), "{}", tap.text("compose"));
    tap.does(dom("compose-text", "", "other"));
    tap.click_send();
    assert_eq!(tap.got[0], PING);
    assert!(!tap.text("wire-rows").contains("edited by you"));
}

#[test]
fn a_dropped_frame_never_goes_and_stays_to_be_seen_wherever_it_stood() {
    let mut tap = Tap::new("en");
    tap.hold();
    for frame in [CALL, PING, INITIALIZE] {
        tap.writes(Side::Client, frame);
    }
    // It is not the first: what is before it has to be dealt with before it can be.
    tap.click("tap-drop", "1");
    assert_eq!(tap.held[0].len(), CALL.len() + PING.len() + INITIALIZE.len());
    assert!(tap.text("time-bar").contains("held here: 2"));
    tap.does(Msg::Step);
    assert_eq!(tap.held[0], INITIALIZE);
    tap.does(Msg::Step);
    assert_eq!((tap.got[0].clone(), tap.held[0].len()), ([CALL, INITIALIZE].concat(), 0));
    assert!(tap.text("wire-rows").contains("dropped by you"));
    assert!(tap.text("client-side").contains("dropped by you"), "{}", tap.text("client-side"));
}

#[test]
fn a_frame_can_be_said_in_the_name_of_either_end() {
    let mut tap = Tap::new("en");
    for (side, name) in [(Side::Client, "client"), (Side::Server, "server")] {
        tap.does(Msg::Wish(format!("compose {name}")));
        tap.does(dom("compose-text", "", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}"));
        tap.click_send();
        assert_eq!(tap.got(side), "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n");
    }
    assert_eq!(tap.text("wire-rows").matches("written by you").count(), 4, "in words and in the picture");
    // While all is held it waits like the others, and no place in what is held is its.
    tap.hold();
    tap.writes(Side::Client, PING);
    tap.does(Msg::Wish("compose client".to_owned()));
    tap.does(dom("compose-text", "", "mine"));
    tap.click_send();
    assert!(!tap.got(Side::Client).contains("mine"));
    tap.click("tap-go", "3");
    assert!(tap.got(Side::Client).ends_with("\"ping\"}\nmine\n"), "{}", tap.got(Side::Client));
    assert_eq!(tap.held[0], b"");
}

#[test]
fn who_no_longer_holds_lets_go_of_all_in_order_as_it_was_decided() {
    let mut tap = Tap::new("en");
    tap.hold();
    tap.writes(Side::Client, CALL);
    tap.writes(Side::Client, PING);
    tap.writes(Side::Server, PONG);
    tap.writes(Side::Client, INITIALIZE);
    tap.click("tap-drop", "1");
    tap.edits("2", "{}");
    tap.hold();
    assert!(!tap.holds);
    assert_eq!(tap.got, [[CALL, INITIALIZE].concat(), b"{}\n".to_vec()]);
    assert!(tap.text("time-bar").contains("all goes through") && !tap.text("compose").contains("Held here"));
    tap.writes(Side::Client, PING);
    assert_eq!(tap.got[0], [CALL, INITIALIZE, PING].concat());
}

#[test]
fn what_the_program_lets_go_by_itself_is_not_said_twice_nor_shown_as_dropped() {
    let mut tap = Tap::new("en");
    tap.hold();
    tap.writes(Side::Client, CALL);
    tap.writes(Side::Client, PING);
    tap.click("tap-drop", "1");
    tap.page.says(MODE, &[FROM_CLIENT, 0]);
    assert_eq!(tap.page.taken(), Vec::<Vec<u8>>::new());
    assert!(tap.page.model.pair().frames().iter().all(|frame| frame.delivered && !frame.lost));
    assert!(!tap.text("wire-rows").contains("dropped by you"));
}

#[test]
fn a_page_that_is_let_go_holds_nothing_and_says_what_it_is() {
    for (number, language, part) in
        [(0, "en", "The tap is gone"), (1011, "en", "passes on everything"), (0, "zh", "中间的程序不在了")]
    {
        let mut tap = Tap::new(language);
        tap.hold();
        tap.writes(Side::Client, CALL);
        tap.page.shut(number);
        assert!(tap.text("server-side").contains(part), "{}", tap.text("server-side"));
        assert!(tap.page.model.pair().frames()[0].delivered);
        assert!(tap.text("compose").is_empty() && !tap.page.model.script().unwrap().is_empty());
        let bar = tap.text("time-bar");
        assert!(!bar.contains("Step") && !bar.contains("单步"), "{bar}");
        tap.click("attach-connect", "");
        tap.begins();
        assert_eq!(tap.page.model.standing(), &Standing::Running(4711));
        assert_eq!(tap.page.model.pair().frames().len(), 0, "the program tells it all anew");
    }
}

#[test]
fn a_page_that_only_looks_on_offers_nothing_that_it_may_not_do() {
    for (more, part) in
        [("\"tap\":true,", "Another page stands between"), ("", "Another page speaks to this")]
    {
        let mut page = Page::new("en");
        page.says(HELLO, format!("{{\"command\":[\"x\"],{more}\"readOnly\":true}}").as_bytes());
        assert!(page.text("client-side").contains(part), "{}", page.text("client-side"));
        page.process = 1;
        page.says(STARTED, br#"{"pid":1}"#);
        page.says(FROM_CLIENT, PING);
        page.says(STDOUT, PONG);
        for msg in [Msg::Step, Msg::ToggleRun, Msg::Initialize, Msg::Wish("compose client".to_owned())] {
            page.does(msg);
        }
        assert_eq!((page.taken(), page.wire().len()), (Vec::new(), 2));
        let all =
            ["client-side", "server-side", "time-bar", "compose"].map(|place| page.text(place)).join("\n");
        for button in ["initialize", "Step", "Hold", "Write a frame", "Kill", "Start it"] {
            assert!(!all.contains(button), "{button}: {all}");
        }
        // The page that has it starts the server anew.
        page.process = 2;
        page.says(STARTED, br#"{"pid":2}"#);
        page.says(EXITED, br#"{"code":0}"#);
        assert_eq!(page.model.standing(), &Standing::Ended(Ended::Code(0)));
        assert!(page.text("wire-rows").contains("started the server anew"));
    }
}

#[test]
fn a_page_that_is_not_let_in_offers_no_client() {
    for shut in [None, Some(409), Some(403), Some(0)] {
        let mut page = Page::new("en");
        if let Some(number) = shut {
            page.shut(number);
        }
        let places = ["controls", "client-side", "server-side", "time-bar", "wire-rows"];
        let all = places.map(|place| page.text(place)).join("\n");
        for offer in ["initialize", "Step", "tools/list", "Write a frame", "Client offers", "Framing"] {
            assert!(!all.contains(offer), "{shut:?} {offer}: {all}");
        }
    }
}

#[test]
fn what_was_said_last_can_be_let_go_after_the_server_has_ended() {
    let mut tap = Tap::new("en");
    tap.hold();
    tap.writes(Side::Server, PONG);
    tap.page.says(STDOUT_END, b"");
    tap.page.says(EXITED, br#"{"code":0}"#);
    assert!(tap.text("server-side").contains("exit code 0"), "{}", tap.text("server-side"));
    assert!(tap.text("compose").contains("The server has ended"), "{}", tap.text("compose"));
    tap.does(Msg::Step);
    assert_eq!((tap.got[1].as_slice(), tap.held[1].len()), (PONG, 0));
    assert!(tap.page.model.pair().frames().iter().all(|frame| frame.delivered), "and the end after it");
}

#[test]
fn a_page_that_is_full_lets_everything_pass_and_says_so() {
    let mut tap = Tap::new("en");
    tap.page.is_judged = false;
    tap.hold();
    let part = [&vec![b'x'; 1 << 16][..], b"\n"].concat();
    for _ in 0..600 {
        tap.writes(Side::Server, &part);
    }
    assert!(!tap.holds && tap.text("server-side").contains("No more fits"), "{}", tap.text("server-side"));
    assert_eq!(tap.got[1].len(), 600 * part.len());
    assert!(tap.page.model.pair().weight() < 40 << 20);
    tap.does(Msg::ToggleRun);
    assert!(!tap.holds, "what is not shown cannot be held");
}

#[test]
fn the_session_can_be_saved_with_what_was_written_and_what_went_on() {
    let mut tap = Tap::new("en");
    tap.hold();
    tap.writes(Side::Client, CALL);
    tap.writes(Side::Client, PING);
    tap.edits("0", "{\"changed\":true}");
    tap.click("tap-drop", "1");
    tap.hold();
    let mut text = String::new();
    wire::write(&tap.page.model.pair().trace(), &mut text);
    let (trace, _) = wire::read(text.as_bytes());
    assert_eq!(trace.bytes(Lane::ClientToServer), [CALL, PING].concat());
    let said: Vec<_> = trace.entries.iter().filter(|entry| entry.lane == Lane::Note).collect();
    let said: Vec<_> = said.iter().map(|entry| String::from_utf8_lossy(&entry.bytes).into_owned()).collect();
    assert_eq!(said[0], "c2s: changed by hand, this went on: {\"changed\":true}\n");
    assert!(said[1].starts_with("c2s: dropped by hand") && said.len() == 2, "{said:?}");
    // The judge opens it, and the script leads to the same world.
    tap.does(Msg::Wish("judge".to_owned()));
    assert_eq!(tap.page.model.place(), Place::Recording);
    let shown = tap.text("recording-area");
    assert!(shown.contains("tools/call") && shown.contains("changed by hand"), "{shown}");
    let script = tap.page.model.script().expect("something happened");
    assert_eq!(Script::from_text(&script).unwrap().to_text(), script);
    let mut model = open("en");
    update(&mut model, Msg::OpenScript(script));
    assert_eq!(model.pair().log(), tap.page.model.pair().log());
    assert_eq!((model.role(), tap.page.model.role()), (Role::Client, Role::Tap));
}
