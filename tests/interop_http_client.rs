//! Our client with servers of others that are reached by HTTP: in each revision that they speak, found by a probe, with what
//! they ask and tell meanwhile, and over a wire that is cut.
#![cfg(not(target_arch = "wasm32"))]

mod terminal;

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use terminal::peers::{Listener, place, script};
use terminal::{Ran, fresh_file, run, wirelab};

const MODERN: &str = "2026-07-28";
const WITH_HANDSHAKE: [&str; 3] = ["2025-03-26", "2025-06-18", "2025-11-25"];

/// A server of others, as our client is to talk to it.
struct Server(Listener);

impl Server {
    /// Starts it; `command` is told the port, by an argument or a variable.
    fn start(command: impl FnOnce(&str) -> Command) -> Self {
        Self(Listener::start(command))
    }

    fn python(variable: &str) -> Self {
        Self::start(|port| with_args(&place(variable), &[&script("http_py.py"), port]))
    }

    fn typescript(variable: &str) -> Self {
        let sdk = place(variable);
        let sdk = sdk.to_str().expect("UTF-8");
        Self::start(|port| with_args(&place("WIRELAB_NODE"), &[&script("http_ts.mjs"), sdk, port]))
    }

    fn everything() -> Self {
        let server = place("WIRELAB_PEER_EVERYTHING");
        let server = server.to_str().expect("UTF-8");
        Self::start(|port| {
            let mut command = with_args(&place("WIRELAB_NODE"), &[server, "streamableHttp"]);
            command.env("PORT", port);
            command
        })
    }

    fn url(&self) -> String {
        self.0.url()
    }

    fn connect(&self, options: &[&str]) -> Ran {
        wirelab(&[&["connect"], options, &[&self.url()]].concat())
    }
}

fn with_args(program: &std::path::Path, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args);
    command
}

/// What comes of the first three tools of each server.
const CALLS: &str = "3 calls ok, 0 isError, 0 without a result";

/// Tries it in each revision, and finds out which one it speaks best.
fn try_all(server: &Server, is_modern: bool) {
    for revision in WITH_HANDSHAKE {
        let ran = server.connect(&["--protocol", revision]).exits(0);
        let ran = ran.prints("2 Initialize").prints(&format!("revision {revision}\n")).prints(CALLS);
        assert!(!ran.stdout.contains("should not"), "{}", ran.stdout);
    }
    let probed = server.connect(&["--protocol", "auto"]);
    let alone = server.connect(&["--protocol", MODERN]);
    if is_modern {
        probed.exits(0).prints("2 Discover").prints("revision 2026-07-28\n").prints(CALLS);
        alone.exits(0).prints("2 Discover").prints("revision 2026-07-28\n").prints(CALLS);
    } else {
        probed.exits(0).prints("2 Initialize").prints("revision 2025-11-25\n").prints(CALLS);
        alone.exits(4).complains("no answer to server/discover: the server sent HTTP 400 Bad Request");
    }
}

#[test]
#[ignore = "needs servers of others; cargo xtask test sets them up"]
fn a_server_on_the_first_python_sdk() {
    let server = Server::python("WIRELAB_PEER_PY1");
    try_all(&server, false);
    server.connect(&["--calls", "4"]).exits(0).prints("ask {}\n      text accept Ada\n");
}

#[test]
#[ignore = "needs servers of others; cargo xtask test sets them up"]
fn a_server_on_the_second_python_sdk() {
    let server = Server::python("WIRELAB_PEER_PY2");
    try_all(&server, true);
    server.connect(&["--calls", "4"]).exits(0).prints("ask {}\n      text accept Ada\n");
}

/// The server of others is behind TLS, under a certificate that nobody has heard of but who is told of it.
#[test]
#[ignore = "needs servers of others; cargo xtask test sets them up"]
fn a_server_behind_tls_is_talked_to_by_whoever_believes_it() {
    for variable in ["WIRELAB_PEER_PY1", "WIRELAB_PEER_PY2"] {
        let known = fresh_file(&format!("{variable}.pem"));
        let file = known.to_str().expect("UTF-8");
        let server = Server::start(|port| with_args(&place(variable), &[&script("http_py.py"), port, file]));
        let url = format!("https://{}/mcp", server.0.address);
        let connect = |url: &str| {
            let mut command = Command::new(terminal::WIRELAB);
            command.args(["connect", url]).env("SSL_CERT_FILE", file);
            command
        };
        run(&mut connect(&url)).exits(0).prints("2 Initialize").prints(CALLS);
        let stranger = run(connect(&url).env("SSL_CERT_FILE", fresh_file("nobody.pem")));
        assert_ne!(stranger.code, Some(0), "{}", stranger.stdout);
        stranger.complains("certificate");
        // A name that the certificate does not have.
        let other = url.replace("127.0.0.1", "localhost");
        let misled = run(&mut connect(&other));
        assert_ne!(misled.code, Some(0), "{}", misled.stdout);
        misled.complains("certificate");
        // Whoever asks for it without TLS is told something, and does not wait.
        let plain = run(&mut connect(&server.url()));
        assert_ne!(plain.code, Some(0), "{}", plain.stdout);
    }
}

