//! What `wirelab play` gives out, and to whom. The rules of its files are tested where `cargo xtask play` uses them.
#![cfg(not(target_arch = "wasm32"))]

use std::collections::BTreeSet;
use std::fs;

use wirelab::native::play::reply::{Ask, Reply};
use wirelab::native::play::{Recording, Site, Source, Token, assets, http};

const SECRET: &str = "/local/recording";

fn header<'a>(reply: &'a Reply, name: &str) -> &'a str {
    reply.headers.iter().find(|(key, _)| *key == name).map_or("", |(_, value)| value)
}

fn asks<'a>(url: &'a str, authorization: Option<&'a str>) -> Ask<'a> {
    Ask { method: "GET", url, host: Some("127.0.0.1:8080"), authorization, ..Ask::default() }
}

/// A site with a recording, and the header that opens it.
fn site(source: Source) -> (Site, String) {
    let site =
        Site::new(Token::random().unwrap(), Some(Recording { name: "日志 1%.log".to_owned(), source }));
    let bearer = format!("Bearer {}", site.fragment().strip_prefix("#local=").unwrap());
    (site, bearer)
}

#[test]
fn the_recording_is_for_whoever_has_the_token() {
    let (site, bearer) = site(Source::Bytes(b"\xFFanything".to_vec()));
    let reply = site.reply(asks(SECRET, Some(&bearer)));
    assert_eq!((reply.status, &reply.body[..]), (200, &b"\xFFanything"[..]));
    assert_eq!(header(&reply, "Wirelab-Name"), "%E6%97%A5%E5%BF%97%201%25.log");
    assert_eq!(header(&reply, "Cache-Control"), "no-store");
    let longer = format!("{bearer}0");
    let shorter = &bearer[..bearer.len() - 1];
    let bare = bearer.strip_prefix("Bearer ").unwrap();
    for wrong in [None, Some(""), Some("Bearer "), Some(longer.as_str()), Some(shorter), Some(bare)] {
        let reply = site.reply(asks(SECRET, wrong));
        assert_eq!(reply.status, 403, "{wrong:?}");
        assert!(!reply.body.windows(8).any(|part| part == b"anything"));
    }
    let from_elsewhere = Ask { origin: Some("https://evil.example"), ..asks(SECRET, Some(&bearer)) };
    assert_eq!(site.reply(from_elsewhere).status, 403);
    let by_another_name = Ask { host: Some("evil.example"), ..asks(SECRET, Some(&bearer)) };
    assert_eq!(site.reply(by_another_name).status, 421);
    let written = Ask { method: "POST", ..asks(SECRET, Some(&bearer)) };
    assert_eq!(site.reply(written).status, 405);
}

#[test]
fn a_file_is_read_when_it_is_asked_for_and_one_that_is_gone_is_told() {
    let path = std::env::temp_dir().join(format!("wirelab-play-{}.log", std::process::id()));
    fs::write(&path, "first").unwrap();
    let (site, bearer) = site(Source::File(path.clone()));
    assert_eq!(site.reply(asks(SECRET, Some(&bearer))).body, b"first");
    fs::write(&path, "second").unwrap();
    assert_eq!(site.reply(asks(SECRET, Some(&bearer))).body, b"second");
    fs::remove_file(&path).unwrap();
    let gone = site.reply(asks(SECRET, Some(&bearer)));
    assert_eq!(gone.status, 404);
    assert!(String::from_utf8(gone.body).unwrap().starts_with("日志 1%.log: "));
}

#[test]
fn no_two_tokens_are_the_same_and_none_is_seen_in_a_debug_text() {
    let tokens: Vec<_> = (0..100).map(|_| Token::random().unwrap()).collect();
    let texts: BTreeSet<_> = tokens.iter().map(Token::text).collect();
    assert_eq!(texts.len(), tokens.len());
    for token in &tokens {
        // 128 bits.
        assert_eq!(token.text().len(), 32);
        assert!(token.is(token.text()) && !token.is("") && !token.is(&"0".repeat(32)));
        assert!(!format!("{token:?}").contains(token.text()));
    }
    let (site, bearer) = site(Source::Bytes(Vec::new()));
    assert!(!format!("{site:?}").contains(&bearer["Bearer ".len()..]));
}

#[test]
fn without_a_recording_there_is_no_secret() {
    let site = Site::new(Token::random().unwrap(), None);
    assert_eq!(site.fragment(), "");
    assert_eq!(site.reply(asks(SECRET, Some("Bearer "))).status, 403);
}

#[test]
fn the_page_comes_in_gzip_with_a_tag_where_this_build_has_it() {
    let site = Site::new(Token::random().unwrap(), None);
    let ask = Ask { accept_encoding: Some("br, gzip;q=0.8"), ..asks("/", None) };
    let reply = site.reply(ask);
    if !assets::is_there() {
        assert_eq!(reply.status, 404);
        return;
    }
    assert_eq!((reply.status, header(&reply, "Content-Encoding")), (200, "gzip"));
    assert_eq!(header(&reply, "Content-Type"), "text/html; charset=utf-8");
    assert_eq!(reply.body[..2], [0x1F, 0x8B]);
    let tag = header(&reply, "ETag").to_owned();
    let again = site.reply(Ask { if_none_match: Some(&tag), ..ask });
    assert_eq!((again.status, again.body.len()), (304, 0));
    for none in [None, Some("br"), Some("gzip;q=0")] {
        assert_eq!(site.reply(Ask { accept_encoding: none, ..ask }).status, 406, "{none:?}");
    }
}

#[test]
fn nobody_beyond_this_machine_is_listened_to() {
    let first = http::listen(None, 28_700).unwrap();
    assert!(first.local_addr().unwrap().ip().is_loopback());
    let port = first.local_addr().unwrap().port();
    assert!(http::listen(Some(port), port).is_err(), "a port that was asked for is not passed over");
    assert_ne!(http::listen(None, port).unwrap().local_addr().unwrap().port(), port);
}
