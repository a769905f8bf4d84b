//! What must not be in the source: the arrows between the layers, one clock, no markup from data, no leftovers.
//!
//! Each rule is an absence, so each scanner is tried on samples of what it must find and what it must not: a check
//! that cannot fail would be worse than none.
#![cfg(not(target_arch = "wasm32"))]

mod source;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use source::{attribute, code, handlers, line_of, lines_with, named, silent_allows, without_comments};
use wirelab::panel::{Environment, Model, view};

/// Each layer and the layers that it may name.
const ARROWS: &[(&str, &[&str])] = &[
    ("proto", &[]),
    ("trace", &["proto"]),
    ("lint", &["proto", "trace"]),
    ("desk", &["proto", "trace", "lint"]),
    ("check", &["proto", "trace", "lint"]),
    ("demo", &["proto"]),
    ("agent", &["proto"]),
    ("sim", &["proto", "trace", "demo", "agent"]),
    ("fuzz", &["proto", "trace", "lint", "demo", "sim"]),
    ("panel", &["proto", "trace", "demo", "agent", "sim", "lint", "desk"]),
    ("web", &["proto", "trace", "demo", "sim", "lint", "desk", "panel"]),
    ("web_judge", &["proto", "trace", "lint", "desk"]),
    ("native", &["proto", "trace", "demo", "agent", "sim", "lint", "desk", "check", "panel"]),
];

/// The file with the one function that makes elements out of constant markup.
const MARKUP_FILE: &str = "src/web/dom.rs";

/// The file with what the package's build has made: a table of the page's files.
const MADE_FILE: &str = "src/native/play/assets.rs";

struct File {
    /// From the root of the package, with slashes.
    name: String,
    text: String,
}

impl File {
    /// The path of the module that this file is.
    fn module(&self) -> Vec<&str> {
        let path = self.name.trim_start_matches("src/").trim_end_matches(".rs");
        let root = path == "lib" || path == "main";
        path.split('/').filter(|part| !root && *part != "mod").collect()
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below `dir` that `wanted` accepts, in the order of their names.
fn files(dir: &str, wanted: impl Fn(&str) -> bool) -> Vec<File> {
    let mut names = Vec::new();
    walk(&root().join(dir), &mut names);
    let mut files: Vec<_> = names
        .into_iter()
        .filter(|name| wanted(name))
        .map(|name| File { text: fs::read_to_string(root().join(&name)).expect(&name), name })
        .collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(!files.is_empty(), "nothing to check in {dir}");
    files
}

fn walk(dir: &Path, names: &mut Vec<String>) {
    for entry in fs::read_dir(dir).expect("the folder can be read") {
        let path: PathBuf = entry.expect("its entries can be read").path();
        let name = path.strip_prefix(root()).expect("below the root").to_string_lossy().replace('\\', "/");
        let built = ["target", "fuzz/target", "dist", ".git"].contains(&name.as_str())
            || name.ends_with("node_modules");
        match path.is_dir() {
            true if built => {}
            true => walk(&path, names),
            false => names.push(name),
        }
    }
}

fn rust() -> Vec<File> {
    files("src", |name| name.ends_with(".rs"))
}

fn www() -> Vec<File> {
    files("www", |name| [".html", ".js", ".css"].iter().any(|end| name.ends_with(end)))
}

/// Fails with one line for every place that `find` names.
#[track_caller]
fn nowhere(rule: &str, files: &[File], find: impl Fn(&File) -> Vec<(usize, String)>) {
    let places: Vec<_> = files
        .iter()
        .flat_map(|file| find(file).into_iter().map(|(line, what)| format!("  {}:{line}: {what}", file.name)))
        .collect();
    assert!(places.is_empty(), "{rule}:\n{}", places.join("\n"));
}

/// Where any of `needles` stands in `text`.
fn each<'a>(text: &str, needles: impl IntoIterator<Item = &'a str>) -> Vec<(usize, String)> {
    let hits = needles
        .into_iter()
        .flat_map(|needle| lines_with(text, needle).into_iter().map(move |line| (line, needle.to_owned())));
    hits.collect()
}

// The layers.

#[test]
fn layers_name_only_the_layers_below_them() {
    nowhere("an arrow that the design does not have", &rust(), |file| {
        let code = code(&file.text);
        let module = file.module();
        let paths = named(&code, &module);
        // lib.rs and main.rs put the layers together.
        let Some(layer) = module.first() else { return Vec::new() };
        let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| name == layer) else {
            return vec![(1, format!("`{layer}` is no layer of the design"))];
        };
        let wrong = |target: &str| target != *layer && !allowed.contains(&target);
        let wrong = paths.into_iter().filter(|named| named.path.first().is_none_or(|first| wrong(first)));
        wrong.map(|named| (named.line, format!("{layer} names crate::{}", named.path.join("::")))).collect()
    });
}

