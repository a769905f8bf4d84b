//! `wirelab play`.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use super::exit::Exit;
use super::{args, report, text};
use crate::native::child;
use crate::native::play::bridge::{Behind, Bridge};
use crate::native::play::{Recording, Site, Source, Token, assets, http};

/// The port that is tried first.
const FIRST_PORT: u16 = 8080;

pub(super) fn run(args: &args::Play) -> Exit {
    let served = args.server().and_then(|behind| serve(args, behind).map_err(|why| (Exit::Start, why)));
    match served {
        Ok(()) => Exit::Ok,
        Err((exit, why)) => {
            report::complain(&why);
            exit
        }
    }
}

fn serve(args: &args::Play, behind: Option<Behind>) -> Result<(), String> {
    if !assets::is_there() {
        return Err(text::play::NO_PAGE.to_owned());
    }
    let recording = args.file.as_deref().map(recording).transpose()?;
    let token = Token::random().map_err(|error| error.to_string())?;
    let refused = |error: io::Error| text::play::port(args.port, &error);
    let listener = http::listen(args.port, FIRST_PORT).map_err(refused)?;
    let address = listener.local_addr().map_err(refused)?;
    let site = match behind {
        Some(behind) => {
            // What it starts is not to outlive it.
            child::end_with_us_on_signals().map_err(refused)?;
            Site::attached(token, Bridge::open(behind).map_err(refused)?)
        }
        None => Site::new(token, recording),
    };
    let address = format!("http://{address}/{}", site.fragment());
    writeln!(io::stdout(), "{}", text::play::at(&address)).map_err(refused)?;
    if args.open
        && let Err(error) = opener::open_browser(&address)
    {
        report::complain(&text::play::no_browser(&error));
    }
    http::serve(listener, site.app()).map_err(refused)
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
