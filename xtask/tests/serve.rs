//! The file server of `cargo xtask play`: what it gives away, to whom, and what it does not.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;

use xtask::serve::{Ask, Reply, listen, reply, serve};

/// A folder with a page in it and a secret beside it; deleted when dropped.
struct Site {
    base: PathBuf,
}

impl Site {
    fn new(name: &str) -> Self {
        let base = std::env::temp_dir().join(format!("wirelab-serve-{name}-{}", std::process::id()));
        fs::create_dir_all(base.join("root/sub")).unwrap();
        fs::write(base.join("secret.txt"), "secret").unwrap();
        fs::write(base.join("root/index.html"), "<p>front</p>").unwrap();
        fs::write(base.join("root/sub/index.html"), "<p>sub</p>").unwrap();
        fs::write(base.join("root/.hidden"), "secret").unwrap();
        for name in ["boot.js", "style.css", "wirelab_bg.wasm", "a b.svg", "unknown.bin"] {
            fs::write(base.join("root").join(name), name).unwrap();
        }
        Self { base }
    }

    fn root(&self) -> PathBuf {
        self.base.join("root")
    }

    fn get(&self, url: &str) -> Reply {
        reply(&self.root(), Ask { method: "GET", url, host: Some("127.0.0.1:8080"), ..Ask::default() })
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.base);
    }
}

fn header<'a>(reply: &'a Reply, name: &str) -> &'a str {
    reply.headers.iter().find(|(key, _)| *key == name).map_or("", |(_, value)| value)
}

#[test]
fn a_folder_is_its_index_page() {
    let site = Site::new("index");
    assert_eq!(site.get("/").body, b"<p>front</p>");
    assert_eq!(site.get("/?x=1#y").body, b"<p>front</p>");
    assert_eq!(site.get("/sub/").body, b"<p>sub</p>");
    // Without the slash the relative URLs of that page would point elsewhere.
    assert_eq!(site.get("/sub").status, 404);
}

#[test]
fn each_kind_of_file_has_its_type() {
    let site = Site::new("types");
    for (url, expected) in [
        ("/", "text/html; charset=utf-8"),
        ("/boot.js", "text/javascript; charset=utf-8"),
        ("/style.css", "text/css; charset=utf-8"),
        ("/wirelab_bg.wasm", "application/wasm"),
        ("/a%20b.svg", "image/svg+xml"),
        ("/unknown.bin", "application/octet-stream"),
    ] {
        assert_eq!(header(&site.get(url), "Content-Type"), expected, "{url}");
    }
}

#[test]
fn no_url_leads_out_of_the_folder_or_to_a_hidden_file() {
    let site = Site::new("traversal");
    for url in [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/sub/../../secret.txt",
        "/..\\secret.txt",
        "/%5c..%5csecret.txt",
        "//etc/passwd",
        "/%2fetc/passwd",
        "/C:/secret.txt",
        "/.hidden",
        "/index.html%00.js",
        "/%",
        "/%zz",
        "/%ff",
        "",
        "secret.txt",
        "http://127.0.0.1:8080/boot.js",
    ] {
        assert_eq!(site.get(url).status, 404, "{url}");
    }
}

#[test]
#[cfg(unix)]
fn a_link_leads_out_of_the_folder_neither() {
    let site = Site::new("link");
    std::os::unix::fs::symlink(site.base.join("secret.txt"), site.root().join("link.txt")).unwrap();
    assert_eq!(site.get("/link.txt").status, 404);
}

#[test]
fn only_get_and_head_are_answered() {
    let site = Site::new("methods");
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "get"] {
        let answer = reply(&site.root(), Ask { method, url: "/", host: Some("localhost"), ..Ask::default() });
        assert_eq!((answer.status, header(&answer, "Allow")), (405, "GET, HEAD"), "{method}");
    }
}

#[test]
fn only_loopback_names_are_answered() {
    let site = Site::new("hosts");
    let status = |host| reply(&site.root(), Ask { method: "GET", url: "/", host, ..Ask::default() }).status;
    for host in ["127.0.0.1", "127.0.0.1:8080", "localhost:1", "LOCALHOST", "[::1]:8080", "[::1]"] {
        assert_eq!(status(Some(host)), 200, "{host}");
    }
    for host in
        ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8080", "evil:localhost", ""]
    {
        assert_eq!(status(Some(host)), 421, "{host}");
    }
    assert_eq!(status(None), 421);
}

