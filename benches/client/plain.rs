//! The practical limit: a client that does what it must to be answered, and nothing else.
//!
//! It writes and reads by itself, borrows from the line that it has read, and has no time limit. For calls at once a
//! second thread writes while it reads.

use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Contender, MINIMAL, wrong};

/// How much is read and written at once: what a pipe holds on Linux.
const CHUNK: usize = 64 << 10;

const HELLO: &str = concat!(
    r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","#,
    r#""capabilities":{},"clientInfo":{"name":"minimal","version":"1"}}}"#,
    "\n",
);
const READY: &str = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n";

#[derive(Deserialize)]
struct Answer<'a> {
    id: usize,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Called<'a> {
    #[serde(borrow)]
    content: Vec<Block<'a>>,
}

#[derive(Deserialize)]
struct Block<'a> {
    text: Option<&'a str>,
}

pub(super) struct Plain {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    request: Vec<u8>,
    line: Vec<u8>,
}

impl Plain {
    pub(super) fn start() -> io::Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        let mut child = command.arg(MINIMAL).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let gone = || io::Error::other("no pipe");
        let mut input = child.stdin.take().ok_or_else(gone)?;
        let mut output = BufReader::with_capacity(CHUNK, child.stdout.take().ok_or_else(gone)?);
        input.write_all(HELLO.as_bytes())?;
        output.read_until(b'\n', &mut Vec::new())?;
        input.write_all(READY.as_bytes())?;
        Ok(Self { child, input: Some(input), output, request: Vec::new(), line: Vec::new() })
    }

    fn ask(&mut self, number: usize) -> io::Result<()> {
        self.request.clear();
        add(&mut self.request, number)?;
        self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?.write_all(&self.request)
    }

    /// The result of the call of `number`, which has that id too.
    fn hear(&mut self, number: usize) -> io::Result<&str> {
        self.line.clear();
        self.output.read_until(b'\n', &mut self.line)?;
        let answer: Answer<'_> = serde_json::from_slice(&self.line)?;
        let result = answer.result.filter(|_| answer.id == number).ok_or_else(|| wrong(answer.id))?;
        Ok(result.get())
    }

    fn hear_and_read(&mut self, number: usize) -> io::Result<()> {
        let called: Called<'_> = serde_json::from_str(self.hear(number)?)?;
        let text = called.content.first().and_then(|block| block.text);
        if text.and_then(|text| text.parse().ok()) == Some(number + 1) { Ok(()) } else { Err(wrong(text)) }
    }
}

impl Contender for Plain {
    fn call(&mut self, number: usize) -> io::Result<()> {
        self.ask(number)?;
        let result = self.hear(number)?;
        if result.contains("\"content\":[{") { Ok(()) } else { Err(wrong(result)) }
    }

    fn call_and_read(&mut self, number: usize) -> io::Result<()> {
        self.ask(number)?;
        self.hear_and_read(number)
    }

    fn at_once(&mut self, count: usize) -> io::Result<()> {
        let input = self.input.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let writer = thread::spawn(move || {
            let mut buffered = BufWriter::with_capacity(CHUNK, input);
            (0..count).try_for_each(|number| add(&mut buffered, number))?;
            buffered.into_inner().map_err(io::IntoInnerError::into_error)
        });
        (0..count).try_for_each(|number| self.hear_and_read(number))?;
        self.input = Some(writer.join().map_err(|_| io::Error::other("the writer panicked"))??);
        Ok(())
    }
}

fn add(out: &mut impl Write, number: usize) -> io::Result<()> {
    let params = format_args!(r#"{{"name":"add","arguments":{{"a":{number},"b":1}}}}"#);
    writeln!(out, r#"{{"jsonrpc":"2.0","id":{number},"method":"tools/call","params":{params}}}"#)
}

impl Drop for Plain {
    fn drop(&mut self) {
        // Its input ends, and so should it.
        self.input = None;
        let _ = self.child.wait();
    }
}
