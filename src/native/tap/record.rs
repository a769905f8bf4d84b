//! A recording of what passes.

use std::env;
use std::io;
use std::path::{Path, PathBuf};

use super::{Ear, Screen, Store, words};
use crate::native::clock;
use crate::proto::time::Instant;
use crate::trace::export::Redactor;
use crate::trace::{Heading, Lane, TraceEntry, wire};

/// How much is gathered before it is written, while more waits.
const BATCH: usize = 256 << 10;

/// Writes what passes as `.wire.jsonl`.
///
/// What was heard is in the file before anything more is waited for. A file that cannot be written is said once; it is
/// tried again with whatever comes next, and what is missing is told in it.
pub struct Record {
    store: Store,
    heading: Heading,
    redactor: Option<Redactor>,
    /// Where to say that the file cannot be written, and how.
    screen: Screen,
    complain: fn(&Path, &io::Error) -> String,
    has_complained: bool,
    /// What could not be written so far, and why not.
    missing: Option<(u64, io::Error)>,
    /// When the last entry was made.
    last: Instant,
}

impl Record {
    /// Begins a recording. `redact` names what is covered besides what sounds secret; `None` covers nothing.
    pub fn begin(
        store: Store,
        heading: Heading,
        redact: Option<&[String]>,
        screen: Screen,
        complain: fn(&Path, &io::Error) -> String,
    ) -> Self {
        let mut redactor = redact.map(Redactor::new);
        let heading = redactor.as_mut().map_or_else(|| heading.clone(), |it| it.heading(&heading));
        let mut record = Self {
            store,
            heading,
            redactor,
            screen,
            complain,
            has_complained: false,
            missing: None,
            last: Instant::ZERO,
        };
        record.write_heading();
        record.flush();
        record.heading.continues = true;
        record
    }

    fn write_heading(&mut self) {
        let mut line = String::new();
        wire::write_heading(&self.heading, &mut line);
        self.store.lines().extend_from_slice(line.as_bytes());
    }

    fn write(&mut self, entry: &TraceEntry) {
        self.last = entry.at;
        let before = self.store.waiting();
        if entry.end || entry.session > 0 || entry.http.is_some() || !entry.doubts.is_empty() {
            let mut line = String::new();
            wire::write_entry(entry, &mut line);
            self.store.lines().extend_from_slice(line.as_bytes());
        } else {
            wire::append_chunk(entry.at, entry.lane, &entry.bytes, self.store.lines());
        }
        if self.store.is_full(self.store.waiting() - before) {
            let line = self.store.lines().split_off(before);
            self.flush();
            match self.store.rotate() {
                Ok(()) => self.write_heading(),
                Err(error) => self.complain(&error),
            }
            self.store.lines().extend_from_slice(&line);
        }
        if self.store.waiting() >= BATCH {
            self.flush();
        }
    }

    fn flush(&mut self) {
        let mut gap = String::new();
        if let Some((bytes, error)) = &self.missing {
            wire::write_chunk(self.last, Lane::Note, words::gap(*bytes, error).as_bytes(), &mut gap);
        }
        let waiting = self.store.waiting() as u64;
        match self.store.flush(gap.as_bytes()) {
            Ok(()) if waiting > 0 => self.missing = None,
            Ok(()) => {}
            Err(error) => {
                self.complain(&error);
                let before = self.missing.take().map_or(0, |(bytes, _)| bytes);
                self.missing = Some((before + waiting, error));
            }
        }
    }

    fn complain(&mut self, error: &io::Error) {
        if !std::mem::replace(&mut self.has_complained, true) {
            self.screen.show((self.complain)(self.store.path(), error));
        }
    }
}

impl Ear for Record {
    fn hear(&mut self, heard: &[TraceEntry]) {
        for entry in heard {
            match &mut self.redactor {
                None => self.write(entry),
                Some(redactor) => redactor.feed(entry).iter().for_each(|entry| self.write(entry)),
            }
        }
        self.flush();
    }

    fn finish(&mut self) {
        let left = self.redactor.as_mut().map(Redactor::finish).unwrap_or_default();
        left.iter().for_each(|entry| self.write(entry));
        self.flush();
    }
}

/// Where a recording goes that nobody has named a file for: here, or where there is always room if nothing can be
/// written here.
///
/// # Errors
/// When nothing can be written in either place.
pub fn place(rotate: Option<u64>, keep: u32) -> io::Result<Store> {
    let date = clock::unix_date().unwrap_or_default();
    let digits: String = date.chars().filter(char::is_ascii_digit).take(14).collect();
    let (day, time) = digits.split_at(digits.len().min(8));
    let name = format!("tap-{day}-{time}-{}.wire.jsonl", std::process::id());
    let open = |folder: PathBuf| Store::open(&folder.join(&name), rotate, keep);
    env::current_dir().and_then(&open).or_else(|_| open(env::temp_dir()))
}
