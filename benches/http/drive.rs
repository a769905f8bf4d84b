//! Puts a server under load, and looks at all that it says.

use std::io;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use memchr::memmem;
use tokio::sync::{Barrier, Notify};
use tokio::task::{JoinHandle, LocalSet, spawn_local};

use super::figures::Figures;
use super::peer::{self, Peer, Running};
use super::wire::Wire;

/// A server that takes longer for all of it does not answer any more.
const PATIENCE: Duration = Duration::from_secs(300);

/// How much is asked.
#[derive(Clone, Copy)]
pub(crate) struct Load {
    pub(crate) sessions: usize,
    pub(crate) requests: usize,
}

const HELLO: &str = concat!(
    r#"{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25","#,
    r#""capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}"#,
);
const READY: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

/// Starts the server, and takes its figures.
pub(crate) fn take(peer: &Peer, load: Load) -> io::Result<Figures> {
    let running = Running::start(peer)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let sessions = LocalSet::new();
        let load = sessions.run_until(under_load(&running, load));
        tokio::time::timeout(PATIENCE, load).await.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))?
    })
}

async fn under_load(running: &Running, load: Load) -> io::Result<Figures> {
    // Whoever goes through it last lets all begin.
    let (ready, done) = (Rc::new(Barrier::new(load.sessions + 1)), Rc::new(Barrier::new(load.sessions + 1)));
    let mut sessions: Vec<JoinHandle<io::Result<Vec<u32>>>> = (0..load.sessions)
        .map(|number| {
            let (ready, done) = (Rc::clone(&ready), Rc::clone(&done));
            // All of them together make as many requests as there are to be.
            let requests =
                load.requests / load.sessions + usize::from(number < load.requests % load.sessions);
            let address = running.address;
            spawn_local(async move {
                let heard = session(address, number, requests, (&ready, &done)).await;
                heard.map_err(|error| io::Error::new(error.kind(), format!("session {number}: {error}")))
            })
        })
        .collect();
    // One that fails never comes to the barrier: it says why instead.
    let failed = |sessions: &mut Vec<JoinHandle<_>>| sessions.iter().position(JoinHandle::is_finished);
    let pass = async |barrier: &Barrier, sessions: &mut Vec<JoinHandle<io::Result<Vec<u32>>>>| {
        let mut passed = std::pin::pin!(barrier.wait());
        loop {
            if tokio::time::timeout(Duration::from_millis(100), passed.as_mut()).await.is_ok() {
                return Ok(());
            }
            if let Some(failed) = failed(sessions) {
                return sessions.swap_remove(failed).await.map_err(io::Error::other)?.map(drop);
            }
        }
    };
    pass(&ready, &mut sessions).await?;
    let (begun, own, theirs) = (Instant::now(), peer::busy("self")?, running.busy()?);
    pass(&done, &mut sessions).await?;
    let elapsed = begun.elapsed();
    let (own, theirs) = (peer::busy("self")? - own, running.busy()? - theirs);
    let mut latencies = Vec::with_capacity(load.requests);
    for session in sessions {
        latencies.extend(session.await.map_err(io::Error::other)??);
    }
    if latencies.len() != load.requests {
        return Err(io::Error::other(format!("{} answers to {} requests", latencies.len(), load.requests)));
    }
    Ok(Figures::new(latencies, elapsed, theirs, own, running.peak_memory()?))
}

fn request(method: &str, address: SocketAddr, session: &str, body: &str) -> Vec<u8> {
    let mut head = format!("{method} /mcp HTTP/1.1\r\nHost: {address}\r\n");
    if !session.is_empty() {
        head += &format!("Mcp-Session-Id: {session}\r\nMCP-Protocol-Version: 2025-11-25\r\n");
    }
    let accept = if method == "GET" { "text/event-stream" } else { "application/json, text/event-stream" };
    let length = body.len();
    format!(
        "{head}Accept: {accept}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

/// One session, from its handshake to its end: how long each of its requests took, in microseconds.
async fn session(
    address: SocketAddr,
    number: usize,
    requests: usize,
    (ready, done): (&Barrier, &Barrier),
) -> io::Result<Vec<u32>> {
    let mut wire = Wire::connect(address).await?;
    wire.send(&request("POST", address, "", HELLO)).await?;
    let hello = wire.answer().await?;
    let session = hello.header("mcp-session-id").ok_or_else(|| io::Error::other("no session"))?.to_owned();
    wire.send(&request("POST", address, &session, READY)).await?;
    expect(wire.answer().await?.status, 202)?;
    let mut own = Wire::connect(address).await?;
    own.send(&request("GET", address, &session, "")).await?;
    expect(own.head().await?.0, 200)?;
    let ending = Rc::new(Notify::new());
    let stream = spawn_local(listen(own, Rc::clone(&ending)));

    ready.wait().await;
    let mut latencies = Vec::with_capacity(requests);
    for id in 0..requests {
        let text = format!("session {number}, request {id}");
        let params = format!(r#"{{"name":"echo","arguments":{{"text":"{text}"}}}}"#);
        let body = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{params}}}"#);
        let bytes = request("POST", address, &session, &body);
        let begun = Instant::now();
        wire.send(&bytes).await?;
        let answer = wire.answer().await?;
        latencies.push(u32::try_from(begun.elapsed().as_micros()).unwrap_or(u32::MAX));
        expect(answer.status, 200)?;
        let count = |part: &str| memmem::find_iter(&answer.body, part).count();
        if count(&format!("\"id\":{id},")) + count(&format!("\"id\":{id}}}")) != 1
            || count(&format!("\"text\":\"{text}\"")) != 1
            || count("\"jsonrpc\"") != 1
        {
            let body = String::from_utf8_lossy(&answer.body);
            return Err(io::Error::other(format!("the answer to {id} is {body}")));
        }
    }
    done.wait().await;

    if stream.is_finished() {
        return Err(io::Error::other("its stream has ended before it"));
    }
    ending.notify_one();
    wire.send(&request("DELETE", address, &session, "")).await?;
    if !(200..300).contains(&wire.answer().await?.status) {
        return Err(io::Error::other("it cannot be ended"));
    }
    stream.await.map_err(io::Error::other)??;
    Ok(latencies)
}

fn expect(status: u16, wanted: u16) -> io::Result<()> {
    let same = status == wanted;
    same.then_some(()).ok_or_else(|| io::Error::other(format!("{status} instead of {wanted}")))
}

/// Reads a stream up to its end, on which nothing may be said that belongs to a request.
async fn listen(mut own: Wire, ending: Rc<Notify>) -> io::Result<()> {
    let mut said = Vec::new();
    loop {
        match own.chunk(&mut said).await {
            Ok(true) if memmem::find(&said, b"\"jsonrpc\"").is_some() => {
                return Err(io::Error::other("an answer came on the stream of the session"));
            }
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => return Err(error),
        }
    }
    // It was asked for.
    ending.notified().await;
    Ok(())
}
