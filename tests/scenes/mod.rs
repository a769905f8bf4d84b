//! Ways through the page that show every kind of view that it has.
#![allow(dead_code)] // every test file is a crate of its own and uses its part

use wirelab::demo::Registry;
use wirelab::desk::{Desk, Reply};
use wirelab::panel::node::Node;
use wirelab::panel::{
    AttachMsg, Body, Effect, Environment, InspectMsg, Model, Msg, Place, Presence, Provocation, kind,
    next_move, update, view,
};
use wirelab::sim::FaultKind;
use wirelab::trace::Lane;

/// One thing that a scene does.
#[derive(Debug, Clone)]
enum Step {
    Msg(Msg),
    /// Steps until the page waits for the reader, looking at each view.
    Settle,
}

/// A way through the page.
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) name: &'static str,
    pub(crate) msgs: Vec<Msg>,
}

/// A page for a reader of `language`.
pub(crate) fn open(language: &str) -> Model {
    Model::new(&Environment { languages: vec![language.to_owned()], ..Environment::default() })
}

/// The message of an element of the page.
pub(crate) fn dom(name: &str, arg: &str, value: &str) -> Msg {
    Msg::from_dom(name, arg, value).expect("the page has such a message")
}

/// A conversation with stray output, a broken line, and something on every lane.
pub(crate) const PASTED: &str = concat!(
    r#"{"wirelab":1,"command":["x"]}"#,
    "\n",
    r#"{"at":0,"lane":"c2s","text":"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n"}"#,
    "\n",
    r#"{"at":1000,"lane":"stderr","text":"启动\n"}"#,
    "\n",
    r#"{"at":2000,"lane":"s2c","text":"启动完毕\n"}"#,
    "\n",
    r#"{"at":3000,"lane":"s2c","text":"{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":{\"tools\":[]}}\n"}"#,
    "\n",
    r#"{"at":4000,"lane":"note","text":"重启"}"#,
    "\n",
    r#"{"at":5000,"lane":"s2c","end":true}"#,
    "\n",
);

/// Answers what `effects` ask of the judge.
pub(crate) fn answers(desk: &mut Desk, effects: &[Effect]) -> Vec<Msg> {
    let answer = |effect: &Effect| match effect {
        Effect::Judge { number, ask, language, body } => {
            let text = match body {
                Some(Body::Text(text)) => text.as_bytes(),
                _ => b"",
            };
            // There and back as text, as it travels.
            let reply = desk.answer(&ask.to_json(*language), text).to_json();
            Some(Msg::Judged { number: *number, reply: Reply::from_json(&reply) })
        }
        Effect::Dismiss => {
            *desk = Desk::default();
            None
        }
        _ => None,
    };
    effects.iter().filter_map(answer).collect()
}

/// Lets `msg` happen, and whatever the judge answers to it, looking at each view.
pub(crate) fn happen(desk: &mut Desk, model: &mut Model, msg: Msg, look: &mut impl FnMut(&Model)) {
    let mut msgs = vec![msg];
    while !msgs.is_empty() {
        let msg = msgs.remove(0);
        let effects = update(model, msg);
        look(model);
        msgs.extend(answers(desk, &effects));
    }
}

/// Steps until the page waits for the reader.
pub(crate) fn settle(model: &mut Model) {
    for _ in 0..1_000 {
        if next_move(model).is_still() {
            return;
        }
        update(model, Msg::Step);
    }
    panic!("it never waits for the reader");
}

/// What stands in a region.
pub(crate) fn region(model: &Model, name: &str) -> Vec<Node> {
    let regions = view(model).regions;
    regions.into_iter().find(|(known, _)| *known == name).expect("the page has such a region").1
}

/// The nodes and all nodes within.
pub(crate) fn all_nodes(nodes: &[Node]) -> Vec<&Node> {
    fn gather<'a>(nodes: &'a [Node], all: &mut Vec<&'a Node>) {
        for node in nodes {
            all.push(node);
            gather(&node.children, all);
        }
    }
    let mut all = Vec::new();
    gather(nodes, &mut all);
    all
}

