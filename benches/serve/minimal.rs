//! The practical limit: a server that does what it must to answer this benchmark, and nothing else.
//!
//! It takes lines out of a buffer, reads each with a struct that borrows from it, adds, and writes into a buffer that
//! is emptied when there is nothing left to read. What `echo` got it passes on as it was written. It checks little, and
//! says so to nobody.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, BufWriter, Write};

use serde::Deserialize;
use serde_json::value::RawValue;

/// How much is read and written at once: what a pipe holds on Linux.
const CHUNK: usize = 64 << 10;

const HELLO: &str = concat!(
    r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"#,
    r#""serverInfo":{"name":"minimal","version":"1"}}"#,
);

#[derive(Deserialize)]
struct Request<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    method: Cow<'a, str>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Call<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(borrow)]
    arguments: &'a RawValue,
}

#[derive(Deserialize)]
struct Add {
    a: i64,
    b: i64,
}

#[derive(Deserialize)]
struct Echo<'a> {
    #[serde(borrow)]
    text: &'a RawValue,
}

/// Answers until the input ends.
pub(crate) fn serve() -> io::Result<()> {
    let mut input = BufReader::with_capacity(CHUNK, io::stdin());
    // Not `io::stdout`, which would look for line ends in all that is written.
    let mut output = BufWriter::with_capacity(CHUNK, unbuffered_stdout()?);
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return output.flush();
        }
        answer(&line, &mut output)?;
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
    }
}

#[cfg(unix)]
fn unbuffered_stdout() -> io::Result<impl Write> {
    use std::os::fd::AsFd;
    Ok(std::fs::File::from(io::stdout().as_fd().try_clone_to_owned()?))
}

#[cfg(not(unix))]
fn unbuffered_stdout() -> io::Result<impl Write> {
    Ok(io::stdout())
}

fn answer(line: &[u8], out: &mut impl Write) -> io::Result<()> {
    let Ok(request) = serde_json::from_slice::<Request<'_>>(line) else {
        return out
            .write_all(b"{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,\"message\":\"Parse error\"}}\n");
    };
    let Some(id) = request.id else { return Ok(()) };
    let id = id.get();
    match (&*request.method, request.params) {
        ("initialize", _) => writeln!(out, r#"{{"jsonrpc":"2.0","id":{id},"result":{HELLO}}}"#),
        ("tools/call", Some(params)) => call(id, params.get(), out),
        _ => fail(id, out),
    }
}

fn call(id: &str, params: &str, out: &mut impl Write) -> io::Result<()> {
    let Ok(call) = serde_json::from_str::<Call<'_>>(params) else { return fail(id, out) };
    let arguments = call.arguments.get();
    match &*call.name {
        "add" => match serde_json::from_str::<Add>(arguments) {
            Ok(Add { a, b }) => text(id, format_args!("\"{}\"", a.wrapping_add(b)), out),
            Err(_) => fail(id, out),
        },
        "echo" => match serde_json::from_str::<Echo<'_>>(arguments) {
            Ok(Echo { text: quoted }) => text(id, format_args!("{}", quoted.get()), out),
            Err(_) => fail(id, out),
        },
        _ => fail(id, out),
    }
}

fn text(id: &str, quoted: std::fmt::Arguments<'_>, out: &mut impl Write) -> io::Result<()> {
    out.write_all(b"{\"jsonrpc\":\"2.0\",\"id\":")?;
    out.write_all(id.as_bytes())?;
    out.write_all(b",\"result\":{\"content\":[{\"type\":\"text\",\"text\":")?;
    out.write_fmt(quoted)?;
    out.write_all(b"}],\"isError\":false}}\n")
}

fn fail(id: &str, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32602,"message":"Invalid params"}}}}"#)
}
