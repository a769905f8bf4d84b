//! Worlds that go from page to page: whoever opens one sees what its sender saw.
#![cfg(not(target_arch = "wasm32"))]

mod scenes;

use scenes::{all_nodes, dom, happen, open, region, walk};
use wirelab::demo::{QueryError, answer};
use wirelab::desk::Desk;
use wirelab::panel::node::Node;
use wirelab::panel::{
    Effect, Environment, Model, Move, Msg, Place, Shared, ViewModel, next_move, update, view,
};

/// What the bar of time says.
fn due(model: &Model) -> String {
    let bar = region(model, "time-bar");
    let is_due = |node: &&Node| node.get("class").is_some_and(|class| class.starts_with("due"));
    all_nodes(&bar).into_iter().find(is_due).expect("it always says something").text_content()
}

/// What is given to somebody else.
fn shared(model: &mut Model) -> String {
    match update(model, Msg::Share).as_slice() {
        [Effect::Share(text)] => text.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn whatever_happened_in_a_world_is_seen_by_whoever_opens_it() {
    let mut worlds = 0;
    walk("en", |scene, model| {
        let Some(text) = model.script() else { return };
        let mut other = open("zh-CN");
        update(&mut other, Msg::OpenScript(text.clone()));
        assert_eq!(other.pair().log(), model.pair().log(), "{scene}");
        assert_eq!(other.pair().trace(), model.pair().trace(), "{scene}");
        assert_eq!(other.script(), Some(text), "{scene}: and can give it on");
        worlds += 1;
    });
    assert!(worlds > 100, "{worlds}");
}

#[test]
fn a_world_goes_on_where_it_was_with_its_files_its_database_and_its_open_question() {
    let environment = || Environment { database: true, ..Environment::default() };
    let mut model = Model::new(&environment());
    while next_move(&model) != Move::YourTurn {
        update(&mut model, Msg::Step);
    }
    update(&mut model, dom("open", "database", ""));
    update(&mut model, dom("write-document", "", "CREATE TABLE t (a);"));
    update(&mut model, Msg::Save);
    update(&mut model, dom("open", "file README.txt", ""));
    update(&mut model, Msg::Delete);
    update(&mut model, Msg::Reset);
    while next_move(&model) != Move::YourTurn {
        update(&mut model, Msg::Step);
    }
    update(&mut model, dom("tool", "query_db", ""));
    update(&mut model, Msg::CallTool);
    update(&mut model, Msg::Step);

    let text = shared(&mut model);
    let mut other = Model::new(&environment());
    let effects = update(&mut other, Msg::OpenScript(text));
    let asked = effects.iter().find_map(|effect| match effect {
        Effect::Query { number, script, .. } => Some((*number, script.clone())),
        _ => None,
    });
    let (number, sql) = asked.expect("the question is asked here as well");
    assert_eq!(sql.as_deref(), Some("CREATE TABLE t (a);"));
    let result = answer(Err(QueryError::Unavailable("gone".to_owned())));
    update(&mut other, Msg::Queried { number, result });
    let before = other.pair().frames().len();
    update(&mut other, Msg::Step);
    assert_eq!(other.pair().frames().len(), before + 1, "the answer is a frame");
    update(&mut other, dom("open", "", ""));
    let side: String = region(&other, "server-side").iter().map(|node| node.text_content()).collect();
    assert!(!side.contains("README.txt") && side.contains("ticks.log"), "{side}");
}

#[test]
fn what_was_carried_into_another_module_looks_as_it_was() {
    let (mut looks, mut compared, mut left) = (0, 0, 0);
    walk("zh-CN", |scene, model| {
        // What runs by itself stops, and what was refused is no longer said.
        let mut other = open("en");
        let mut desk = Desk::default();
        happen(&mut desk, &mut other, Msg::Carried(model.carry()), &mut |_| {});
        // Only the second module has what these begin, and nothing is carried out of that.
        let is_its_own = [
            "a frame written by hand",
            "a real process",
            "between two",
            "a client that makes its requests without a handshake is asked back",
            "a lesson is begun, helped with, done, and another one is wrongly guessed",
        ];
        if model.place() != Place::Play || is_its_own.contains(&scene) {
            return;
        }
        // Made once: it is most of the time that this takes.
        let (mine, theirs) = (view(model), view(&other));
        let part = |view: &ViewModel, name: &str| -> Vec<Node> {
            let found = view.regions.iter().find(|(known, _)| *known == name);
            found.expect("the page has such a region").1.clone()
        };
        for name in ["client-side", "server-side", "wire-rows", "bytes-title", "meaning-pane"] {
            let (here, there) = (part(&mine, name), part(&theirs, name));
            let has_notice =
                |nodes: &[Node]| all_nodes(nodes).iter().any(|node| node.get("role") == Some("alert"));
            // The judge has spoken there, and is still to be asked here, or the other way about.
            let is_marked = |nodes: &[Node]| {
                all_nodes(nodes).iter().any(|node| {
                    node.get("class").is_some_and(|class| class.starts_with("verdict"))
                        || node.get("class") == Some("unseen") && node.text_content().contains("违反")
                })
            };
            if has_notice(&here) || is_marked(&here) || is_marked(&there) {
                left += 1;
                continue;
            }
            compared += 1;
            assert_eq!(here, there, "{scene}: {name}");
        }
        let paces = |view: &ViewModel| -> Vec<Node> {
            let bar = part(view, "time-bar");
            let is_choice = |node: &&Node| matches!(node.get("data-msg"), Some("grain" | "speed"));
            all_nodes(&bar).into_iter().filter(is_choice).cloned().collect()
        };
        assert_eq!(paces(&mine), paces(&theirs), "{scene}: how far and how fast it steps");
        assert_eq!((mine.lang, mine.theme), (theirs.lang, theirs.theme), "{scene}");
        looks += 1;
    });
    assert!(looks > 100, "{looks}");
    assert!(compared > 10 * left, "{left} panes were left out, and {compared} compared");
    let mut other = open("en");
    assert_eq!(update(&mut other, Msg::Carried("junk".to_owned())), [], "what was not packed is left");
}

#[test]
fn what_was_chosen_is_kept_where_nothing_has_happened_yet() {
    assert_eq!(open("en").script(), None, "a page that was just opened");
    let chosen: [&[Msg]; 3] = [
        &[dom("offer", "", "2024-11-05")],
        &[dom("open", "database", ""), dom("write-document", "", "CREATE TABLE t (a);"), Msg::Save],
        // The conversation begins anew, with the files that the reader has made.
        &[dom("open", "file README.txt", ""), Msg::Delete, Msg::Reset],
    ];
    for msgs in chosen {
        let mut model = open("en");
        for msg in msgs {
            update(&mut model, msg.clone());
        }
        assert!(model.pair().actions().is_empty());
        let text = model.script().unwrap_or_else(|| panic!("{msgs:?} is worth keeping"));
        let mut reloaded = open("en");
        update(&mut reloaded, Msg::OpenScript(text.clone()));
        assert_eq!(reloaded.script().as_ref(), Some(&text), "{msgs:?} after a reload");
        let mut carried = open("en");
        update(&mut carried, Msg::Carried(model.carry()));
        assert_eq!(carried.script().as_ref(), Some(&text), "{msgs:?} in the other module");
    }
}

#[test]
fn what_became_of_it_is_told_until_the_reader_goes_on() {
    let mut model = open("en");
    assert_eq!(update(&mut model, Msg::Share), [], "nothing has happened yet");
    assert_eq!(model.script(), None);
    update(&mut model, Msg::Step);
    for (how, words) in [
        (Shared::Copied, "clipboard"),
        (Shared::Link, "address bar"),
        (Shared::File, "as a file"),
        (Shared::Nothing, "neither"),
    ] {
        assert_eq!(Shared::find(how.name()), how);
        let text = shared(&mut model);
        assert!(text.contains("\"do\":\"initialize\""), "{text}");
        update(&mut model, Msg::Shared(how));
        assert!(due(&model).contains(words), "{}", due(&model));
        update(&mut model, Msg::Step);
        assert!(!due(&model).contains(words), "{}", due(&model));
    }
}

#[test]
fn a_link_that_leads_nowhere_changes_nothing_and_says_why() {
    let mut model = open("en");
    update(&mut model, Msg::Step);
    let good = model.script().expect("something has happened");
    let twice = good.replace("{\"do\":\"initialize\"}", "{\"do\":\"initialize\"},{\"do\":\"initialize\"}");
    for (text, words) in [
        (String::new(), "damaged"),
        ("[]".to_owned(), "damaged"),
        (good.replace("\"wirelab\":1", "\"wirelab\":9"), "newer"),
        (good.replace("{\"do\":\"initialize\"}", "{\"step\":999999}"), "more than 100000 steps"),
        (twice, "in step 2"),
    ] {
        update(&mut model, Msg::OpenScript(text.clone()));
        assert!(due(&model).contains(words), "{text}: {}", due(&model));
        assert_eq!(model.script().as_ref(), Some(&good), "{text}");
    }
    update(&mut model, Msg::Go(Place::Rules));
    update(&mut model, Msg::OpenScript(good));
    assert_eq!(model.place(), Place::Play, "it is shown");
}
