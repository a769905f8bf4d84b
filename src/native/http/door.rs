//! Lets connections in, and ends those that take nothing.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::time::Duration;

use axum::serve::Listener;
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;

/// How long a client may take nothing of what waits for it. Whoever is at work reads something in a minute, and a stream of
/// events has something to say more often than that.
pub(super) const TAKES_WITHIN: Duration = Duration::from_secs(60);

/// What listens.
#[derive(Debug)]
pub(super) struct Door {
    pub(super) listener: TcpListener,
    pub(super) takes_within: Duration,
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

    use tokio::io::AsyncWrite as _;

    use super::*;

    #[test]
    fn a_client_that_takes_nothing_is_let_go() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
            let mut door = Door { listener, takes_within: Duration::from_millis(20) };
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
