//! The tap of a server that is reached by HTTP: a proxy on this machine that writes down what it passes on.
//!
//! Every request goes to the server as it came, but for what belongs to one connection and the name of the host, and every
//! answer goes back piece by piece. Who hangs up is hung up on for the other side too.

mod front;
mod log;
mod passing;

use std::error::Error;
use std::io;
use std::net::TcpListener;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::{Either, select};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::client::legacy::connect::Connect;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::sync::Semaphore;

use super::Recorder;
use crate::native::remote::{Remote, dial};
use front::Front;

/// How many connections of clients there are at once. What is more waits to be let in.
const CLIENTS: usize = 1024;

/// How long to wait where the system has no more connections to give.
const BREATH: Duration = Duration::from_millis(100);

/// Called with what goes wrong on the way, in a line.
pub type OnTrouble = Box<dyn Fn(&str) + Send + Sync>;

/// What is asked for at `server`: what stands after its name.
#[must_use]
pub fn target(server: &Remote) -> String {
    let uri: Option<hyper::Uri> = server.to_string().parse().ok();
    uri.and_then(|uri| uri.path_and_query().map(ToString::to_string)).unwrap_or_else(|| "/".to_owned())
}

/// Passes what comes in at `listener` on to `server`, until somebody asks the process to end.
///
/// # Errors
/// When the system refuses, or there is nobody to believe where it has to be known who the server is.
pub fn serve(
    listener: TcpListener,
    server: &Remote,
    recorder: Arc<Recorder>,
    on_trouble: OnTrouble,
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let uri: hyper::Uri = server.to_string().parse().map_err(io::Error::other)?;
    let mut client = dial::client();
    client.http1_preserve_header_case(true);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    if uri.scheme_str() == Some("https") {
        let front = Front::new(client.build(dial::secure()?), uri, recorder, on_trouble);
        runtime.block_on(run(listener, front))
    } else {
        runtime.block_on(run(listener, Front::new(client.build(dial::open()), uri, recorder, on_trouble)))
    }
}

async fn run<C: Connect + Clone + Send + Sync + 'static>(
    listener: TcpListener,
    front: Front<C>,
) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    // What is open when it ends is hung up on, with the runtime.
    match select(pin!(take(listener, Arc::new(front))), pin!(asked_to_end())).await {
        Either::Left((never, _)) => match never {},
        Either::Right((asked, _)) => asked,
    }
}

/// Lets clients in.
async fn take<C: Connect + Clone + Send + Sync + 'static>(
    listener: tokio::net::TcpListener,
    front: Arc<Front<C>>,
) -> core::convert::Infallible {
    let places = Arc::new(Semaphore::new(CLIENTS));
    loop {
        // It fails only when it is closed, which nobody does.
        let place = Arc::clone(&places).acquire_owned().await.ok();
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(BREATH).await;
            continue;
        };
        // What is small is not kept back. A connection where that cannot be said is slower, and no worse.
        let _ = stream.set_nodelay(true);
        let front = Arc::clone(&front);
        tokio::spawn(async move {
            let before = log::Before::default();
            let answer = service_fn(|request| Arc::clone(&front).answer(Arc::clone(&before), request));
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).preserve_header_case(true);
            // How a connection ends is told by its exchanges.
            let _ = http.serve_connection(TokioIo::new(stream), answer).await;
            drop(place);
        });
    }
}

async fn asked_to_end() -> io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};

        let mut terminate = signal(SignalKind::terminate())?;
        match select(pin!(tokio::signal::ctrl_c()), pin!(terminate.recv())).await {
            Either::Left((result, _)) => result,
            Either::Right(_) => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}

/// The innermost cause: the system's own word.
fn cause(mut error: &(dyn Error + 'static)) -> String {
    while let Some(inner) = error.source() {
        error = inner;
    }
    error.to_string()
}
