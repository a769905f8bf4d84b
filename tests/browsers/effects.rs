//! What the model asks of the world: to be woken, to keep a setting, to bring something into view.

use core::time::Duration;
use std::cell::Cell;
use std::rc::Rc;

use super::support::{Root, Uncaught, pause};
use wasm_bindgen_test::wasm_bindgen_test;
use wirelab::panel::node::el;
use wirelab::panel::{Environment, Model, view};
use wirelab::web::screen::Screen;
use wirelab::web::{storage, timer::Timer};

#[wasm_bindgen_test]
async fn revealing_scrolls_to_a_name_whatever_characters_it_has() {
    let hostile = "a\"]' \\ b";
    for target in [el("p").key(hostile), el("p").attr("data-ref", hostile)] {
        let root = Root::new();
        let mut first = view(&Model::new(&Environment::default()));
        first.regions[0].1 = vec![el("pre").text("\n".repeat(200)), target.text("here")];
        let screen = Screen::new(&root.0, first).unwrap();
        root.0.set_attribute("style", "height: 100px; overflow: auto").unwrap();
        screen.reveal("nowhere", false);
        pause(Duration::from_millis(50)).await;
        assert_eq!(root.0.scroll_top(), 0);
        screen.reveal(hostile, false);
        let mut waited = 0;
        while root.0.scroll_top() < 1000 {
            assert!(waited < 100, "not in view after 5 seconds");
            waited += 1;
            pause(Duration::from_millis(50)).await;
        }
    }
}

#[wasm_bindgen_test]
fn settings_are_kept_under_names_of_our_own() {
    storage::save("test", "<1>");
    assert!(storage::load().contains(&("test".to_owned(), "<1>".to_owned())));
    let browser = web_sys::window().unwrap().local_storage().unwrap().unwrap();
    assert_eq!(browser.get_item("wirelab.test").unwrap().as_deref(), Some("<1>"));
    browser.set_item("other.test", "").unwrap();
    browser.remove_item("wirelab.test").unwrap();
    assert!(storage::load().iter().all(|(name, _)| name != "test"));
}

#[wasm_bindgen_test]
fn an_open_lesson_is_kept_for_this_tab_and_what_was_done_for_all() {
    let is_kept = |name: &str, value: &str| storage::load().contains(&(name.to_owned(), value.to_owned()));
    let window = web_sys::window().unwrap();
    let (tab, all) = (window.session_storage().unwrap().unwrap(), window.local_storage().unwrap().unwrap());
    storage::save("lesson", "ids");
    storage::save("lessons", "ids");
    assert!(is_kept("lesson", "ids") && is_kept("lessons", "ids"));
    assert_eq!(all.get_item("wirelab.lesson").unwrap(), None);
    // Another tab has what this one has not.
    tab.remove_item("wirelab.lesson").unwrap();
    assert!(!is_kept("lesson", "ids") && is_kept("lessons", "ids"));
    // What an earlier build kept for all tabs is no lesson of this one.
    all.set_item("wirelab.lesson", "ids").unwrap();
    assert!(!is_kept("lesson", "ids"));
    let page = window.document().unwrap().document_element().unwrap();
    page.set_attribute("data-embed", "").unwrap();
    storage::save("lesson", "ids");
    storage::save("lessons", "");
    page.remove_attribute("data-embed").unwrap();
    assert!(!is_kept("lesson", "ids") && is_kept("lessons", "ids"), "a guest keeps nothing");
    for name in ["wirelab.lesson", "wirelab.lessons"] {
        all.remove_item(name).unwrap();
        tab.remove_item(name).unwrap();
    }
}

#[wasm_bindgen_test]
async fn a_timer_calls_once_when_it_was_last_set_to_and_never_when_dropped() {
    let uncaught = Uncaught::watch();
    let calls = Rc::new(Cell::new(0));
    let timer = || {
        let calls = Rc::clone(&calls);
        Timer::new(move || calls.set(calls.get() + 1))
    };
    let millis = Duration::from_millis;
    let (mut one, mut two, mut three) = (timer(), timer(), timer());
    one.set(millis(1));
    one.set(millis(2));
    two.set(millis(1));
    three.set(millis(1));
    two.clear();
    drop(three);
    pause(millis(100)).await;
    assert_eq!((calls.get(), uncaught.count()), (1, 0));
}
