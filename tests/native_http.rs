//! A client of ours and a server that is reached by HTTP: the server is a list of answers, written as they go over the wire.
#![cfg(not(target_arch = "wasm32"))]

mod terminal;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use terminal::{PATIENCE, Ran, WIRELAB, wirelab};

/// One request as it came: its first line, its header lines in lower case, and its body.
struct Asked {
    line: String,
    headers: String,
    body: String,
}

impl Asked {
    fn read(stream: &mut BufReader<TcpStream>) -> Option<Self> {
        let mut line = String::new();
        stream.read_line(&mut line).ok().filter(|length| *length > 0)?;
        let mut headers = String::new();
        let mut length = 0;
        loop {
            let mut header = String::new();
            stream.read_line(&mut header).ok()?;
            if header.trim().is_empty() {
                break;
            }
            let (name, value) = header.split_once(':')?;
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse().ok()?;
            }
            headers.push_str(&format!("{}: {}\n", name.to_lowercase(), value.trim()));
        }
        let mut body = vec![0; length];
        stream.read_exact(&mut body).ok()?;
        Some(Self { line: line.trim().to_owned(), headers, body: String::from_utf8(body).ok()? })
    }

    fn method(&self) -> &str {
        self.line.split(' ').next().unwrap_or_default()
    }

    fn is(&self, rpc: &str) -> bool {
        self.body.contains(&format!("\"method\":\"{rpc}\""))
    }

    /// The id of the message in it, as it is written.
    fn id(&self) -> &str {
        let (_, rest) = self.body.split_once("\"id\":").unwrap_or_default();
        rest.split([',', '}']).next().unwrap_or_default()
    }
}

/// A server on a port of its own; `answer` says what goes back, whole, and the connection is closed after it.
fn serve(answer: impl Fn(&Asked) -> String + Send + Sync + Clone + 'static) -> (String, Receiver<Asked>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let (told, asked) = channel();
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let (answer, told) = (answer.clone(), told.clone());
            thread::spawn(move || {
                let mut reader = BufReader::new(stream.try_clone().expect("a socket"));
                let Some(asked) = Asked::read(&mut reader) else { return };
                let reply = answer(&asked);
                let _ = told.send(asked);
                let _ = (&stream).write_all(reply.as_bytes());
            });
        }
    });
    (format!("http://{address}/mcp"), asked)
}

fn reply(status: &str, headers: &str, body: &str) -> String {
    format!("HTTP/1.1 {status}\r\nConnection: close\r\n{headers}Content-Length: {}\r\n\r\n{body}", body.len())
}

fn json(body: &str) -> String {
    reply("200 OK", "Content-Type: application/json\r\nMcp-Session-Id: s1\r\n", body)
}

/// A stream that ends with the connection.
fn events(text: &str) -> String {
    format!("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/event-stream\r\n\r\n{text}")
}

/// What a server of 2025-11-25 with one tool answers to everything but calls.
fn usual(asked: &Asked) -> String {
    let id = asked.id();
    if asked.is("initialize") {
        let result = r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"list","version":"1"}}"#;
        json(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#))
    } else if asked.is("tools/list") {
        let tools = r#"{"tools":[{"name":"add","inputSchema":{"type":"object"}}]}"#;
        json(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{tools}}}"#))
    } else if asked.method() == "POST" {
        reply("202 Accepted", "", "")
    } else {
        reply("405 Method Not Allowed", "Allow: POST\r\n", "")
    }
}

fn said(asked: &Asked, text: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{},"result":{{"content":[{{"type":"text","text":"{text}"}}]}}}}"#,
        asked.id()
    )
}

/// Everything that was asked, in order.
fn all(asked: &Receiver<Asked>) -> Vec<Asked> {
    asked.try_iter().collect()
}

fn call(url: &str, options: &[&str]) -> Ran {
    wirelab(&[&["call"], options, &[url, "add"]].concat())
}

#[test]
fn a_call_is_a_session_from_its_beginning_to_its_end() {
    let (url, asked) =
        serve(|asked| if asked.is("tools/call") { json(&said(asked, "yes")) } else { usual(asked) });
    let ran = call(&url, &[]).exits(0);
    assert_eq!((&*ran.stdout, &*ran.stderr), ("yes\n", ""));
    let all = all(&asked);
    // The stream of the server's own is asked for meanwhile.
    let methods: Vec<_> = all.iter().map(Asked::method).filter(|method| *method != "GET").collect();
    assert_eq!(methods, ["POST", "POST", "POST", "DELETE"]);
    assert!(all.iter().all(|asked| asked.line.contains(" /mcp ")));
    let with_session = all.iter().filter(|asked| asked.headers.contains("mcp-session-id: s1\n"));
    assert_eq!(with_session.count(), all.len() - 1, "all but the first");
}

