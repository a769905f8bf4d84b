//! A way to a server on which can be read what it has said, though it takes no more.
//!
//! Who does not want a long body says so and hangs up, with most of the body still on the way. Whoever gives up then because
//! nothing can be written any more never learns why.

use std::future::Future;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use hyper::Uri;
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_util::client::legacy::connect::{Connected, Connection, HttpConnector};
use tower_service::Service;

/// Makes such connections.
#[derive(Clone)]
pub(in crate::native) struct Patient(pub(super) HttpConnector);

type Inner = <HttpConnector as Service<Uri>>::Response;
type Failure = <HttpConnector as Service<Uri>>::Error;

impl Service<Uri> for Patient {
    type Response = Listening;
    type Error = Failure;
    type Future = Pin<Box<dyn Future<Output = Result<Listening, Failure>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Failure>> {
        self.0.poll_ready(cx)
    }

    fn call(&mut self, to: Uri) -> Self::Future {
        let connecting = self.0.call(to);
        Box::pin(async move { Ok(Listening { inner: connecting.await?, is_deaf: false }) })
    }
}

/// A connection. Once the other end has hung up, what is written goes nowhere, and reading tells what there is to be told.
pub(in crate::native) struct Listening {
    inner: Inner,
    is_deaf: bool,
}

impl Listening {
    fn inner(&mut self) -> Pin<&mut Inner> {
        Pin::new(&mut self.inner)
    }

    /// What came of writing: `length` bytes have gone nowhere if nobody takes any.
    fn written(&mut self, came: io::Result<usize>, length: usize) -> io::Result<usize> {
        match came {
            Err(error) if has_hung_up(&error) => {
                self.is_deaf = true;
                Ok(length)
            }
            other => other,
        }
    }
}

fn has_hung_up(error: &io::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset};
    matches!(error.kind(), BrokenPipe | ConnectionAborted | ConnectionReset)
}

impl Read for Listening {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        self.inner().poll_read(cx, into)
    }
}

impl Write for Listening {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        if self.is_deaf {
            return Poll::Ready(Ok(bytes.len()));
        }
        let came = ready!(self.inner().poll_write(cx, bytes));
        Poll::Ready(self.written(came, bytes.len()))
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let length = pieces.iter().map(|piece| piece.len()).sum();
        if self.is_deaf {
            return Poll::Ready(Ok(length));
        }
        let came = ready!(self.inner().poll_write_vectored(cx, pieces));
        Poll::Ready(self.written(came, length))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.is_deaf {
            return Poll::Ready(Ok(()));
        }
        let came = ready!(self.inner().poll_flush(cx));
        Poll::Ready(self.written(came.map(|()| 0), 0).map(drop))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.is_deaf { Poll::Ready(Ok(())) } else { self.inner().poll_shutdown(cx) }
    }
}

impl Connection for Listening {
    fn connected(&self) -> Connected {
        self.inner.connected()
    }
}
