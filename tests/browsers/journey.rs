//! A newcomer's path through the real page: step through the handshake, call a tool, make something go wrong.

use super::support::{Root, has_focus, html, press, send};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use wirelab::web::PanelHandle;

struct Page {
    root: Root,
    _handle: PanelHandle,
}

impl Page {
    fn open() -> Self {
        let root = Root::new();
        let handle = root.mount();
        Self { root, _handle: handle }
    }

    fn click(&self, selector: &str) {
        html(&self.root.find(selector)).click();
    }

    fn step(&self) {
        self.click(".bar [data-msg=step]");
    }

    fn text(&self, selector: &str) -> String {
        self.root.find(selector).text_content().unwrap_or_default()
    }

    /// The names on the frames, from the first to the last.
    fn frames(&self) -> Vec<String> {
        let chips = self.root.0.query_selector_all(".chip b").unwrap();
        (0..chips.length()).filter_map(|index| chips.item(index)?.text_content()).collect()
    }

    fn states(&self) -> (String, String) {
        (self.text("[data-ref=client-side] .current text"), self.text("[data-ref=server-side] .current text"))
    }

    /// Steps until it is the reader's turn, which takes a bounded number of steps.
    fn finish(&self) {
        for _ in 0..20 {
            if self.root.find(".bar [data-msg=step]").has_attribute("disabled") {
                return;
            }
            self.step();
        }
        panic!("the conversation does not come to rest: {:?}", self.frames());
    }
}

#[wasm_bindgen_test]
fn each_step_of_the_handshake_shows_what_it_did() {
    let page = Page::open();
    let states = |client: &str, server: &str| (client.to_owned(), server.to_owned());
    assert_eq!(page.states(), states("Uninitialized", "Uninitialized"));
    page.click(".welcome [data-msg=step]");
    assert_eq!(page.frames(), ["initialize"]);
    assert_eq!(page.states(), states("Initializing", "Uninitialized"), "the request is still on the wire");
    assert!(page.root.find(".row").class_name().contains("flying"));
    page.step();
    assert_eq!(page.frames(), ["initialize", "result"]);
    assert_eq!(page.states(), states("Initializing", "Initializing"));
    page.step();
    assert_eq!(page.frames(), ["initialize", "result", "notifications/initialized"]);
    assert_eq!(page.states(), states("Initialized", "Initializing"));
    page.step();
    assert_eq!(page.states(), states("Initialized", "Initialized"));
    page.finish();
    assert_eq!(page.frames()[3..], ["tools/list", "result"]);
    assert_eq!(page.text(".clock"), "0.020");
}

