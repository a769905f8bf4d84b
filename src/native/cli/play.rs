//! `wirelab play`.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::process::ExitCode;
use std::thread;

use super::exit::Exit;
use super::{args, report, text};
use crate::native::child;
use crate::native::play::bridge::{Behind, Bridge, Ends};
use crate::native::play::{Recording, Site, Source, Token, assets, http};
use crate::native::tap::end_like;
use crate::native::wire;

/// The port that is tried first. Where a process is behind the page it is one that nobody can foresee: what was served on
/// a known one before may have left a script in the browser that gets between.
const FIRST_PORT: u16 = 8080;
const ANY_PORT: u16 = 0;

pub(super) fn run(args: &args::Play) -> ExitCode {
    let done = args.server().and_then(|behind| match behind {
        Some(behind) if args.tap => tap(args, &behind).map_err(|why| (Exit::Start, why)),
        behind => serve(args, behind).map(|()| Exit::Ok.into()).map_err(|why| (Exit::Start, why)),
    });
    done.unwrap_or_else(|(exit, why)| {
        report::complain(&why);
        exit.into()
    })
}

fn serve(args: &args::Play, behind: Option<Behind>) -> Result<(), String> {
    let recording = args.file.as_deref().map(recording).transpose()?;
    let listener = listen(args, if behind.is_some() { ANY_PORT } else { FIRST_PORT })?;
    let refused = |error: io::Error| text::play::port(args.port, &error);
    let token = token()?;
    let site = match behind {
        Some(behind) => {
            // What it starts is not to outlive it.
            child::end_with_us_on_signals().map_err(refused)?;
            Site::attached(token, Bridge::open(behind).map_err(refused)?)
        }
        None => Site::new(token, recording),
    };
    let address = address(&listener, &site).map_err(refused)?;
    writeln!(io::stdout(), "{}", text::play::at(&address)).map_err(refused)?;
    open(args, &address);
    http::serve(listener, site.app()).map_err(refused)
}

/// Stands between a client and a server, and ends as the server ends. Where there can be no page everything passes all the
/// same.
fn tap(args: &args::Play, behind: &Behind) -> Result<ExitCode, String> {
    let failed = |error: io::Error| format!("{}: {error}", behind.command);
    child::pass_signals_on().map_err(failed)?;
    let (from_client, to_client) =
        (wire::claim_stdin().map_err(failed)?, wire::claim_stdout().map_err(failed)?);
    let log = Box::new(wire::stderr().map_err(failed)?);
    let ends = Ends { from_client: Box::new(from_client), to_client: Box::new(to_client), log };
    let (bridge, tap) = Bridge::tap(behind, ends).map_err(failed)?;
    if let Err(why) = show(args, bridge) {
        report::complain(&text::play::unseen(&why));
    }
    tap.wait().map(end_like).map_err(failed)
}

/// Serves the page of a tap for as long as the tap is there.
fn show(args: &args::Play, bridge: Bridge) -> Result<(), String> {
    let listener = listen(args, ANY_PORT)?;
    let refused = |error: io::Error| text::play::port(args.port, &error);
    let site = Site::attached(token()?, bridge);
    let address = address(&listener, &site).map_err(refused)?;
    let serving = thread::Builder::new().name("http".to_owned());
    serving.spawn(move || http::serve(listener, site.app())).map_err(refused)?;
    // Standard output is the wire.
    let _ = writeln!(anstream::stderr(), "{}", text::play::tapped(&address));
    open(args, &address);
    Ok(())
}

fn listen(args: &args::Play, first: u16) -> Result<TcpListener, String> {
    if !assets::is_there() {
        return Err(text::play::NO_PAGE.to_owned());
    }
    http::listen(args.port, first).map_err(|error| text::play::port(args.port, &error))
}

fn token() -> Result<Token, String> {
    Token::random().map_err(|error| error.to_string())
}

fn address(listener: &TcpListener, site: &Site) -> io::Result<String> {
    Ok(format!("http://{}/{}", listener.local_addr()?, site.fragment()))
}

fn open(args: &args::Play, address: &str) {
    if args.open
        && let Err(error) = opener::open_browser(address)
    {
        report::complain(&text::play::no_browser(&error));
    }
}

/// What is to be opened. A file that cannot be read is better told here than in the page.
fn recording(file: &Path) -> Result<Recording, String> {
    let failed = |error: io::Error| text::play::file(file, &error);
    if file == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map_err(failed)?;
        return Ok(Recording { name: text::play::STDIN.to_owned(), source: Source::Bytes(bytes) });
    }
    let opened = File::open(file).and_then(|opened| opened.metadata()).map_err(failed)?;
    if opened.is_dir() {
        return Err(failed(io::ErrorKind::IsADirectory.into()));
    }
    let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
    Ok(Recording { name, source: Source::File(file.to_owned()) })
}
