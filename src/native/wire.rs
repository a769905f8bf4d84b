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

/// Stderr, without the lock that everything else here shares: who passes on what others write there may have to wait.
///
/// # Errors
/// When stderr is closed or no descriptor is left.
#[cfg(unix)]
pub fn stderr() -> io::Result<std::fs::File> {
    use std::os::fd::AsFd;

    Ok(std::fs::File::from(io::stderr().as_fd().try_clone_to_owned()?))
}

/// Stderr itself.
///
/// # Errors
/// Never.
#[cfg(not(unix))]
pub fn stderr() -> io::Result<io::Stderr> {
    Ok(io::stderr())
}

/// Takes stdin away from the rest of the process: when what is returned is dropped, the stream is closed for whoever
/// writes to it.
///
/// # Errors
/// When stdin is closed or no descriptor is left.
#[cfg(unix)]
pub fn claim_stdin() -> io::Result<std::fs::File> {
    use std::os::fd::AsFd;

    let wire = io::stdin().as_fd().try_clone_to_owned()?;
    rustix::stdio::dup2_stdin(std::fs::File::open("/dev/null")?)?;
    Ok(std::fs::File::from(wire))
}

/// Stdin itself: away from Unix it stays open until the process ends.
///
/// # Errors
/// Never.
#[cfg(not(unix))]
pub fn claim_stdin() -> io::Result<io::Stdin> {
    Ok(io::stdin())
}

/// Stdout itself: away from Unix a print to stdout still reaches the wire.
///
/// # Errors
/// Never.
#[cfg(not(unix))]
pub fn claim_stdout() -> io::Result<io::Stdout> {
    Ok(io::stdout())
}