#[test]
fn no_file_is_compiled_where_the_arrows_do_not_see_it() {
    nowhere("source from elsewhere", &rust(), |file| {
        let banned: &[&str] =
            if file.name == MADE_FILE { &["extern crate"] } else { &["include!", "extern crate"] };
        let mut places = each(&code(&file.text), banned.iter().copied());
        let text = without_comments(&file.text);
        let elsewhere = text.match_indices("#[path = \"").filter(|(at, opening)| {
            text[at + opening.len()..].split('"').next().is_some_and(|path| path.contains(['/', '\\']))
        });
        places.extend(elsewhere.map(|(at, _)| (line_of(&text, at), "a module in another folder".to_owned())));
        places
    });
}

#[test]
fn every_layer_that_needs_no_unsafe_code_forbids_it() {
    let layers = files("src", |name| name.ends_with("/mod.rs") && name.matches('/').count() == 2);
    let names: Vec<_> = layers.iter().map(|file| file.module()[0].to_owned()).collect();
    for layer in
        ["proto", "trace", "lint", "desk", "check", "demo", "agent", "sim", "fuzz", "panel", "native"]
    {
        assert!(names.iter().any(|name| name == layer), "src/{layer}/mod.rs is missing");
    }
    nowhere("no `#![forbid(unsafe_code)]`", &layers, |file| {
        // What the page and the worker exchange with their scripts is wasm-bindgen's code, which is unsafe.
        let fine = [["web"], ["web_judge"]].iter().any(|layer| file.module() == layer)
            || code(&file.text).contains("#![forbid(unsafe_code)]");
        if fine { Vec::new() } else { vec![(1, "unsafe code is allowed here".to_owned())] }
    });
}

// The clock.

const CLOCKS: &[&str] = &["Instant::now", "SystemTime", "Date", "performance", "time_origin"];

#[test]
fn one_file_of_each_build_reads_a_clock() {
    let read: Vec<_> = rust()
        .iter()
        .filter(|file| !each(&code(&file.text), CLOCKS.iter().copied()).is_empty())
        .map(|file| file.name.clone())
        .collect();
    assert_eq!(read, ["src/native/clock.rs", "src/web/clock.rs"], "the files that read a clock");
    nowhere("the page's script reads a clock", &www(), |file| {
        if !file.name.ends_with(".js") {
            return Vec::new();
        }
        // The engine's time limit is real time, and no world waits by that clock.
        let ticks = (file.name != "www/database.js").then_some("performance");
        each(&file.text, ["Date"].into_iter().chain(ticks))
    });
}

// Markup.

const MARKUP_MAKERS: &[&str] = &[
    "set_inner_html",
    "inner_html",
    "innerHTML",
    "set_outer_html",
    "outer_html",
    "outerHTML",
    "insert_adjacent_html",
    "insertAdjacentHTML",
    "set_html_unsafe",
    "setHTMLUnsafe",
    "create_contextual_fragment",
    "createContextualFragment",
    "DomParser",
    "DOMParser",
    "document.write",
    "write_1",
    "writeln",
];

/// Where `text` makes elements out of text, or a handler out of an attribute.
fn markup_makers(text: &str) -> Vec<(usize, String)> {
    let mut places = each(text, MARKUP_MAKERS.iter().copied());
    for opening in ["set_attribute(\"on", "setAttribute(\"on", "setAttribute('on"] {
        let hits = text.match_indices(opening).map(|(at, _)| (line_of(text, at), opening.to_owned()));
        places.extend(hits);
    }
    places
}

#[test]
fn only_constant_markup_becomes_elements() {
    // Formatting macros write into strings, not into documents.
    let files: Vec<_> =
        rust().into_iter().filter(|file| file.name.starts_with("src/web/")).chain(www()).collect();
    let allowed = "root.set_inner_html(include_str!(\"../../www/panel.html\"));";
    nowhere("elements made out of text", &files, |file| {
        let text = without_comments(&file.text);
        let text = if file.name == MARKUP_FILE { text.replacen(allowed, "", 1) } else { text };
        markup_makers(&text)
    });
    let dom = files.iter().find(|file| file.name == MARKUP_FILE).expect(MARKUP_FILE);
    assert_eq!(dom.text.matches(allowed).count(), 1, "{MARKUP_FILE} inserts the constant markup once");
}

