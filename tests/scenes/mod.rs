//! Ways through the page that show every kind of view that it has.

use wirelab::demo::Registry;
use wirelab::panel::node::Node;
use wirelab::panel::{Environment, Model, Move, Msg, Presence, Provocation, next_move, update, view};

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

/// What stands in a region.
pub(crate) fn region(model: &Model, name: &str) -> Vec<Node> {
    let regions = view(model).regions;
    regions.into_iter().find(|(known, _)| *known == name).expect("the page has such a region").1
}

/// The nodes and all nodes within.
pub(crate) fn all_nodes(nodes: &[Node]) -> Vec<&Node> {
    nodes.iter().flat_map(|node| [vec![node], all_nodes(&node.children)].concat()).collect()
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
        scene("running", vec![say(Msg::ToggleRun), say(Msg::Wake), say(Msg::NextTheme), say(Msg::NextTheme)]),
    ]
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
                while !matches!(next_move(&model), Move::YourTurn | Move::Over) {
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
        let mut model = open(language);
        look(scene.name, &model);
        for msg in scene.msgs {
            update(&mut model, msg);
            look(scene.name, &model);
        }
    }
}