#[wasm_bindgen_test]
fn a_tool_is_called_from_the_form_of_its_schema() {
    let page = Page::open();
    page.finish();
    let field = page.root.find("[data-msg=field][data-arg=a]");
    field.dyn_ref::<HtmlInputElement>().unwrap().set_value("9007199254740993");
    send(&field, "input");
    let frame = page.text(".preview");
    assert!(frame.contains(r#""id":3,"method":"tools/call""#), "the frame that will be sent: {frame}");
    assert!(frame.ends_with(r#""arguments":{"a":9007199254740993,"b":2}}}"#), "{frame}");
    page.click("form.tool [type=submit]");
    page.finish();
    assert_eq!(page.frames()[5..], ["tools/call", "result"]);
    let json = page.text(".json");
    assert!(json.contains(r#""text": "{\"result\":9007199254740995}""#), "{json}");
    assert!(page.text(".hex").contains("0a"), "the delimiter is among the bytes");
    assert!(page.text(".words").contains("9007199254740995"), "{}", page.text(".words"));
}

#[wasm_bindgen_test]
fn the_two_error_layers_stand_side_by_side() {
    let page = Page::open();
    page.finish();
    for kind in ["fail", "unknown-tool", "unknown-method"] {
        page.click(&format!("[data-msg=provoke][data-arg={kind}]"));
        page.finish();
    }
    let (protocol, tool) = (page.text(".layer.protocol"), page.text(".layer.tool"));
    assert!(protocol.contains("-32601") && protocol.contains("Nothing."), "{protocol}");
    assert!(tool.contains("no such file") && !tool.contains("Nothing."), "{tool}");
    // From the layer back to its frame.
    page.click(".layer.tool [data-msg=frame]");
    assert!(page.text(".words").contains("isError"), "{}", page.text(".words"));
}

#[wasm_bindgen_test]
fn time_goes_back_and_begins_anew() {
    let page = Page::open();
    page.finish();
    let before = page.frames().len();
    page.click("[data-msg=ping]");
    assert_eq!(page.frames().len(), before + 1);
    page.click(".bar [data-msg=back]");
    assert_eq!(page.frames().len(), before);
    assert!(press(&page.root.find(".bar"), "r"), "the key does what the button does");
    assert!(page.frames().is_empty());
    page.root.find(".welcome");
}

#[wasm_bindgen_test]
fn an_unknown_revision_gets_a_counter_offer() {
    let page = Page::open();
    let select = page.root.find("[data-msg=offer]");
    select.dyn_ref::<web_sys::HtmlSelectElement>().unwrap().set_value("2026-08-21");
    send(&select, "change");
    page.step();
    page.step();
    let words = page.text(".words");
    assert!(words.contains("2026-08-21") && words.contains("2025-11-25"), "{words}");
    page.finish();
    assert_eq!(page.states().0, "Initialized");
}

#[wasm_bindgen_test]
fn a_file_that_is_written_and_saved_is_told_on_the_wire() {
    let page = Page::open();
    page.finish();
    page.click(".tools [data-msg=open][data-arg='file README.txt']");
    let focused = || web_sys::window().unwrap().document().unwrap().active_element().unwrap();
    let readme = Some("file README.txt".to_owned());
    assert_eq!(focused().get_attribute("data-arg"), readme, "the focus follows the document");
    page.click(".documents [data-arg=new]");
    let path: HtmlInputElement = page.root.find(".editor input").dyn_into().unwrap();
    path.set_value("new.txt");
    send(&path, "input");
    let area: HtmlTextAreaElement = page.root.find(".editor textarea").dyn_into().unwrap();
    area.set_value("one\ntwo\n");
    send(&area, "input");
    page.click(".editor [type=submit]");
    assert_eq!(page.frames().last().map(String::as_str), Some("notifications/resources/list_changed"));
    let area: HtmlTextAreaElement = page.root.find(".editor textarea").dyn_into().unwrap();
    assert_eq!(area.value(), "one\ntwo\n", "the new file is in the editor");
    page.click(".documents [data-arg='file README.txt']");
    let area: HtmlTextAreaElement = page.root.find(".editor textarea").dyn_into().unwrap();
    assert!(area.value().starts_with("This folder"), "{}", area.value());
    page.click("[data-msg=leave-files]");
    assert_eq!(focused().get_attribute("data-arg"), readme);
    assert_eq!(page.states().1, "Initialized");
}

#[wasm_bindgen_test]
fn a_frame_is_written_where_the_focus_is_led_to_and_goes_out_as_it_stands() {
    let page = Page::open();
    page.finish();
    let focused = || web_sys::window().unwrap().document().unwrap().active_element().unwrap();
    page.click("[data-msg=wish][data-arg='compose client']");
    let area: HtmlTextAreaElement = page.root.find(".compose textarea").dyn_into().unwrap();
    assert!(has_focus(&area), "the focus follows");
    area.set_value("{\"jsonrpc\":'2.0'}");
    area.set_selection_range(3, 3).unwrap();
    send(&area, "input");
    assert_eq!(page.text(".weighed mark"), "'", "the place is marked");
    assert_eq!(area.selection_start().unwrap(), Some(3), "the caret stays where the reader writes");
    page.click(".compose [type=submit]");
    assert_eq!(page.frames().last().map(String::as_str), Some("not a message"));
    page.click("[data-msg=compose-leave]");
    assert_eq!(focused().get_attribute("data-arg").as_deref(), Some("compose client"), "and back");
}
