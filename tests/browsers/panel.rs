//! The mounted page: it shows the model, hears the reader, and is gone without a trace when its handle is.

use std::cell::Cell;
use std::rc::Rc;

use super::support::{Root, Uncaught, document, html, press};
use js_sys::{Object, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;
use wirelab::panel::text::Language;
use wirelab::panel::{Environment, Model, view};
use wirelab::web::mount;
use wirelab::web::screen::Screen;

#[wasm_bindgen_test]
fn a_click_on_the_step_button_steps() {
    let root = Root::new();
    let handle = mount(root.0.clone(), None, None, None, None, None).unwrap();
    let wire = || root.find("[data-ref=wire-rows]").inner_html();
    let before = wire();
    html(&root.find("[data-msg=step]")).click();
    assert_eq!(handle.messages(), 1);
    assert_ne!(wire(), before);
}

#[wasm_bindgen_test]
fn language_and_theme_are_those_of_the_document() {
    let root = Root::new();
    let handle = root.mount();
    let page = document().document_element().unwrap();
    let client = root.find("[data-text=client]");
    for language in [Language::Chinese.tag(), Language::English.tag()] {
        let (title, word) = (document().title(), client.text_content());
        handle.dispatch("speak", language, "");
        assert_eq!(page.get_attribute("lang").as_deref(), Some(language));
        assert_ne!((document().title(), client.text_content()), (title, word));
    }
    let theme = || page.get_attribute("data-theme");
    let before = theme();
    handle.dispatch("theme", "", "");
    assert!(before.is_some() && theme().is_some() && theme() != before);
}

#[wasm_bindgen_test]
fn after_the_handle_there_is_nothing_left() {
    let root = Root::new();
    let body = document().body().unwrap();
    let uncaught = Uncaught::watch();
    let handle = root.mount();
    assert!(press(&body, "n"), "the page takes its key");
    root.add("<button data-msg=step id=step></button>");
    let button = root.find("#step");
    handle.unmount();
    assert_eq!(root.0.inner_html(), "");
    assert!(!press(&body, "n"), "the listener on the document went, too");
    root.0.append_child(&button).unwrap();
    html(&button).click();
    assert_eq!(root.0.child_element_count(), 1);
    assert_eq!(uncaught.count(), 0, "nobody calls what is gone");
}

#[wasm_bindgen_test]
fn two_playgrounds_share_a_page_and_nothing_else() {
    let (one, two) = (Root::new(), Root::new());
    let (first, second) = (one.mount(), two.mount());
    one.add("<button data-msg=step id=step></button>");
    html(&one.find("#step")).click();
    assert_eq!((first.messages(), second.messages()), (1, 0));
    drop(first);
    assert!(second.dispatch("step", "", ""));
    assert_eq!(second.messages(), 1);
}

#[wasm_bindgen_test]
fn messages_and_wake_ups_can_be_sent_by_hand() {
    let root = Root::new();
    let handle = root.mount();
    handle.wake();
    assert!(handle.dispatch("step", "", ""));
    assert!(!handle.dispatch("no such thing", "", ""));
    assert_eq!(handle.messages(), 2);
}

/// Calls `then` whenever a word of the markup is set, as another language does: an event in the middle of an update.
fn when_spoken(root: &Root, then: impl Fn() + 'static) -> Closure<dyn Fn()> {
    let setter = Closure::<dyn Fn()>::new(then);
    let descriptor = Object::new();
    Reflect::set(&descriptor, &"set".into(), setter.as_ref()).unwrap();
    Object::define_property(&root.find("[data-text=client]"), &"textContent".into(), &descriptor);
    setter
}

#[wasm_bindgen_test]
fn what_happens_during_an_update_happens_after_it() {
    let root = Root::new();
    let handle = Rc::new(root.mount());
    let shown = Rc::new(Cell::new(0));
    let _setter = when_spoken(&root, {
        let (handle, shown) = (Rc::clone(&handle), Rc::clone(&shown));
        move || {
            if shown.replace(shown.get() + 1) == 0 {
                assert!(
                    handle.dispatch("step", "", "") && handle.dispatch("speak", Language::English.tag(), "")
                );
                assert_eq!(handle.messages(), 1, "neither has happened yet");
            }
        }
    });
    handle.dispatch("speak", Language::Chinese.tag(), "");
    assert_eq!(handle.messages(), 3);
    assert_eq!(shown.get(), 2, "both happened before the result was shown once more");
}

#[wasm_bindgen_test]
fn a_handle_may_go_during_an_update() {
    let root = Root::new();
    let handle = Rc::new(Cell::new(Some(root.mount())));
    root.add("<button data-msg=speak data-arg=zh-Hans id=zh></button>");
    let button = root.find("#zh");
    let _setter = when_spoken(&root, {
        let handle = Rc::clone(&handle);
        move || drop(handle.take())
    });
    html(&button).click();
    assert!(handle.take().is_none());
    assert_eq!(root.0.inner_html(), "");
}

#[wasm_bindgen_test]
fn markup_and_view_that_do_not_fit_are_told_apart_by_name() {
    let root = Root::new();
    let model = Model::new(&Environment::default());
    let fault = |change: fn(&mut wirelab::panel::ViewModel)| {
        let mut view = view(&model);
        change(&mut view);
        Screen::new(&root.0, view).unwrap_err()
    };
    assert!(fault(|view| view.regions.push(("nowhere", vec![]))).contains("`nowhere`"));
    assert!(fault(|view| view.attrs.push(("no-ref", "title", None))).contains("`no-ref`"));
    assert!(fault(|view| view.texts.push(("no-place", ""))).contains("`no-place`"));
    assert!(fault(|view| view.texts.clear()).contains("no text for data-text `"));
}
