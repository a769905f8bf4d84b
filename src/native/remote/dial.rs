//! How connections are made, whoever makes requests over them.

use std::io;
use std::time::Duration;

use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::{Builder, Client};
use hyper_util::rt::{TokioExecutor, TokioTimer};

use super::patient::Patient;

/// How long a connection that nothing goes over is kept: many servers hang up after five seconds.
const IDLE: Duration = Duration::from_secs(4);

/// How long to wait for a connection.
const CONNECT: Duration = Duration::from_secs(10);

/// A client without a way yet.
pub(in crate::native) fn client() -> Builder {
    let mut client = Client::builder(TokioExecutor::new());
    client.pool_timer(TokioTimer::new()).pool_idle_timeout(IDLE);
    client
}

/// The way to a server at `http://`.
pub(in crate::native) fn open() -> Patient {
    Patient(plain())
}

fn plain() -> HttpConnector {
    let mut http = HttpConnector::new();
    http.set_nodelay(true);
    http.set_connect_timeout(Some(CONNECT));
    http
}

/// The way to a server at `https://`. What the system believes is read once, here, so that a machine without any says so.
///
/// # Errors
/// When there is nobody to believe.
pub(in crate::native) fn secure() -> io::Result<HttpsConnector<Patient>> {
    let mut http = plain();
    http.enforce_http(false);
    let tls = HttpsConnectorBuilder::new().with_native_roots()?.https_only().enable_http1();
    Ok(tls.wrap_connector(Patient(http)))
}