/// Where a file of the page runs text, styles an element in place, or asks another host for something.
fn page_faults(text: &str) -> Vec<(usize, String)> {
    let lower = text.to_ascii_lowercase();
    let mut places = each(text, ["eval(", "new Function", "@import", "document.cookie"]);
    places.extend(handlers(text).into_iter().map(|line| (line, "a handler in an attribute".to_owned())));
    for needle in ["style=", "javascript:", "<script>", "<style", "<base", "srcdoc"] {
        places.extend(lower.match_indices(needle).map(|(at, _)| (line_of(&lower, at), needle.to_owned())));
    }
    let remote = lower.match_indices("//").filter(|(at, _)| {
        let scheme = ["https:", "http:", "ws:", "wss:", "\"", "'", "("];
        let namespace = "//www.w3.org/2000/svg";
        scheme.iter().any(|before| lower[..*at].ends_with(before)) && !lower[*at..].starts_with(namespace)
    });
    places.extend(remote.map(|(at, _)| (line_of(&lower, at), "another host".to_owned())));
    places
}

#[test]
fn the_page_runs_no_text_and_asks_no_other_host() {
    nowhere("in a file of the page", &www(), |file| page_faults(&file.text));
}

#[test]
fn markup_and_view_name_the_same_places() {
    let markup = fs::read_to_string(root().join("www/panel.html")).expect("www/panel.html");
    let set = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect::<BTreeSet<_>>();
    let unique = |names: &[&str]| assert_eq!(names.len(), set(names.to_vec()).len(), "twice: {names:?}");
    let view = view(&Model::new(&Environment::default()));

    let texts: Vec<_> = view.texts.iter().map(|(name, _)| *name).collect();
    unique(&texts);
    assert_eq!(
        set(attribute(&markup, "data-text")),
        set(texts),
        "data-text in www/panel.html and in the view"
    );

    let crash = without_comments(&fs::read_to_string(root().join("src/web/crash.rs")).expect("crash.rs"));
    let notice = crash.split("NOTICE: &str = \"").nth(1).and_then(|rest| rest.split('"').next());
    let regions: Vec<_> = view.regions.iter().map(|(name, _)| *name).collect();
    unique(&regions);
    let named = view.attrs.iter().map(|(name, ..)| *name).chain(regions).chain(notice);
    let refs = attribute(&markup, "data-ref");
    unique(&refs);
    assert_eq!(set(refs), set(named.collect()), "data-ref in www/panel.html and in the view");

    let ids = attribute(&markup, "id");
    unique(&ids);
    for labels in attribute(&markup, "aria-labelledby") {
        assert!(ids.contains(&labels), "aria-labelledby=\"{labels}\" names nothing in www/panel.html");
    }
}

// The files.

#[test]
fn files_are_short() {
    let files = rust();
    nowhere("more than 400 lines", &files, |file| {
        let lines = file.text.lines().count();
        if lines > 400 { vec![(lines, format!("{lines} lines"))] } else { Vec::new() }
    });
    let mut lengths: Vec<_> = files.iter().map(|file| file.text.lines().count()).collect();
    lengths.sort_unstable();
    let median = lengths[lengths.len() / 2];
    assert!(median < 200, "the median of the {} files in src/ is {median} lines", lengths.len());
}

#[test]
fn every_file_begins_by_saying_what_it_is() {
    nowhere("no `//!` in the first line", &rust(), |file| {
        let said = file.text.strip_prefix("//! ").is_some_and(|rest| !rest.trim_start().is_empty());
        if said { Vec::new() } else { vec![(1, file.text.lines().next().unwrap_or_default().to_owned())] }
    });
}

#[test]
fn nothing_is_left_over_or_leaked() {
    nowhere("left over", &rust(), |file| {
        let code = code(&file.text);
        let mut places = each(&code, ["forget", "todo!", "unimplemented!", "dbg!"]);
        let allows = silent_allows(&code).into_iter();
        places.extend(allows.map(|line| (line, "an `allow` without a reason".to_owned())));
        places
    });
}

// What is not ours to publish. Put together from halves, or this file would break its own rule.

const MACHINE_PATHS: &[&str] = &[
    concat!("/ho", "me/"),
    concat!("/Us", "ers/"),
    concat!("/ro", "ot/"),
    concat!("/wo", "rk/"),
    "C:\\Users",
];

const REGISTRY_HOSTS: &[&str] = &[
    concat!("crates", ".io"),
    concat!("npmjs", ".org"),
    concat!("npmjs", ".com"),
    concat!("pypi", ".org"),
    concat!("pythonhosted", ".org"),
    concat!("static.rust-lang", ".org"),
    concat!("deb.debian", ".org"),
];