#[test]
fn another_page_is_not_answered() {
    let site = Site::new("origins");
    let status = |host, origin| {
        reply(
            &site.root(),
            Ask { method: "GET", url: "/", host: Some(host), origin: Some(origin), ..Ask::default() },
        )
        .status
    };
    assert_eq!(status("127.0.0.1:8080", "http://127.0.0.1:8080"), 200);
    for origin in [
        "http://127.0.0.1:8081",
        "http://localhost:8080",
        "https://127.0.0.1:8080",
        "null",
        "https://evil.example",
    ] {
        assert_eq!(status("127.0.0.1:8080", origin), 403, "{origin}");
    }
}

#[test]
fn an_unchanged_file_is_not_sent_again_and_a_changed_one_is() {
    let site = Site::new("etag");
    let first = site.get("/boot.js");
    assert_eq!(header(&first, "Cache-Control"), "no-cache");
    let tag = header(&first, "ETag").to_owned();
    let again = |tags: &str| {
        let ask = Ask {
            method: "GET",
            url: "/boot.js",
            host: Some("localhost"),
            if_none_match: Some(tags),
            ..Ask::default()
        };
        reply(&site.root(), ask)
    };
    let unchanged = again(&format!("\"other\", {tag}"));
    assert_eq!((unchanged.status, unchanged.body.len()), (304, 0));
    fs::write(site.root().join("boot.js"), "BOOT.js").unwrap();
    assert_eq!(again(&tag).status, 200);
}

#[test]
fn every_file_forbids_what_the_page_does_not_need() {
    let site = Site::new("policy");
    let answer = site.get("/");
    let policy = header(&answer, "Content-Security-Policy");
    for rule in
        ["default-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "base-uri 'none'"]
    {
        assert!(policy.contains(rule), "{rule}");
    }
    assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"));
    assert_eq!(header(&answer, "X-Content-Type-Options"), "nosniff");
    assert_eq!(header(&site.get("/nothing"), "X-Content-Type-Options"), "nosniff");
}

#[test]
fn a_taken_port_is_passed_over_unless_it_was_asked_for() {
    let taken = listen(None, 28_400).unwrap();
    let port = taken.local_addr().unwrap().port();
    let next = listen(None, port).unwrap();
    assert!(next.local_addr().unwrap().port() > port);
    let error = format!("{:#}", listen(Some(port), port).err().unwrap());
    assert!(error.starts_with(&format!("cannot listen on port {port}")), "{error}");
}

#[test]
fn over_a_socket_head_tells_the_length_and_sends_nothing() {
    let site = Site::new("socket");
    let server = listen(None, 28_500).unwrap();
    let address = server.local_addr().unwrap();
    assert!(address.ip().is_loopback());
    let root = site.root();
    // Ends with the process: a server has no other end.
    std::thread::spawn(move || serve(server, root));

    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "HEAD /wirelab_bg.wasm HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    assert!(answer.contains("content-length: 15\r\n"), "{answer}");
    assert!(answer.ends_with("\r\n\r\n"), "{answer}");
}

#[test]
fn many_connections_that_stay_open_are_all_answered() {
    let site = Site::new("many");
    let server = listen(None, 28_600).unwrap();
    let address = server.local_addr().unwrap();
    let root = site.root();
    std::thread::spawn(move || serve(server, root));
    // All at once, as a browser opens them, and none is closed before all are answered.
    let open = |_| {
        std::thread::spawn(move || {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.set_read_timeout(Some(std::time::Duration::from_secs(20))).unwrap();
            write!(stream, "GET /boot.js HTTP/1.1\r\nHost: {address}\r\n\r\n").unwrap();
            let mut answer = [0; 12];
            stream.read_exact(&mut answer).unwrap();
            assert_eq!(&answer, b"HTTP/1.1 200");
            stream
        })
    };
    for _ in 0..20 {
        let all: Vec<_> = (0..24).map(open).collect();
        let streams: Vec<_> = all.into_iter().map(|one| one.join().unwrap()).collect();
        drop(streams);
    }
}
