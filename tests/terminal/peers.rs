//! Where the official SDKs are, and servers on them.

use std::env;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{Ran, run};

/// The place that `variable` names. A test that was asked for and has no peer fails: it would show nothing otherwise.
pub(crate) fn place(variable: &str) -> PathBuf {
    let place = env::var_os(variable).map(PathBuf::from);
    let place = place
        .unwrap_or_else(|| panic!("{variable} is not set; `cargo xtask test` sets up the peer and sets it"));
    assert!(place.exists(), "{variable} names {}, which is not there", place.display());
    place
}

/// One of our scripts that run on a peer.
pub(crate) fn script(name: &str) -> String {
    format!("{}/tests/data/peers/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// What a client script prints.
pub(crate) fn client(program: &Path, args: &[&str]) -> Value {
    let Ran { stdout, .. } = run(Command::new(program).args(args)).exits(0);
    serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{error}: {stdout}"))
}

/// How long a server may take to start on a machine that is busy.
const START: Duration = Duration::from_secs(180);

/// A server of others on a port of its own; it ends with this.
pub(crate) struct Listener {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Listener {
    /// Starts it; `command` is told the port, by an argument or a variable.
    pub(crate) fn start(command: impl FnOnce(&str) -> Command) -> Self {
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let address = free.expect("a port");
        let mut command = command(&address.port().to_string());
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut server = Self { child: child.expect("it starts"), address };
        let begun = Instant::now();
        while TcpStream::connect(address).is_err() {
            let ended = server.child.try_wait().expect("its status");
            assert!(ended.is_none() && begun.elapsed() < START, "it does not listen: {ended:?}");
            thread::sleep(Duration::from_millis(50));
        }
        server
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
