//! The lessons: all of them on a page of their own, and the open one beside the wire.

use super::button;
use crate::panel::fault::ENTRIES;
use crate::panel::lesson::Learning;
use crate::panel::node::{Node, el};
use crate::panel::text::{Broken, Language, Learn, Spot};
use crate::panel::{Lesson, Model};
use crate::sim::{Scenario, Story};

/// Every lesson, with what was done.
pub(super) fn area(model: &Model) -> Vec<Node> {
    let language = model.language;
    let (hunts, lessons): (Vec<_>, Vec<_>) = Lesson::ALL.into_iter().partition(|lesson| lesson.is_hunt());
    let count = model.learning.done.len().to_string();
    let all = Lesson::ALL.len().to_string();
    let head = el("header")
        .class("learn-head")
        .key("head")
        .child(el("h2").text(language.learn(Learn::Title)))
        .child(el("p").text(language.learn(Learn::Lead)))
        .child(
            el("p")
                .class("learn-count")
                .text(language.learn_with(Learn::Progress, &[("n", &count), ("all", &all)])),
        );
    let list = |key: &'static str, title: Learn, lead: Option<Learn>, lessons: Vec<Lesson>| {
        let items = lessons.into_iter().map(|lesson| card(model, lesson));
        el("section")
            .key(key)
            .child(el("h3").text(language.learn(title)))
            .children(lead.map(|lead| el("p").text(language.learn(lead))))
            .child(el("ol").class("lesson-cards").children(items))
    };
    vec![
        head,
        list("lessons", Learn::Lessons, None, lessons),
        list("hunts", Learn::Hunts, Some(Learn::HuntsLead), hunts),
        scenarios(language),
        broken(language),
    ]
}

fn scenarios(language: Language) -> Node {
    let items = Story::ALL.into_iter().map(|story| way_to(&Scenario::Story(story), language.scenario(story)));
    el("section")
        .key("scenarios")
        .child(el("h3").text(language.learn(Learn::Scenarios)))
        .child(el("p").text(language.learn(Learn::ScenariosLead)))
        .child(el("ul").class("lesson-cards").children(items))
}

/// Every fault by itself, in the order in which the switches stand.
fn broken(language: Language) -> Node {
    let names = [Broken::GroupWire, Broken::GroupWords, Broken::GroupProcess];
    let groups = ENTRIES.into_iter().zip(names).map(|(entries, name)| {
        let kinds = entries.iter().filter(|entry| entry.of.is_none()).map(|entry| entry.kind);
        let ways = kinds.map(|kind| way_to(&Scenario::Fault(kind), language.fault(kind)));
        el("div")
            .class("fault-group")
            .child(el("h4").text(language.broken(name)))
            .child(el("ul").class("switches").children(ways))
    });
    el("section")
        .key("broken")
        .child(el("h3").text(language.learn(Learn::Broken)))
        .child(el("p").text(language.learn(Learn::BrokenLead)))
        .child(el("div").class("fault-groups").children(groups))
}

/// The way to a world in which something has happened.
fn way_to(scenario: &Scenario, (title, text): (&'static str, &'static str)) -> Node {
    let name = scenario.name();
    let inner = el("button")
        .attr("type", "button")
        .msg("scenario", name.clone())
        .child(el("b").text(title))
        .child(el("span").text(text));
    el("li").key(name).child(inner)
}

fn card(model: &Model, lesson: Lesson) -> Node {
    let language = model.language;
    let text = language.lesson(lesson);
    let is_done = model.learning.done.contains(&lesson);
    let mark = is_done.then(|| el("span").class("tag ok").text(language.learn(Learn::Done)));
    let first = text.idea.first().copied().unwrap_or_default();
    let inner = el("button")
        .attr("type", "button")
        .msg("lesson", lesson.name())
        .child(el("small").text(number(language, lesson)))
        .child(el("b").text(text.title))
        .child(el("span").text(first))
        .children(mark);
    el("li").key(lesson.name()).child(inner)
}

fn number(language: Language, lesson: Lesson) -> String {
    language.learn_with(Learn::Number, &[("n", &(lesson.place() + 1).to_string())])
}