#[test]
#[ignore = "needs servers of others; cargo xtask test sets them up"]
fn a_server_on_the_first_typescript_sdk() {
    try_all(&Server::typescript("WIRELAB_PEER_TS1"), false);
}

#[test]
#[ignore = "needs servers of others; cargo xtask test sets them up"]
fn a_server_on_the_second_typescript_sdk() {
    try_all(&Server::typescript("WIRELAB_PEER_TS2_SERVER"), true);
}

#[test]
#[ignore = "needs servers of others; cargo xtask test sets them up"]
fn progress_and_every_kind_of_answer_come_from_the_everything_server() {
    let server = Server::everything();
    let url = server.url();
    let ran = wirelab(&["call", &url, "get-sum", r#"{"a": 1, "b": 2}"#]).exits(0);
    assert_eq!(ran.stdout, "The sum of 1 and 2 is 3.\n");
    wirelab(&["call", &url, "nope"]).exits(1).complains("nope");
    wirelab(&["resources", &url]).exits(0).prints("demo://resource/");
    wirelab(&["prompt", &url, "simple-prompt"]).exits(0).prints("user");
    let long = r#"{"duration": 60, "steps": 4}"#;
    wirelab(&["call", "--timeout", "2", &url, "trigger-long-running-operation", long]).exits(5);
    // What is asked of a client in a session that the server does not know it has no answer to.
    let stranger = ["call", "--header", "Mcp-Session-Id: nobody", &url, "get-sum", r#"{"a": 1, "b": 2}"#];
    wirelab(&stranger).exits(4).complains("HTTP 40");
}

/// Passes on what is said to `server` and back. Once the server has begun to answer a call, the wire is cut, once.
fn cutting(server: SocketAddr) -> (SocketAddr, Arc<AtomicBool>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let was_cut = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&was_cut);
    thread::spawn(move || {
        for client in listener.incoming().map_while(Result::ok) {
            let Ok(peer) = TcpStream::connect(server) else { continue };
            let (mut from, mut to) =
                (client.try_clone().expect("a socket"), peer.try_clone().expect("a socket"));
            let calls = Arc::new(AtomicBool::new(false));
            let heard = Arc::clone(&calls);
            thread::spawn(move || {
                pass(&mut from, &mut to, |bytes| {
                    let text = String::from_utf8_lossy(bytes);
                    heard.fetch_or(text.contains("tools/call"), Ordering::SeqCst);
                    true
                });
                let _ = to.shutdown(Shutdown::Both);
            });
            let told = Arc::clone(&told);
            thread::spawn(move || {
                let (mut from, mut to) = (peer, client);
                pass(&mut from, &mut to, |bytes| {
                    let begun =
                        calls.load(Ordering::SeqCst) && String::from_utf8_lossy(bytes).contains("id: ");
                    // What has come so far is still passed on.
                    !begun || told.swap(true, Ordering::SeqCst)
                });
                let _ = to.shutdown(Shutdown::Both);
                let _ = from.shutdown(Shutdown::Both);
            });
        }
    });
    (address, was_cut)
}

/// Passes bytes on until there are no more, or until those after which `goes_on` says no.
fn pass(from: &mut TcpStream, to: &mut TcpStream, mut goes_on: impl FnMut(&[u8]) -> bool) {
    let mut buffer = [0; 4096];
    while let Ok(length @ 1..) = from.read(&mut buffer) {
        if to.write_all(&buffer[..length]).is_err() || !goes_on(&buffer[..length]) {
            return;
        }
    }
}

#[test]
#[ignore = "needs servers of others; cargo xtask test sets them up"]
fn a_call_whose_connection_is_cut_is_answered_all_the_same() {
    // The everything server would not do: what it says after a stream was taken up it says to nobody.
    let server = Server::typescript("WIRELAB_PEER_TS1");
    let (address, was_cut) = cutting(server.0.address);
    let url = format!("http://{address}/mcp");
    // It is answered after the stream was taken up.
    let ran = wirelab(&["call", "-v", &url, "slow", r#"{"ms": 3000}"#]).exits(0).prints("done");
    assert!(was_cut.load(Ordering::SeqCst), "it was cut");
    ran.complains("Last-Event-ID: ");
}
