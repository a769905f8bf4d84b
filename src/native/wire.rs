//! Stdout as the wire, and as nothing else.

use std::io;

/// Takes stdout for the protocol alone: from now on whatever is printed to stdout in this process, by a tool or a
/// library, lands on stderr.
///
/// # Errors
/// When stdout is closed or no descriptor is left.
#[cfg(unix)]
pub fn claim_stdout() -> io::Result<std::fs::File> {
    use std::os::fd::AsFd;

    let wire = io::stdout().as_fd().try_clone_to_owned()?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok(std::fs::File::from(wire))
}

/// Stdout itself: away from Unix a print to stdout still reaches the wire.
///
/// # Errors
/// Never.
#[cfg(not(unix))]
pub fn claim_stdout() -> io::Result<io::Stdout> {
    Ok(io::stdout())
}
