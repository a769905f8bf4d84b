//! `wirelab play`.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::sync::Arc;

use super::exit::Exit;
use super::{args, report, text};
use crate::native::play::{Recording, Site, Source, Token, assets, http};

/// The port that is tried first.
const FIRST_PORT: u16 = 8080;

pub(super) fn run(args: &args::Play) -> Exit {
    match serve(args) {
        Ok(()) => Exit::Ok,
        Err(message) => {
            report::complain(&message);
            Exit::Start
        }
    }
}

fn serve(args: &args::Play) -> Result<(), String> {
    if !assets::is_there() {
        return Err(text::play::NO_PAGE.to_owned());
    }
    let recording = args.file.as_deref().map(recording).transpose()?;
    let token = Token::random().map_err(|error| error.to_string())?;
    let refused = |error: io::Error| text::play::port(args.port, &error);
    let listener = http::listen(args.port, FIRST_PORT).map_err(refused)?;
    let address = listener.local_addr().map_err(refused)?;
    let site = Site::new(token, recording);
    let address = format!("http://{address}/{}", site.fragment());
    writeln!(io::stdout(), "{}", text::play::at(&address)).map_err(refused)?;
    if args.open
        && let Err(error) = opener::open_browser(&address)
    {
        report::complain(&text::play::no_browser(&error));
    }
    http::serve(listener, Arc::new(move |ask| site.reply(ask))).map_err(refused)
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