#[test]
fn a_header_goes_with_every_request_and_is_shown_nowhere() {
    let (url, asked) =
        serve(|asked| if asked.is("tools/call") { json(&said(asked, "yes")) } else { usual(asked) });
    let ran = call(&url, &["-v", "--header", "Authorization: Bearer s3cret"]).exits(0);
    assert!(!ran.stderr.contains("s3cret"), "{}", ran.stderr);
    let ran = ran.complains("> [1] POST | Content-Type: application/json");
    ran.complains("< [1] 200 | connection: close").complains("> [4] POST | ").complains("DELETE");
    let all = all(&asked);
    assert!(all.iter().all(|asked| asked.headers.contains("authorization: Bearer s3cret\n")));
    let ran = call(&url, &["--header", "Authorization Bearer s3cret"]).exits(3);
    assert!(!ran.stderr.contains("s3cret"), "{}", ran.stderr);
}

#[test]
fn a_stream_that_is_cut_is_taken_up_where_it_was() {
    let (url, asked) = serve(|asked| match asked.method() {
        "GET" if asked.headers.contains("last-event-id: 7/2\n") => events(
            "id: 7/3\ndata: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"late\"}]}}\n\n",
        ),
        "POST" if asked.is("tools/call") => events("id: 7/1\nretry: 20\ndata:\n\nid: 7/2\ndata:\n\nid: 7/"),
        _ => usual(asked),
    });
    let ran = call(&url, &[]).exits(0);
    assert_eq!(ran.stdout, "late\n");
    let resumed: Vec<_> =
        all(&asked).into_iter().filter(|asked| asked.headers.contains("last-event-id")).collect();
    assert_eq!(resumed.len(), 1);
}

#[test]
fn what_is_no_answer_is_told_with_its_status_and_its_rule() {
    for (answer, parts) in [
        (
            reply("403 Forbidden", "", "not from here"),
            &["HTTP 403 Forbidden to POST: `not from here` (HT-08)"][..],
        ),
        (
            reply("502 Bad Gateway", "Content-Type: text/html\r\n", "<h1>\n nginx</h1>"),
            &["HTTP 502 Bad Gateway to POST: `<h1> nginx</h1>`"],
        ),
        (
            reply("302 Found", "Location: https://login/\r\n", ""),
            &["which sends us to https://login/", "Try: ask there"],
        ),
        (
            reply("401 Unauthorized", "WWW-Authenticate: Bearer realm=\"x\"\r\n", ""),
            &["which wants `Bearer realm=\"x\"` (HT-09)", "Try: --header 'Authorization: "],
        ),
        (reply("405 Method Not Allowed", "", "only GET"), &["`only GET` (HT-01)"]),
        (reply("429 Too Many Requests", "Retry-After: 7\r\n", ""), &["be asked again after 7 s (HT-06)"]),
        (
            json("{\"jsonrpc\":\"2.0\",\"id\":"),
            &["HTTP 200 OK without the answer in it", "not JSON: the text ends"],
        ),
        (
            reply("200 OK", "Content-Type: text/html\r\n", "<p>"),
            &["text/html, which is neither JSON", "HT-06"],
        ),
        (events("data: {\"jsonrpc\":\"2.0\"}\n\n"), &["a stream that ended before the answer", "HT-07"]),
        (String::new(), &["no answer: the connection broke"]),
        ("HTTP/1.1 banana\r\n\r\n".to_owned(), &["no answer: the connection broke"]),
        ("SSH-2.0-OpenSSH_9.2\r\n".to_owned(), &["What listens there speaks no HTTP"]),
    ] {
        let (url, _) = serve(move |asked| if asked.is("tools/call") { answer.clone() } else { usual(asked) });
        let mut ran =
            call(&url, &["--timeout", "20"]).exits(4).complains("no answer to tools/call: the server sent");
        for part in parts {
            ran = ran.complains(part);
        }
    }
}

