//! Lets connections in, and ends those that take nothing.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::time::Duration;

use axum::Router;
use axum::serve::Listener;
use futures_util::future::{Either, select};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;

/// How long a client may take nothing of what waits for it. Whoever is at work reads something in a minute, and a stream of
/// events has something to say more often than that.
pub(super) const TAKES_WITHIN: Duration = Duration::from_secs(60);

/// How long a connection may have nothing to say, or only the beginning of a request. Each costs a descriptor; clients keep
/// one that is idle for a few seconds, and some for a minute and a half: those make another.
pub(super) const ASKS_WITHIN: Duration = Duration::from_secs(60);

/// What listens.
#[derive(Debug)]
pub(super) struct Door {
    pub(super) listener: TcpListener,
    pub(super) takes_within: Duration,
    pub(super) asks_within: Duration,
}

impl Door {
    /// Lets in whoever comes, to ask `app`, until that is over; who asks then is answered before this ends.
    pub(super) async fn stand_open(mut self, app: Router, until: impl Future<Output = ()>) {
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(self.asks_within);
        let (inside, mut until) = (GracefulShutdown::new(), pin!(until));
        while let Either::Left(((stream, _), _)) = select(pin!(self.accept()), until.as_mut()).await {
            let asks = http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(app.clone()));
            // How a connection ends is told by its exchanges.
            tokio::spawn(inside.watch(asks));
        }
        drop(self);
        inside.shutdown().await;
    }
}

impl Listener for Door {
    type Io = Pin<Box<TimeoutStream<TcpStream>>>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        let (stream, address) = Listener::accept(&mut self.listener).await;
        // What is small is not kept back until what was before it has been acknowledged. A connection where that cannot be
        // said is slower, and no worse.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(self.takes_within));
        (Box::pin(stream), address)
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.listener.local_addr()
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use tokio::io::{AsyncReadExt as _, AsyncWrite as _, AsyncWriteExt as _};

    use super::*;

    fn door(listener: TcpListener) -> Door {
        let soon = Duration::from_millis(20);
        Door { listener, takes_within: soon, asks_within: soon }
    }

    #[test]
    fn a_client_that_asks_nothing_or_half_of_something_is_let_go() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
            let address = listener.local_addr().expect("an address");
            tokio::spawn(door(listener).stand_open(Router::new(), std::future::pending()));
            let answered = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
            for (asks, begins) in [(&b""[..], ""), (b"GET / HT", ""), (answered, "HTTP/1.1 404")] {
                let mut client = TcpStream::connect(address).await.expect("it listens");
                client.write_all(asks).await.expect("it is read");
                let mut heard = String::new();
                client.read_to_string(&mut heard).await.expect("an end");
                assert!(heard.starts_with(begins), "{heard}");
            }
        });
    }

    #[test]
    fn a_client_that_takes_nothing_is_let_go() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
            let mut door = door(listener);
            let address = door.local_addr().expect("an address");
            let client = TcpStream::connect(address).await.expect("it listens");
            let (mut stream, _) = door.accept().await;
            let end = loop {
                let written = poll_fn(|context| stream.as_mut().poll_write(context, &[0; 1 << 16]));
                if let Err(error) = written.await {
                    break error;
                }
            };
            assert_eq!(end.kind(), io::ErrorKind::TimedOut);
            drop(client);
        });
    }
}
