//! What the reader does becomes a message, once, or is left to the browser.

use super::support::{Root, document, focus, has_focus, html, press, press_with, send};
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Event;
use wirelab::web::PanelHandle;

/// How many messages `act` makes happen.
fn messages<T>(handle: &PanelHandle, act: impl FnOnce() -> T) -> u32 {
    let before = handle.messages();
    act();
    handle.messages() - before
}

#[wasm_bindgen_test]
fn a_click_means_the_nearest_message_around_it() {
    let root = Root::new();
    let handle = root.mount();
    root.add(
        "<ul id=list data-msg=nothing><li data-msg=step><b id=deep>row</b><button id=plain>x</button>
         <label id=label>l<input id=field></label><details><summary id=summary>s</summary></details></li></ul>
         <button data-msg=step id=button><span>s</span></button>",
    );
    assert_eq!(messages(&handle, || html(&root.find("#deep")).click()), 1);
    assert_eq!(messages(&handle, || html(&root.find("#button span")).click()), 1);
    assert_eq!(messages(&handle, || html(&root.find("#list")).click()), 0, "no such message");
    for control in ["#plain", "#field", "#label", "#summary"] {
        assert_eq!(
            messages(&handle, || html(&root.find(control)).click()),
            0,
            "{control} in a row is not the row"
        );
    }
}

#[wasm_bindgen_test]
fn what_is_disabled_does_not_answer() {
    let root = Root::new();
    let handle = root.mount();
    root.add(
        "<button data-msg=step id=a disabled>a</button>
         <button data-msg=step id=b aria-disabled=true>b</button>
         <button data-msg=step id=c aria-disabled=false>c</button>",
    );
    for (id, expected) in [("#a", 0), ("#b", 0), ("#c", 1)] {
        assert_eq!(messages(&handle, || html(&root.find(id)).click()), expected, "{id}");
        // Some browsers, some scripts: a click that is sent even to a disabled button.
        assert_eq!(messages(&handle, || send(&root.find(id), "click")), expected, "{id}");
    }
}

#[wasm_bindgen_test]
fn a_list_that_scrolls_says_so_although_the_event_does_not_come_up() {
    let root = Root::new();
    let handle = root.mount();
    root.add("<div data-msg=scroll data-arg='' id=list><p>x</p></div><div id=other></div><input data-msg=draft id=field>");
    let scroll = |id| root.find(id).dispatch_event(&Event::new("scroll").unwrap()).unwrap();
    assert_eq!(messages(&handle, || scroll("#list")), 1);
    assert_eq!(messages(&handle, || scroll("#other")), 0);
    // A long text scrolls its field, which is not what the reader wrote.
    assert_eq!(messages(&handle, || scroll("#field")), 0);
}

#[wasm_bindgen_test]
fn where_nobody_judges_the_page_says_that_nothing_can_be_read() {
    let root = Root::new();
    let handle = root.mount();
    assert!(handle.dispatch("go", "recording", "") && handle.dispatch("example", "stray-print", ""));
    root.find(".bring-failed[role=alert] [data-msg=read-as]");
}

#[wasm_bindgen_test]
fn a_field_speaks_once_for_each_change() {
    let root = Root::new();
    let handle = root.mount();
    root.add(
        "<input data-msg=step id=text><textarea data-msg=step id=area></textarea>
         <input data-msg=step id=check type=checkbox><input data-msg=step type=radio id=radio>
         <select data-msg=step id=select><option>a<option>b</select>",
    );
    for written in ["#text", "#area"] {
        let field = root.find(written);
        assert_eq!(messages(&handle, || send(&field, "input")), 1, "{written}");
        assert_eq!(messages(&handle, || send(&field, "change")), 0, "{written}");
        assert_eq!(messages(&handle, || html(&field).click()), 0, "{written}");
    }
    for chosen in ["#check", "#radio"] {
        // A click sends click, input and change.
        assert_eq!(messages(&handle, || html(&root.find(chosen)).click()), 1, "{chosen}");
    }
    let select = root.find("#select");
    let choose = || {
        send(&select, "input");
        send(&select, "change");
    };
    assert_eq!(messages(&handle, choose), 1);
}

#[wasm_bindgen_test]
fn a_form_is_submitted_to_the_page_and_nowhere_else() {
    let root = Root::new();
    let handle = root.mount();
    root.add(
        "<form data-msg=step id=a><p>p</p><button>go</button></form><form id=b><button>go</button></form>",
    );
    assert_eq!(
        messages(&handle, || html(&root.find("#a p")).click()),
        0,
        "a click in a form submits nothing"
    );
    assert_eq!(messages(&handle, || html(&root.find("#a button")).click()), 1);
    assert_eq!(messages(&handle, || assert!(send(&root.find("#b"), "submit"), "prevented")), 0);
}