#[test]
fn whoever_asks_at_a_path_where_nobody_speaks_mcp_is_told_to_try_another() {
    for (status, headers) in
        [("404 Not Found", ""), ("405 Method Not Allowed", ""), ("200 OK", "Content-Type: text/html\r\n")]
    {
        let (url, _) = serve(move |_| reply(status, headers, "<p>"));
        for revision in ["2025-11-25", "2026-07-28"] {
            call(&url, &["--protocol", revision]).exits(4).complains("Try: another path.");
        }
    }
    // Where it was the right one for the handshake, it is not what is wrong.
    let refused = reply("405 Method Not Allowed", "", "");
    let (url, _) = serve(move |asked| if asked.is("tools/call") { refused.clone() } else { usual(asked) });
    let ran = call(&url, &[]).exits(4);
    assert!(!ran.stderr.contains("Try:"), "{}", ran.stderr);
}

#[test]
fn a_server_that_is_not_there_ends_with_the_code_of_one_that_cannot_be_started() {
    let port = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port");
    let ran = call(&format!("http://{port}/mcp"), &[]).exits(3);
    ran.complains("the server cannot be reached: ").complains("refused").complains("Try: is it started");
    let plain = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = plain.local_addr().expect("an address");
    thread::spawn(move || {
        for stream in plain.incoming().map_while(Result::ok) {
            let _ = (&stream).read(&mut [0; 600]);
            let _ = (&stream).write_all(reply("400 Bad Request", "", "").as_bytes());
        }
    });
    let ran = call(&format!("https://{port}/mcp"), &[]).exits(3);
    ran.complains("Try: http:// instead of https://. What listens there speaks no TLS");
    wirelab(&["connect", "http://me:secret@127.0.0.1/mcp"]).exits(2).complains("--header");
}

#[test]
fn a_session_that_is_over_is_begun_anew_without_its_id() {
    // The second call meets a server that has forgotten the session.
    let calls = std::sync::Arc::new(std::sync::atomic::AtomicU32::new(0));
    let (url, asked) = serve(move |asked| {
        if !asked.is("tools/call") {
            return usual(asked);
        }
        match calls.fetch_add(1, std::sync::atomic::Ordering::SeqCst) {
            1 => reply("404 Not Found", "", ""),
            _ => json(&said(asked, "yes")),
        }
    });
    let mut repl = Command::new(WIRELAB)
        .args(["repl", "--backoff", "0.05", &url])
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = repl.stdin.take().expect("piped");
    let stdout = BufReader::new(repl.stdout.take().expect("piped"));
    let (told, lines) = channel();
    thread::spawn(move || stdout.lines().map_while(Result::ok).try_for_each(|line| told.send(line)));
    let mut ask = |line: &str| stdin.write_all(format!("{line}\n").as_bytes()).expect("it reads");
    ask("add");
    assert!(lines.recv_timeout(PATIENCE).expect("an answer").contains("yes"));
    // This one is lost, and the next is asked in a session of its own.
    ask("add");
    ask("add");
    assert!(lines.recv_timeout(PATIENCE).expect("an answer").contains("yes"));
    drop(stdin);
    let ended = repl.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(said.contains("the session is over") && said.contains("a new session"), "{said}");
    let begun: Vec<_> = all(&asked).into_iter().filter(|asked| asked.is("initialize")).collect();
    assert_eq!(begun.len(), 2);
    assert!(begun.iter().all(|asked| !asked.headers.contains("mcp-session-id")));
}

#[test]
fn a_server_in_a_configuration_may_be_one_with_an_address() {
    let (url, asked) =
        serve(|asked| if asked.is("tools/call") { json(&said(asked, "yes")) } else { usual(asked) });
    let file = terminal::fresh_file("remote.json");
    let entry =
        format!(r#"{{"mcpServers":{{"far":{{"url":"{url}","headers":{{"X-Key":"${{env:KEY}}"}}}}}}}}"#);
    std::fs::write(&file, entry).expect("written");
    let file = file.to_str().expect("UTF-8");
    let run = |args: &[&str]| terminal::run(Command::new(WIRELAB).args(args).env("KEY", "k7"));
    assert_eq!(run(&["call", "--config", file, "--server", "far", "add"]).exits(0).stdout, "yes\n");
    assert!(all(&asked).iter().all(|asked| asked.headers.contains("x-key: k7\n")));
    run(&["tap", "--config", file]).complains("the server is reached by HTTP");
}