/// Where `text` names a place on somebody's machine, or where packages come from.
fn private_names(name: &str, text: &str) -> Vec<(usize, String)> {
    // Cargo writes this into every lock file, wherever the packages really came from.
    let canonical = concat!("source = \"registry+https://github.com/rust-lang/crates", ".io-index\"");
    let mut places = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if name.rsplit('/').next() == Some("Cargo.lock") && line == canonical {
            continue;
        }
        // A path begins where no path goes on: `src/work/` and `~/home/` are none of these.
        let begins = |at: usize| !line[..at].ends_with(|c: char| c.is_alphanumeric() || "._-~}".contains(c));
        let paths = MACHINE_PATHS.iter().filter(|path| line.match_indices(**path).any(|(at, _)| begins(at)));
        let hosts = REGISTRY_HOSTS.iter().filter(|host| line.contains(**host));
        places.extend(paths.chain(hosts).map(|what| (index + 1, (*what).to_owned())));
        if name.ends_with("lock") && line.contains("://") {
            places.push((index + 1, line.trim().to_owned()));
        }
    }
    places
}

/// What git tracks; in a copy without git, whatever is there.
fn published() -> Vec<File> {
    let mut names = Vec::new();
    if root().join(".git").exists() {
        let output = Command::new("git").arg("-C").arg(root()).args(["ls-files", "-z"]).output();
        let output = output.expect("this is a git checkout, so git is needed to check it");
        assert!(output.status.success(), "git: {}", String::from_utf8_lossy(&output.stderr));
        let list = String::from_utf8(output.stdout).expect("names in UTF-8");
        names.extend(list.split('\0').filter(|name| !name.is_empty()).map(str::to_owned));
    } else {
        walk(root(), &mut names);
    }
    let read = |name: String| {
        // A file that was deleted and not yet committed, or is no text, says nothing.
        let text = String::from_utf8(fs::read(root().join(&name)).ok()?).ok()?;
        Some(File { name, text })
    };
    names.into_iter().filter_map(read).collect()
}

#[test]
fn nothing_published_names_a_machine_or_a_registry() {
    let files = published();
    assert!(
        files.iter().any(|file| file.name == "src/lib.rs"),
        "the list of files is not that of this crate"
    );
    nowhere("private to a machine", &files, |file| private_names(&file.name, &file.text));
}

// The tests of the tests.

#[test]
fn comments_and_strings_are_no_code() {
    let quotes = r###"let a = r#"say "crate::web""#; let b = br"crate::web\"; let c = '"'; crate::demo"###;
    for (text, expected) in [
        ("a // crate::web\nb", "a              \nb"),
        ("a /* x /* y */ z */ b", "a                   b"),
        ("\"a\\\"//b\" c", "\"      \" c"),
        ("'\\'' '\"' &'a x", "'  ' ' ' &'a x"),
        ("r#type \"x\"", "r#type \" \""),
        ("/// 'tis\nfn f<'a>() {}", "        \nfn f<'a>() {}"),
        ("\"unterminated", "\"            "),
    ] {
        assert_eq!(code(text), expected, "{text}");
    }
    assert!(!code(quotes).contains("web") && code(quotes).ends_with("crate::demo"), "{}", code(quotes));
    assert_eq!(without_comments("\"http://a\" // b"), "\"http://a\"     ");
}

#[test]
fn a_path_is_found_however_it_is_written() {
    let find = |text: &str, module: &[&str]| -> Vec<String> {
        named(&code(text), module)
            .iter()
            .map(|named| format!("{} {}", named.line, named.path.join("::")))
            .collect()
    };
    let in_b: &[&str] = &["a", "b"];
    for (text, module, expected) in [
        ("use crate::web::clock;", in_b, vec!["1 web::clock"]),
        ("use crate::{proto::{x, y as z}, native};", in_b, vec!["1 proto::x", "1 proto::y", "1 native"]),
        ("use crate::*;", in_b, vec!["1 *"]),
        ("\nfn f() { wirelab::native::run::<u8>(1) }", in_b, vec!["2 native::run"]),
        ("use super::c;", in_b, vec!["1 a::c"]),
        ("use super::super::web;", in_b, vec!["1 web"]),
        ("use super::{super::web, c};", in_b, vec!["1 web", "1 a::c"]),
        ("use self::c;", in_b, vec!["1 a::b::c"]),
        ("mod tests { use super::super::web; } use super::c;", in_b, vec!["1 a::web", "1 a::c"]),
        ("mod t { use super::super::super::web; }", in_b, vec!["1 web"]),
        ("mod t { fn f() { if x { y } } use super::d; } use super::c;", in_b, vec!["1 a::b::d", "1 a::c"]),
        ("pub(in crate::web) struct S;", in_b, vec!["1 web"]),
        ("$crate::proto::json::Members", in_b, vec!["1 proto::json::Members"]),
        ("struct A { b: crate::web::B, c: u8 }", in_b, vec!["1 web::B"]),
        ("// crate::web\nlet s = \"crate::web\"; my_crate::web(); self.web();", in_b, vec![]),
        ("use std::crate_like::web;", in_b, vec![]),
    ] {
        assert_eq!(find(text, module), expected, "{text}");
    }
    let file = |name: &str| File { name: name.to_owned(), text: String::new() };
    assert_eq!(file("src/a/b.rs").module(), ["a", "b"]);
    assert_eq!(file("src/a/b/mod.rs").module(), ["a", "b"]);
    assert!(file("src/lib.rs").module().is_empty() && file("src/main.rs").module().is_empty());
}