/// The open lesson.
pub(super) fn pane(model: &Model) -> Vec<Node> {
    let Some(lesson) = model.learning.open else { return Vec::new() };
    let language = model.language;
    let text = language.lesson(lesson);
    let head = el("header")
        .key("head")
        .child(el("h2").child(el("small").text(number(language, lesson))).child(el("span").text(text.title)))
        .child(
            el("span")
                .class("lesson-ways")
                .child(button(language.learn(Learn::AllLessons), "go", "learn").class("quiet"))
                .child(button(link(model), "lesson-link", "").class("quiet"))
                .child(button(language.learn(Learn::Again), "lesson", lesson.name()).class("quiet"))
                .child(button(language.learn(Learn::Leave), "lesson-leave", "").class("quiet")),
        );
    let idea = text.idea.iter().map(|paragraph| el("p").text(*paragraph));
    let body = el("div")
        .class("lesson-body")
        .key(lesson.name())
        .child(el("div").class("idea").children(idea))
        .child(task(model, lesson));
    vec![
        el("section")
            .class("lesson")
            .key(lesson.name())
            .attr("aria-label", text.title)
            .child(head)
            .child(body),
    ]
}

/// The way to the lesson's link, and what has become of it.
fn link(model: &Model) -> &'static str {
    let language = model.language;
    match model.inspect.copied.filter(|_| model.learning.linked) {
        Some(true) => language.spot(Spot::CopiedNow),
        Some(false) => language.spot(Spot::CopyRefused),
        None => language.learn(Learn::Link),
    }
}

fn task(model: &Model, lesson: Lesson) -> Node {
    let language = model.language;
    let text = language.lesson(lesson);
    let learning = &model.learning;
    let goals = text.task.iter().enumerate().map(|(at, goal)| {
        let is_reached = learning.reached.contains(&at);
        let (class, key, mark) =
            if is_reached { ("goal reached", Learn::Reached, "✓") } else { ("goal", Learn::Open, "○") };
        el("li")
            .class(class)
            .child(el("span").attr("aria-hidden", "true").text(mark))
            .child(el("span").class("unseen").text(language.learn(key)))
            .child(el("span").text(*goal))
    });
    let mut nodes = vec![
        el("h3").text(language.learn(Learn::Task)),
        el("ul").class("goals").attr("aria-live", "polite").children(goals),
    ];
    if learning.is_done() {
        nodes.push(done(model, lesson));
    } else {
        nodes.extend(help(language, learning, lesson));
    }
    let pages = lesson.pages().iter().map(|page| el("code").text(*page));
    let read = el("p").class("pages").child(el("span").text(language.learn(Learn::Read))).children(pages);
    nodes.push(read);
    el("div").class("task").children(nodes)
}

/// The hints so far, the way to one more, and where a frame is to be found the way to say which.
fn help(language: Language, learning: &Learning, lesson: Lesson) -> Vec<Node> {
    let text = language.lesson(lesson);
    let shown = text.hints.iter().take(learning.hints).enumerate();
    let hints = shown.map(|(at, hint)| el("li").key(at.to_string()).text(*hint));
    let mut nodes = vec![el("ol").class("hints").children(hints)];
    let guess =
        lesson.is_hunt().then(|| button(language.learn(Learn::Guess), "lesson-guess", "").class("go"));
    let hint = (learning.hints < text.hints.len())
        .then(|| button(language.learn(Learn::Hint), "lesson-hint", "").class("quiet"));
    nodes.push(el("div").class("lesson-next").children(guess).children(hint));
    nodes.extend(learning.guess.map(|frame| {
        let n = (frame + 1).to_string();
        el("p").class("notice").attr("role", "alert").text(language.learn_with(Learn::Wrong, &[("n", &n)]))
    }));
    nodes
}

fn done(model: &Model, lesson: Lesson) -> Node {
    let language = model.language;
    let text = language.lesson(lesson);
    let next = lesson.next().map(|next| {
        let title = language.lesson(next).title;
        button(language.learn_with(Learn::Next, &[("title", title)]), "lesson", next.name()).class("go")
    });
    el("div")
        .class("learned")
        .key("learned")
        .child(el("p").attr("role", "status").text(text.done))
        .child(el("div").class("lesson-next").children(next))
}