/// A conversation over HTTP, with a question, a stream that is cut, and requests by hand.
fn over_http(version: &str) -> Vec<Step> {
    let say = |name, arg: &str, value: &str| Step::Msg(dom(name, arg, value));
    let steps = |count| core::iter::repeat_n(Step::Msg(Msg::Step), count);
    let begin = [Step::Msg(Msg::Go(Place::Http)), say("http-offer", "", version), Step::Msg(Msg::ToggleHelp)];
    let call = [say("http-call", "greet_user", "")].into_iter().chain(steps(6));
    let answer = [say("answer", "accept", "")].into_iter().chain(steps(4));
    let stream = [say("http-call", "slow", "")].into_iter().chain(steps(5));
    let by_hand = [
        say("http-cut", "4 server", ""),
        say("http-heads", "1", ""),
        say("http-draft", "no-accept", ""),
        say("http-send", "", ""),
        say("http-headers", "", "no header"),
        say("http-forget", "", ""),
        Step::Msg(Msg::Back),
        say("http-record", "", ""),
        say("draw", "exchanges", ""),
    ];
    begin.into_iter().chain(steps(10)).chain(call).chain(answer).chain(stream).chain(by_hand).collect()
}

/// Every scene.
pub(crate) fn scenes() -> Vec<Scene> {
    let say = |msg| Step::Msg(msg);
    let tool = |name: &str| say(Msg::ChooseTool(name.to_owned()));
    let scene = |name, steps: Vec<Step>| Scene { name, msgs: expand(steps) };
    vec![
        scene("the whole story", vec![Step::Settle]),
        scene(
            "an unknown revision",
            vec![say(Msg::Offer("2026-08-21".to_owned())), Step::Settle, say(Msg::SelectFrame(0))],
        ),
        scene(
            "the revision without a handshake",
            vec![say(Msg::Offer("2026-07-28".to_owned())), Step::Settle, say(Msg::SelectFrame(1))],
        ),
        scene(
            "by the byte, and fast",
            vec![
                say(dom("grain", "", "16")),
                say(dom("speed", "", "×4")),
                say(Msg::Initialize),
                say(Msg::Step),
                say(Msg::Step),
                say(Msg::Back),
                say(Msg::Ping),
                Step::Settle,
            ],
        ),
        scene(
            "too early, and twice",
            [Msg::ListTools, Msg::CallTool, Msg::Ping, Msg::Initialize, Msg::Initialize, Msg::ListTools]
                .map(say)
                .into_iter()
                .chain([Step::Settle])
                .collect(),
        ),
        scene(
            "every error",
            Provocation::ALL
                .into_iter()
                .flat_map(|kind| [say(Msg::Provoke(kind)), Step::Settle])
                .fold(vec![Step::Settle], |steps, step| [steps, vec![step]].concat()),
        ),
        scene(
            "servers side by side",
            vec![
                say(Msg::Initialize),
                say(Msg::Wish("peers".to_owned())),
                say(dom("peers-choose", "", "17")),
                say(dom("peers-choose", "", "24")),
                say(dom("peers-choose", "", "shown")),
                say(dom("peers-text", "", "[]")),
                say(dom("peers-end", "nothing", "")),
                say(dom("peers-when", "first", "")),
                say(dom("manner", "rmcp-3.11", "")),
                say(dom("manner", "client", "python-sdk-2.3")),
                say(dom("eras", "", "")),
                say(dom("eras-play", "both older-silent", "")),
                Step::Settle,
            ],
        ),
        scene(
            "every form",
            Registry::demo()
                .list()
                .tools
                .into_iter()
                .flat_map(|known| [tool(&known.name), say(Msg::CallTool), Step::Settle])
                .fold(vec![Step::Settle], |steps, step| [steps, vec![step]].concat()),
        ),
        scene(
            "a field that is wrong, absent, null",
            vec![
                Step::Settle,
                say(dom("field", "a", "x")),
                say(Msg::CallTool),
                say(dom("presence", "absent a", "")),
                say(Msg::CallTool),
                Step::Settle,
                say(Msg::SetPresence { name: "a".to_owned(), presence: Presence::Null }),
                say(Msg::CallTool),
                Step::Settle,
            ],
        ),
        scene(
            "a time-out with two tools at work",
            vec![
                Step::Settle,
                tool("slow"),
                say(dom("field", "ms", "60000")),
                say(Msg::CallTool),
                say(dom("field", "ms", "29994")),
                say(Msg::CallTool),
                Step::Settle,
            ],
        ),
        scene(
            "closed while a tool runs",
            vec![
                Step::Settle,
                tool("slow"),
                say(Msg::CallTool),
                say(Msg::Step),
                say(Msg::Close),
                Step::Settle,
                say(Msg::ListTools),
                say(Msg::Back),
                say(Msg::SelectFrame(2)),
            ],
        ),
        scene(
            "within a frame",
            vec![
                Step::Settle,
                say(Msg::SelectFrame(0)),
                say(dom("inspect", "3", "")),
                say(dom("walk-bytes", "ArrowDown", "")),
                say(dom("find", "", "client")),
                say(dom("find-next", "", "")),
                say(dom("copy-path", "", "")),
                say(Msg::Inspect(InspectMsg::Copied(true))),
                say(Msg::Inspect(InspectMsg::Copied(false))),
                say(dom("walk-tree", "ArrowLeft", "")),
                say(dom("walk-tree", "ArrowLeft", "")),
                say(dom("page", "1", "")),
                say(dom("compare", "", "")),
                say(Msg::SelectFrame(4)),
                say(dom("stop-comparing", "", "")),
                say(dom("walk-bytes", "End", "")),
                say(dom("whole", "", "")),
            ],
        ),
        scene(
            "long frames",
            vec![Step::Settle, say(Msg::ToggleWhole), say(Msg::ToggleWhole), say(Msg::ToggleHelp)],
        ),
        scene(
            "at the server's files and database",
            vec![
                say(dom("open", "", "")),
                say(dom("open", "file notes/windows.txt", "")),
                Step::Settle,
                say(dom("write-document", "", "first\nlast\n")),
                say(dom("open", "file notes/gbk.txt", "")),
                say(dom("open", "new", "")),
                say(Msg::Save),
                say(dom("path", "", "README.txt")),
                say(Msg::Save),
                say(dom("path", "", "notes")),
                say(Msg::Save),
                say(dom("path", "", "README.txt/x")),
                say(Msg::Save),
                say(dom("path", "", "../x")),
                say(Msg::Save),
                say(dom("path", "", "a\\b")),
                say(Msg::Save),
                say(dom("path", "", "new.txt")),
                say(Msg::Save),
                Step::Settle,
                say(dom("open", "database", "")),
                say(dom("write-document", "", "CREATE TABLE t (a);")),
                say(Msg::Discard),
                say(dom("open", "file new.txt", "")),
                say(Msg::Delete),
                say(Msg::Restore),
                say(Msg::LeaveFiles),
            ],
        ),
        scene(
            "a recording",
            vec![
                say(Msg::Go(Place::Recording)),
                say(dom("draft", "", PASTED)),
                say(dom("open-draft", "", "")),
                say(dom("finding", "1", "")),
                say(dom("row", "0", "")),
                say(dom("row", "4", "")),
                say(dom("judge-by", "", "2024-11-05")),
                say(dom("read-as", "", "ndjson")),
                say(dom("redact", "", "true")),
                say(dom("export", "markdown", "")),
                say(dom("close-recording", "", "")),
                say(dom("example", "stray-print", "")),
                say(dom("example", "desktop-log", "")),
                say(dom("example", "early-call", "")),
                say(dom("draft", "", "")),
                say(Msg::Go(Place::Play)),
            ],
        ),
        scene(
            "text without a message, and a judge who stops",
            vec![
                say(Msg::Go(Place::Recording)),
                say(dom("draft", "", "你好")),
                say(dom("open-draft", "", "")),
                say(dom("row", "0", "")),
                say(dom("read-as", "", "")),
                say(Msg::Judged { number: 4, reply: Reply::Failed("Error: out of memory".to_owned()) }),
            ],
        ),
        scene(
            "the rule book",
            vec![
                say(Msg::Go(Place::Rules)),
                say(dom("rule", "FR-02", "")),
                say(dom("rule-revision", "", "2026-07-28")),
                say(dom("rule-search", "", "ping")),
                say(dom("rule", "TX-04", "")),
                say(dom("rule-search", "", "no such words anywhere")),
                say(dom("rule", "HT-01", "")),
                say(Msg::Judged { number: 1 << 31, reply: Reply::Failed("late".to_owned()) }),
            ],
        ),
        scene(
            "everything is broken",
            [say(dom("wish", "break it", "")), Step::Settle]
                .into_iter()
                .chain([say(dom("break-toward", "c2s", "")), say(dom("break-often", "method", ""))])
                .chain([say(dom("break-method", "", "ping")), say(dom("break-often", "always", ""))])
                .chain(FaultKind::ALL.iter().step_by(5).flat_map(|kind| {
                    let arg = format!("{} {}", kind.name(), Lane::ServerToClient.name());
                    [say(dom("break-turn", kind.name(), "")), say(Msg::Ping), say(dom("skip", "1", ""))]
                        .into_iter()
                        .chain([say(dom("break-mend", &arg, ""))])
                }))
                .collect(),
        ),
        scene(
            "a server that hangs, and a host that keeps it",
            vec![
                Step::Settle,
                say(dom("wish", "break it", "")),
                say(dom("keep-server", "", "")),
                say(dom("break-turn", "hang", "")),
                say(Msg::CallTool),
                say(dom("skip", "30", "")),
                say(dom("skip", "30", "")),
                say(dom("skip", "30", "")),
                say(dom("skip", "30", "")),
                Step::Settle,
                say(dom("break-often", "always", "")),
                say(dom("break-turn", "exit", "")),
                say(dom("skip", "30", "")),
                say(dom("start-again", "", "")),
                say(dom("break-turn", "exit", "")),
                say(dom("break", "", "")),
            ],
        ),
        scene(
            "a frame written by hand",
            vec![
                say(dom("wish", "compose client", "")),
                say(dom("compose-text", "", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":'x'}")),
                say(dom("compose-text", "", "[]\n{}")),
                say(dom("compose-text", "", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}")),
                say(dom("compose-end", "nothing", "")),
                say(dom("compose-form", "hex", "")),
                say(dom("compose-text", "", "7b x")),
                say(dom("compose-as", "server", "")),
                say(dom("compose-begin", "", "notifications/message")),
                say(dom("compose-end", "crlf", "")),
                say(dom("compose-send", "", "")),
                Step::Settle,
                say(dom("wish", "list server", "")),
                say(dom("wish", "list client", "")),
                say(dom("compose-text", "", "")),
                say(dom("compose-leave", "", "")),
            ],
        ),
        scene(
            "a client that makes its requests without a handshake is asked back",
            vec![
                say(Msg::Offer("modern".to_owned())),
                Step::Settle,
                say(dom("wish", "list client", "")),
                tool("greet_user"),
                say(Msg::CallTool),
                Step::Settle,
                say(dom("answer-presence", "absent name", "")),
                say(dom("answer", "", "")),
                Step::Settle,
                say(dom("declare", "sampling", "")),
            ],
        ),
        scene(
            "a lesson is begun, helped with, done, and another one is wrongly guessed",
            vec![
                say(Msg::Go(Place::Learn)),
                say(dom("lesson", "two-error-layers", "")),
                say(dom("lesson-hint", "", "")),
                say(dom("lesson-hint", "", "")),
                say(dom("lesson-link", "", "")),
                say(dom("provoke", "fail", "")),
                Step::Settle,
                say(dom("provoke", "unknown-tool", "")),
                Step::Settle,
                say(Msg::Go(Place::Learn)),
                say(dom("lesson", "hunt-lines", "")),
                say(dom("frame", "1", "")),
                say(dom("lesson-guess", "", "")),
                say(dom("lesson", "patience", "")),
                say(dom("progress", "", "")),
                say(Msg::Go(Place::Learn)),
                say(dom("scenario", "fault-glue", "")),
                say(dom("scenario", "fault-stay-on", "")),
            ],
        ),
        scene("over HTTP", over_http("2025-11-25")),
        scene("over HTTP, without sessions", over_http("2026-07-28")),
        scene("a real process", real_process()),
        scene("between two", between_two()),
        scene("running", vec![say(Msg::ToggleRun), say(Msg::Wake), say(Msg::NextTheme), say(Msg::NextTheme)]),
    ]
}

/// What the program says that has a real process.
fn told(kind: u8, process: u32, payload: &[u8]) -> Msg {
    let message = [&[kind][..], &process.to_be_bytes(), &[0; 8], payload].concat();
    Msg::Attach(AttachMsg::Heard { clock: 0, message })
}

/// Every way in which it can stand with a real process.
fn real_process() -> Vec<Step> {
    let say = |name: &str, arg: &str| dom(name, arg, "");
    // As the program says it: the page has words of its own.
    let trouble = |process, json: &str| told(kind::TROUBLE, process, json.as_bytes());
    let hello =
        || told(0x80, 0, r#"{"command":["python3","服务器.py"],"cwd":"/","name":"服务器"}"#.as_bytes());
    let answer = br#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}
"#;
    vec![
        Msg::Attach(AttachMsg::Begin),
        shut(409),
        shut(403),
        shut(0),
        shut(500),
        say("attach-connect", ""),
        hello(),
        trouble(0, r#"{"what":"start","message":"no such file","system":"no such file","cause":"missing"}"#),
        say("attach-start", ""),
        trouble(0, r#"{"what":"start","message":"it may not be run","system":"denied","cause":"forbidden"}"#),
        say("attach-start", ""),
        trouble(0, r#"{"what":"start","message":"too many starts in a second"}"#),
        say("attach-start", ""),
        told(0x81, 1, br#"{"pid":1}"#),
        told(0x84, 1, "日志\n".as_bytes()),
        told(0x82, 1, "启动\n".as_bytes()),
        Msg::Step,
        Msg::Initialize,
        Msg::Step,
        told(0x82, 1, answer),
        Msg::ToggleRun,
        Msg::ListTools,
        Msg::Wish("break it".to_owned()),
        Msg::Back,
        trouble(1, r#"{"what":"input","message":"the process does not read","bytes":7}"#),
        trouble(1, r#"{"what":"input","message":"there is no process to write to"}"#),
        trouble(1, r#"{"what":"overrun","message":"bytes were dropped here","bytes":7}"#),
        told(0x00, 1, b""),
        say("attach-end", "closeServer"),
        say("attach-end", "askServer"),
        told(0x85, 1, br#"{"signal":15}"#),
        say("attach-end", "killServer"),
        told(0x83, 1, b""),
        say("keep-server", ""),
        say("attach-start", ""),
        told(0x81, 2, br#"{"pid":2}"#),
        told(0x83, 2, b""),
        told(0x85, 2, br#"{"code":0}"#),
        Msg::Reset,
        told(0x81, 3, br#"{"pid":3}"#),
        say("lesson", "half-frames"),
        Msg::Go(Place::Play),
        say("attach-start", ""),
        shut(1009),
        say("attach-connect", ""),
        hello(),
        told(0x80, 0, b"{}"),
        shut(0),
        say("attach-connect", ""),
        told(0x80, 1, br#"{"command":["/"],"readOnly":true}"#),
        say("attach-connect", ""),
        told(0x80, 1, br#"{"command":["/"],"tap":true}"#),
        told(0x81, 1, br#"{"pid":1}"#),
        told(0x91, 1, b"{}\n"),
        told(0x81, 2, br#"{"pid":2}"#),
        told(0x85, 2, br#"{"signal":9}"#),
        shut(0),
    ]
    .into_iter()
    .map(Step::Msg)
    .collect()
}

/// A page between a client and a server of others, with all that it can do there.
fn between_two() -> Vec<Step> {
    let say = |name: &str, arg: &str| dom(name, arg, "");
    let line = |kind, text: &str| told(kind, 1, format!("{text}\n").as_bytes());
    let hello = || told(0x80, 1, br#"{"command":["server"],"tap":true}"#);
    let initialize = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"客户端","version":"1"}}}"#;
    let chosen = r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"服务器","version":"1"}}}"#;
    let ping = |id: u8| line(0x91, &format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#));
    let held = |kind, on| told(0x93, 1, &[kind, on]);
    vec![
        Msg::Attach(AttachMsg::Begin),
        hello(),
        told(0x81, 1, br#"{"pid":1}"#),
        line(0x91, initialize),
        line(0x82, chosen),
        line(0x82, "启动完毕"),
        line(0x84, "日志"),
        say("run", ""),
        held(0x91, 1),
        held(0x82, 1),
        ping(1),
        ping(2),
        ping(3),
        line(0x82, "{}"),
        say("frame", "5"),
        say("tap-edit", "3"),
        dom("compose-text", "", "{}"),
        say("compose-send", ""),
        say("frame", "3"),
        say("tap-drop", "4"),
        say("frame", "4"),
        Msg::Step,
        say("frame", "3"),
        Msg::Wish("compose server".to_owned()),
        dom("compose-text", "", "自己写的"),
        say("compose-send", ""),
        say("tap-go", "6"),
        say("tap-edit", "5"),
        told(0x85, 1, br#"{"code":0}"#),
        say("run", ""),
        held(0x91, 0),
        held(0x82, 0),
        shut(1011),
        say("attach-connect", ""),
        hello(),
        say("lesson", "half-frames"),
        say("attach-start", ""),
    ]
    .into_iter()
    .map(Step::Msg)
    .collect()
}

/// The way to the program is shut.
fn shut(number: u32) -> Msg {
    Msg::Attach(AttachMsg::Shut { number })
}

/// Puts the steps in the place of each `Settle`, so that every view on the way is looked at.
fn expand(steps: Vec<Step>) -> Vec<Msg> {
    let mut model = open("en");
    let mut msgs = Vec::new();
    for step in steps {
        match step {
            Step::Msg(msg) => {
                update(&mut model, msg.clone());
                msgs.push(msg);
            }
            Step::Settle => {
                while !next_move(&model).is_still() {
                    update(&mut model, Msg::Step);
                    msgs.push(Msg::Step);
                }
            }
        }
    }
    msgs
}

/// Goes through every scene and looks at each view on the way.
pub(crate) fn walk(language: &str, mut look: impl FnMut(&str, &Model)) {
    for scene in scenes() {
        let (mut model, mut desk) = (open(language), Desk::default());
        look(scene.name, &model);
        for msg in scene.msgs {
            happen(&mut desk, &mut model, msg, &mut |model| look(scene.name, model));
        }
    }
}
