//! The reader at the server's files and database: what is written there, when it counts, and what the server tells of it.
#![cfg(not(target_arch = "wasm32"))]

mod scenes;

use scenes::{all_nodes, dom, open, region, settle};
use wirelab::panel::{Model, Msg, update, view};

/// A page on which the tools are known, with `document` in the editor.
fn at(document: &str) -> Model {
    let mut model = open("en");
    settle(&mut model);
    update(&mut model, dom("open", document, ""));
    model
}

fn write(model: &mut Model, text: &str) {
    update(model, dom("write-document", "", text));
}

fn side(model: &Model) -> String {
    region(model, "server-side").iter().map(|node| node.text_content() + "\n").collect()
}

/// What stands in the text field.
fn shown(model: &Model) -> String {
    let side = region(model, "server-side");
    let area = all_nodes(&side).into_iter().find(|node| node.tag == "textarea").expect("a text field");
    area.get("value").expect("its text").to_owned()
}

/// The documents that are marked as not saved.
fn unsaved(model: &Model) -> Vec<String> {
    let side = region(model, "server-side");
    let marked = |node: &&&wirelab::panel::node::Node| {
        node.get("data-msg") == Some("open") && node.text_content().contains("not saved")
    };
    all_nodes(&side)
        .iter()
        .filter(marked)
        .filter_map(|node| node.get("data-arg").map(str::to_owned))
        .collect()
}

/// The result of `read_file` for `path`.
fn read(model: &mut Model, path: &str) -> String {
    update(model, dom("tool", "read_file", ""));
    update(model, dom("field", "path", path));
    update(model, Msg::CallTool);
    settle(model);
    let bytes = model.pair().frames().last().expect("an answer").bytes.clone().expect("no end");
    String::from_utf8(bytes).expect("UTF-8")
}

/// The frames since `before`, as text.
fn frames(model: &Model, before: usize) -> Vec<String> {
    let bytes = model.pair().frames()[before..].iter().filter_map(|frame| frame.bytes.clone());
    bytes.map(|bytes| String::from_utf8(bytes).expect("UTF-8")).collect()
}

#[test]
fn what_is_saved_is_what_the_tool_reads_and_what_is_not_saved_is_not() {
    let mut model = at("file README.txt");
    write(&mut model, "changed here");
    assert_eq!(unsaved(&model), ["file README.txt"]);
    assert!(!read(&mut model, "README.txt").contains("changed here"));
    assert_eq!(update(&mut model, Msg::Save), [wirelab::panel::Effect::Reveal("frame-6".to_owned())]);
    assert_eq!(unsaved(&model), [""; 0]);
    assert!(read(&mut model, "README.txt").contains("changed here"));
}

#[test]
fn a_new_file_is_on_the_list_and_the_server_says_so_on_the_wire() {
    let mut model = at("new");
    let before = model.pair().frames().len();
    update(&mut model, dom("path", "", " ./new.txt "));
    write(&mut model, "brand new");
    update(&mut model, Msg::Save);
    let told = frames(&model, before);
    assert!(matches!(told.as_slice(), [only] if only.contains("resources/list_changed")), "{told:?}");
    assert_eq!(shown(&model), "brand new", "the file is in the editor now");
    assert!(side(&model).contains("new.txt"));
    let meaning: String = region(&model, "meaning-pane").iter().map(|node| node.text_content()).collect();
    assert!(meaning.contains("What resources/list gives is another list now."), "{meaning}");
    update(&mut model, Msg::Back);
    assert_eq!(model.pair().frames().len(), before);
    assert!(!read(&mut model, "new.txt").contains("brand new"), "back undoes it");
}

#[test]
fn a_draft_outlasts_a_look_elsewhere_and_is_gone_when_it_is_what_was_there() {
    let mut model = at("file README.txt");
    let was = shown(&model);
    write(&mut model, "draft");
    update(&mut model, dom("open", "database", ""));
    write(&mut model, "CREATE TABLE t (a);");
    update(&mut model, Msg::LeaveFiles);
    update(&mut model, dom("open", "file README.txt", ""));
    assert_eq!(shown(&model), "draft");
    assert_eq!(unsaved(&model), ["file README.txt", "database"]);
    write(&mut model, &was);
    assert_eq!(unsaved(&model), ["database"]);
    write(&mut model, "draft");
    update(&mut model, Msg::Discard);
    assert_eq!((shown(&model), unsaved(&model)), (was, vec!["database".to_owned()]));
}

