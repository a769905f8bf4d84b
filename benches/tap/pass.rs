//! A lot of bytes through a program, and what arrives.

use std::io::{self, Read, Write};
use std::process::{Command, Stdio};
use std::time::Instant;

/// How many bytes pass: 1 GiB.
const ALL: u64 = 1 << 30;

/// How much is read and written at once: what a pipe holds on Linux.
const CHUNK: usize = 64 << 10;

/// Calls, one a line, over and over: exactly one chunk.
fn messages() -> Vec<u8> {
    let mut out = Vec::with_capacity(CHUNK + 256);
    let mut id = 0;
    while out.len() < CHUNK {
        id += 1;
        let line = format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"echo","arguments":{{"text":"nobody reads this far"}}}}}}"#
        );
        out.extend_from_slice(line.as_bytes());
        out.push(b'\n');
    }
    out.truncate(CHUNK);
    out
}

/// Reads to the end and tells how much that was; compares it if it is `checking`.
pub(crate) fn sink(checking: bool) -> io::Result<()> {
    let expected = messages().repeat(2);
    let (mut input, mut buffer) = (io::stdin().lock(), vec![0; CHUNK]);
    let mut count = 0u64;
    loop {
        let length = input.read(&mut buffer)?;
        if length == 0 {
            break;
        }
        let at = usize::try_from(count % CHUNK as u64).unwrap_or(0);
        if checking && buffer[..length] != expected[at..at + length] {
            return Err(io::Error::other(format!("other bytes than were sent, from byte {count}")));
        }
        count += length as u64;
    }
    writeln!(io::stdout(), "{count}")
}

/// How many MiB a second go through `before`, if there is such a program, into `sink`.
pub(crate) fn through(before: Option<&str>, sink: &[String]) -> io::Result<f64> {
    let gone = || io::Error::other("no pipe");
    let mut counting =
        Command::new(&sink[0]).args(&sink[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut input = counting.stdin.take().ok_or_else(gone)?;
    let between = match before {
        Some(program) => {
            let mut passing = Command::new(program).stdin(Stdio::piped()).stdout(input).spawn()?;
            input = passing.stdin.take().ok_or_else(gone)?;
            Some(passing)
        }
        None => None,
    };
    let chunk = messages();
    let started = Instant::now();
    for _ in 0..ALL / CHUNK as u64 {
        input.write_all(&chunk)?;
    }
    drop(input);
    let mut said = String::new();
    counting.stdout.take().ok_or_else(gone)?.read_to_string(&mut said)?;
    let taken = started.elapsed();
    if let Some(mut passing) = between {
        passing.wait()?;
    }
    if !counting.wait()?.success() || said.trim() != ALL.to_string() {
        return Err(io::Error::other(format!("{ALL} bytes were sent, and {said:?} arrived")));
    }
    Ok(ALL as f64 / f64::from(1 << 20) / taken.as_secs_f64())
}