#[wasm_bindgen_test]
fn a_key_is_a_message_unless_the_focus_needs_it() {
    let root = Root::new();
    let handle = root.mount();
    root.add(
        "<input id=text><input id=search type=search><textarea id=area></textarea><select id=select></select>
         <p contenteditable=true id=edit>e</p><button id=button>b</button><input id=check type=checkbox>",
    );
    for field in ["#text", "#search", "#area", "#select", "#edit"] {
        let target = root.find(field);
        assert_eq!(messages(&handle, || assert!(!press(&target, "n"))), 0, "{field}");
    }
    for target in ["#button", "#check"] {
        let target = root.find(target);
        assert_eq!(messages(&handle, || assert!(press(&target, "n"))), 1);
        assert!(!press(&target, " ") && !press(&target, "Enter"), "the control's own keys");
    }
    let body = document().body().unwrap();
    assert_eq!(messages(&handle, || assert!(press(&body, "n"))), 1);
    assert!(!press(&body, "no such key"));
}

#[wasm_bindgen_test]
fn shortcuts_of_the_browser_stay_its_own() {
    let root = Root::new();
    let _handle = root.mount();
    let body = document().body().unwrap();
    assert!(!press_with(&body, "n", |key| key.set_ctrl_key(true)));
    assert!(!press_with(&body, "n", |key| key.set_alt_key(true)));
    assert!(!press_with(&body, "n", |key| key.set_meta_key(true)));
    assert!(!press_with(&body, "n", |key| key.set_is_composing(true)));
    assert!(!send(&body, "keydown"), "a browser that completes a form sends a keydown that is no key");
}

#[wasm_bindgen_test]
fn arrows_walk_through_a_list() {
    let root = Root::new();
    let handle = root.mount();
    root.add(
        "<ol data-roving=select><li tabindex=0 id=a data-msg=step>a</li><li>-</li>
         <li tabindex=-1 id=b data-msg=step>b</li><li tabindex=-1 id=c data-msg=step>c</li></ol>
         <div data-roving><button tabindex=0 id=x data-msg=step></button><button tabindex=-1 id=y></button></div>",
    );
    focus(&root.find("#a"));
    let walk = |from: &str, key: &str, to: &str| {
        let taken = messages(&handle, || assert!(press(&root.find(from), key), "{from} {key}"));
        assert!(has_focus(&root.find(to)), "{from} {key} {to}");
        taken
    };
    assert_eq!(walk("#a", "ArrowDown", "#b"), 1);
    assert_eq!(walk("#b", "End", "#c"), 1);
    assert_eq!(walk("#c", "ArrowDown", "#c"), 0, "the end of the list");
    assert_eq!(walk("#c", "ArrowUp", "#b"), 1);
    assert_eq!(walk("#b", "Home", "#a"), 1);
    assert_eq!(walk("#a", "ArrowUp", "#a"), 0);
    assert!(!press(&root.find("#a"), "ArrowLeft"), "not a key of a list");

    focus(&root.find("#x"));
    assert_eq!(walk("#x", "ArrowDown", "#y"), 0);
    assert_eq!(walk("#y", "ArrowUp", "#x"), 0, "focus alone, no click");
}

#[wasm_bindgen_test]
fn a_byte_that_is_clicked_is_selected_and_the_arrows_go_on_from_it() {
    let root = Root::new();
    let handle = root.mount();
    for _ in 0..2 {
        press(&document().body().unwrap(), "n");
    }
    let here = || root.find(".digits .here").get_attribute("data-arg").unwrap();
    let byte = |at: usize| root.find(&format!(".digits [data-arg='{at}']"));
    assert_eq!(messages(&handle, || html(&byte(22)).click()), 1);
    assert_eq!(here(), "22");
    assert_eq!(root.find(".glyphs .here").text_content(), Some("1".to_owned()), "the id");
    assert_eq!(root.find(".json .on").text_content(), Some("1".to_owned()));
    assert!(root.find(".words .on").text_content().unwrap().starts_with("id 1"));

    let table = root.find(".hex");
    focus(&table);
    for (key, at) in [("ArrowRight", "23"), ("ArrowDown", "39"), ("Home", "0"), ("ArrowLeft", "0")] {
        assert_eq!(messages(&handle, || assert!(press(&table, key))), 1, "{key}");
        assert_eq!(here(), at, "{key}");
        assert!(has_focus(&table), "one stop of the Tab key, wherever the cursor is");
    }
    assert!(!press(&table, "a"), "not a key of the table");
    assert!(press(&table, "Escape"));
    assert!(root.0.query_selector(".here, .hex .on").unwrap().is_none());

    html(&root.find(".json .k")).click();
    assert_eq!(root.find(".json .on").text_content(), Some("\"jsonrpc\"".to_owned()));
    assert_eq!(root.0.query_selector_all(".digits .on").unwrap().length(), 9);
    html(&root.find(".fold")).click();
    assert_eq!(root.0.query_selector_all("[role=treeitem]").unwrap().length(), 1, "folded");
}

#[wasm_bindgen_test]
fn the_cursor_takes_the_page_of_bytes_along() {
    let root = Root::new();
    let handle = root.mount();
    while root.0.query_selector(".pages").unwrap().is_none() {
        assert_eq!(messages(&handle, || press(&document().body().unwrap(), "n")), 1);
    }
    assert_eq!(root.0.query_selector_all(".digits b").unwrap().length(), 512, "no more than a page of it");
    let table = root.find(".hex");
    for _ in 0..40 {
        assert!(press(&table, "ArrowDown"));
    }
    assert_eq!(root.0.query_selector_all(".digits b").unwrap().length(), 512);
    assert_eq!(root.find(".digits .here").get_attribute("data-arg").unwrap(), (39 * 16).to_string());
}
