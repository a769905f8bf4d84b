//! `wirelab tap --http`.

use std::io;
use std::net::TcpListener;

use super::super::exit::Exit;
use super::super::text::tap as text;
use super::super::{args, report, screen};
use super::{Ears, begun, show};
use crate::native::clock::Clock;
use crate::native::remote::Remote;
use crate::native::tap::http::{self, OnTrouble};
use crate::trace::Heading;
use crate::trace::export::Redactor;

/// Stands between clients and the server at `server`, until somebody asks it to end.
pub(super) fn run(args: &args::Tap, server: &Remote) -> Exit {
    let listening =
        TcpListener::bind(args.listen).and_then(|listener| Ok((listener.local_addr()?, listener)));
    let (address, listener) = match listening {
        Ok(listening) => listening,
        Err(why) => {
            report::complain(&text::no_port(args.listen, &why));
            return Exit::Start;
        }
    };
    let passed = begin(args, server).and_then(|ears| {
        show(text::MARK, &text::at(address, &http::target(server), server));
        let (recorder, shown) = ears.parts();
        // Among the frames it is shown as a remark.
        let is_shown = args.tee;
        let on_trouble: OnTrouble = Box::new(move |line| {
            if !is_shown {
                shown.show(screen::line(line).into_owned());
            }
        });
        let passed = http::serve(listener, server, recorder, on_trouble);
        ears.close();
        passed
    });
    match passed {
        Ok(()) => Exit::Ok,
        Err(why) => {
            report::complain(&format!("{server}: {why}"));
            Exit::Start
        }
    }
}

fn begin(args: &args::Tap, server: &Remote) -> io::Result<Ears> {
    let heading = Heading { notes: vec![text::over_http(server)], ..begun() };
    // An address can hold a secret, as a header can.
    let heading = Redactor::new(&[]).heading(&heading);
    Ears::start(Some(&args.record), heading, Clock::start(), text::MARK, args.tee, args.lint)
}