#[test]
fn words_are_found_whole() {
    assert_eq!(lines_with("a\nforget\nx.forget()", "forget"), [2, 3]);
    assert!(lines_with("forgetting, unforgettable", "forget").is_empty());
    assert_eq!(lines_with("todo!() my_todo!()", "todo!"), [1]);
    assert_eq!(lines_with("Date::now() UpDate Dates", "Date"), [1]);
}

#[test]
fn an_allow_needs_its_reason() {
    assert_eq!(silent_allows("#[allow(dead_code)]"), [1]);
    assert_eq!(silent_allows("\n#![allow(dead_code, unused)]"), [2]);
    assert_eq!(silent_allows("#[cfg_attr(test, allow(dead_code))]"), [1]);
    assert!(silent_allows("#[allow(dead_code, reason = \"\")] fn allow(a: u8) { allow(a) }").is_empty());
}

#[test]
fn what_a_page_must_not_have_is_found() {
    for text in [
        "<b onclick=\"x\">",
        "<b ONLOAD = x>",
        "b.onclick = f",
        "<b style=\"x\">",
        "<a href=\"javascript:x\">",
        "eval(x)",
        "new Function('x')",
        "<script>x</script>",
        "@import 'x';",
        "<link href=\"https://a.example/x.css\">",
        "url(//a.example/x)",
        "fetch('//a.example')",
    ] {
        assert!(!page_faults(text).is_empty(), "{text}");
    }
    for text in [
        "xmlns=\"http://www.w3.org/2000/svg\"",
        "<script src=\"boot.js\"></script>",
        "const x = 1; // on the other hand = no",
        "if (json == on) retrieval(x)",
        "<p data-on=\"x\">",
        "a { font-style: x; } /* https */",
    ] {
        assert_eq!(page_faults(text), [], "{text}");
    }
}

#[test]
fn makers_of_markup_are_found() {
    for text in [
        "e.set_inner_html(&x)",
        "e.innerHTML = x",
        "e.insert_adjacent_html(a, b)",
        "e.set_outer_html(x)",
        "document.write(x)",
        "set_attribute(\"onclick\", x)",
        "e.setAttribute('onload', x)",
    ] {
        assert!(!markup_makers(text).is_empty(), "{text}");
    }
    for text in ["e.set_text_content(Some(x))", "set_attribute(\"role\", x)", "set_attribute(name, x)"] {
        assert_eq!(markup_makers(text), [], "{text}");
    }
}

#[test]
fn private_names_are_found() {
    let path = MACHINE_PATHS[0];
    for text in [format!("see {path}me"), format!("\"{path}\""), format!("a\nhttps://{}/", REGISTRY_HOSTS[0])]
    {
        assert_eq!(private_names("a.md", &text).len(), 1, "{text}");
    }
    assert_eq!(private_names("a.md", &format!("src{path}x ~{path}y")), []);
    assert_eq!(private_names("Cargo.lock", "source = \"registry+https://a.example/index\"").len(), 1);
    let canonical = format!("source = \"registry+https://github.com/rust-lang/{}-index\"", REGISTRY_HOSTS[0]);
    assert_eq!(private_names("Cargo.lock", &canonical), []);
    assert_eq!(private_names("b.toml", &canonical).len(), 1);
}

#[test]
fn attributes_are_read_from_markup() {
    assert_eq!(attribute("<p data-ref=\"a\" xdata-ref=\"b\"><i data-ref=\"c\">", "data-ref"), ["a", "c"]);
}
