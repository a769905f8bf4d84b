//! A running `wirelab serve --http`, and requests made by hand.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::{PATIENCE, WIRELAB, wait_for};

/// The process, at a port that the system has chosen.
pub(crate) struct Served {
    child: Child,
    pub(crate) address: SocketAddr,
    said: Arc<Mutex<String>>,
}

impl Served {
    pub(crate) fn start(args: &[&str]) -> Self {
        let mut child = Command::new(WIRELAB)
            .args(["serve", "--http", "127.0.0.1:0"])
            .args(args)
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut stderr = BufReader::new(child.stderr.take().expect("piped"));
        let mut first = String::new();
        stderr.read_line(&mut first).expect("a line");
        let address = first.split("http://").nth(1).and_then(|rest| rest.split("/mcp").next());
        let address = address.and_then(|address| address.parse().ok());
        let said = Arc::new(Mutex::new(String::new()));
        let heard = Arc::clone(&said);
        thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                let mut said = heard.lock().unwrap_or_else(PoisonError::into_inner);
                said.push_str(&line);
                said.push('\n');
            }
        });
        Self { child, address: address.unwrap_or_else(|| panic!("no address in {first:?}")), said }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    /// What it has said on stderr since it said where it is.
    pub(crate) fn said(&self) -> String {
        self.said.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What the process has, where the system says so.
    pub(crate) fn usage(&self) -> Option<Usage> {
        let id = self.child.id();
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
        let of = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse().ok()
        };
        let descriptors = std::fs::read_dir(format!("/proc/{id}/fd")).ok()?.count();
        Some(Usage { peak: of("VmHWM:")?, descriptors, threads: of("Threads:")? })
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        stream
    }

    /// Sends a request; the connection is closed after it.
    pub(crate) fn send(&self, method: &str, path: &str, headers: &[&str], body: &str) -> TcpStream {
        let mut request =
            format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.address);
        let length = format!("Content-Length: {}", body.len());
        for line in headers.iter().copied().chain([&*length]) {
            request += line;
            request += "\r\n";
        }
        let mut stream = self.connect();
        stream.write_all(format!("{request}\r\n{body}").as_bytes()).expect("it reads");
        stream
    }

    /// The whole answer to a request.
    pub(crate) fn ask(&self, method: &str, path: &str, headers: &[&str], body: &str) -> String {
        let mut answer = Vec::new();
        let _ = self.send(method, path, headers, body).read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// The whole answer to a message, with the headers that each has and some more.
    pub(crate) fn post(&self, headers: &[&str], body: &str) -> String {
        let mut all = POST.to_vec();
        all.extend(headers);
        self.ask("POST", "/mcp", &all, body)
    }

    /// Begins a session: the header that its requests have.
    pub(crate) fn open(&self) -> String {
        let (hello, initialized) = super::HELLO.trim_end().split_once('\n').expect("two lines");
        let answer = self.post(&[], hello);
        let session = answer.lines().find(|line| line.to_lowercase().starts_with("mcp-session-id:"));
        let session = session.unwrap_or_else(|| panic!("no session in {answer}")).to_owned();
        assert!(self.post(&[&session], initialized).starts_with("HTTP/1.1 202"));
        session
    }

    pub(crate) fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let kill = Command::new("kill").args(["-s", name, &id]).status().expect("kill runs");
        assert!(kill.success());
    }

    /// Waits for its end.
    pub(crate) fn ended(mut self) -> (ExitStatus, String) {
        let mut status = None;
        wait_for("the server does not end", || {
            status = self.child.try_wait().expect("a status");
            status.is_some()
        });
        (status.expect("it has ended"), self.said())
    }
}

/// What a process has of the system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Usage {
    /// The most memory so far, in KiB.
    pub(crate) peak: usize,
    pub(crate) descriptors: usize,
    pub(crate) threads: usize,
}

/// What every POST has.
pub(crate) const POST: [&str; 2] =
    ["Content-Type: application/json", "Accept: application/json, text/event-stream"];

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