#[test]
fn lines_go_on_ending_as_they_did() {
    let mut model = at("file notes/windows.txt");
    assert!(side(&model).contains("CR LF"));
    // A text field gives LF, whatever it was given.
    write(&mut model, "first\nsecond\n");
    assert_eq!(unsaved(&model), [""; 0], "it is as it was");
    write(&mut model, "first\nlast\n");
    update(&mut model, Msg::Save);
    let files = &model.pair().actions().last().expect("the edit");
    assert_eq!(
        **files,
        wirelab::sim::Action::Edit(wirelab::demo::FolderEdit::Write {
            path: "notes/windows.txt".to_owned(),
            bytes: b"first\r\nlast\r\n".to_vec()
        })
    );
}

#[test]
fn each_path_that_cannot_be_is_refused_with_its_reason_and_nothing_is_lost() {
    let cases = [
        ("", "The file needs a path"),
        (".", "The file needs a path"),
        ("README.txt", "There is a file README.txt already"),
        ("./notes/../README.txt", "There is a file README.txt already"),
        ("notes", "notes is a folder"),
        ("README.txt/x", "README.txt is a file, so it cannot have files in it"),
        ("../x", "leads out of"),
        ("/etc/passwd", "leads out of"),
        ("a\\b", "no backslash"),
        ("C:/x", "no drive letter"),
    ];
    let mut model = at("new");
    write(&mut model, "kept");
    let before = model.pair().actions().len();
    for (path, why) in cases {
        update(&mut model, dom("path", "", path));
        assert_eq!(update(&mut model, Msg::Save), [], "{path}");
        let text = side(&model);
        assert!(text.contains(why), "{path}: {text}");
        assert_eq!((shown(&model).as_str(), model.pair().actions().len()), ("kept", before), "{path}");
    }
    update(&mut model, dom("path", "", "x"));
    assert!(!side(&model).contains("no drive letter"), "a new try begins without the old reproach");
}

#[test]
fn reset_begins_anew_with_the_files_of_the_reader_and_restore_brings_the_sample_back() {
    let mut model = at("file README.txt");
    update(&mut model, Msg::Delete);
    update(&mut model, dom("open", "database", ""));
    write(&mut model, "CREATE TABLE t (a);");
    update(&mut model, Msg::Save);
    update(&mut model, Msg::Reset);
    assert!(!side(&model).contains("README.txt"), "{}", side(&model));
    settle(&mut model);
    let restore = |model: &Model| {
        let side = region(model, "server-side");
        let found =
            all_nodes(&side).into_iter().find(|node| node.get("data-msg") == Some("restore")).cloned();
        found.expect("the button").get("disabled").is_some()
    };
    assert!(!restore(&model));
    update(&mut model, Msg::Restore);
    assert!(restore(&model), "nothing is left to restore");
    assert!(side(&model).contains("README.txt"));
    update(&mut model, dom("open", "database", ""));
    assert!(shown(&model).contains("CREATE TABLE") && !shown(&model).contains("CREATE TABLE t "));
}

#[test]
fn bytes_that_are_no_text_are_shown_as_such_and_told() {
    let mut model = at("file notes/gbk.txt");
    assert!(shown(&model).contains('\u{fffd}') && side(&model).contains("Not all of it is UTF-8"));
    assert_eq!(unsaved(&model), [""; 0]);
    update(&mut model, dom("open", "file README.txt", ""));
    assert!(!side(&model).contains("Not all of it is UTF-8"));
}

#[test]
fn the_editor_takes_the_place_of_the_server_and_gives_it_back() {
    let mut model = open("en");
    let before = view(&model);
    assert!(side(&model).contains("Its files and database"));
    let followed = [wirelab::panel::Effect::Focus("file README.txt".to_owned())];
    assert_eq!(update(&mut model, dom("open", "", "")), followed, "the first");
    assert_eq!(update(&mut model, dom("open", "file README.txt", "")), [], "the focus is there");
    assert!(view(&model).attrs.contains(&("stage", "class", Some("stage at-files".to_owned()))));
    assert_eq!(update(&mut model, Msg::LeaveFiles), followed);
    assert_eq!(view(&model), before);
}
