//! Tries a server with the cases of [`check`](crate::check), some at the same time: each in a process of its own, or in a
//! session of its own with a server that runs by itself.

mod web;

use std::io::{self, Write as _};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::background::BackgroundWriter;
use super::child::{ServerCommand, ServerProcess};
use super::client::Target;
use super::clock::Clock;
use super::inbox::{Inbox, Received};
use super::sample;
use crate::check::{
    Call, Case, Conversation, Output, Pace, Player, Profile, Report, SURVEY, Said, Trial, Verdict,
};
use crate::proto::connection::Input;
use crate::proto::mcp::{Tool, Version};

/// How long a server that has closed its output gets to leave a status.
const STATUS: Duration = Duration::from_millis(500);

/// How a server is tried.
pub struct CheckOptions<'a> {
    /// The cases.
    pub cases: Vec<&'static Case>,
    /// The revisions, as far as the server speaks them.
    pub versions: Vec<Version>,
    /// For how long something is waited for.
    pub pace: Pace,
    /// How many processes there are at the same time, or how many sessions.
    pub jobs: usize,
    /// A call that may be made; without one a tool that says it only reads is called.
    pub call: Option<Call>,
    /// A call that takes its time.
    pub slow: Option<Call>,
    /// Told how many trials are over, and how many there are.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

/// Why a server could not be tried.
#[derive(Debug)]
pub enum CheckError {
    /// It cannot be started.
    Start(io::Error),
    /// It speaks none of the revisions; what it said last to standard error.
    NoRevision(Vec<String>),
    /// It speaks none of the revisions over HTTP; what it said instead, if it said anything.
    NoAnswer(Option<String>),
    /// There is no connection to it, for this reason.
    Unreachable(String),
    /// None of the cases can be tried over what is between us.
    NoCases,
    /// None of the revisions has this transport.
    NoTransport,
}

impl From<io::Error> for CheckError {
    fn from(error: io::Error) -> Self {
        Self::Start(error)
    }
}

/// Tries a server: one that is started for each case, or one that runs by itself.
///
/// # Errors
/// When it cannot be started or reached, or speaks none of the revisions.
pub fn check(target: &Target, options: &CheckOptions<'_>) -> Result<Report, CheckError> {
    let is_fit = |case: &&&Case| target.is_remote() || !case.is_about_http();
    let cases: Vec<&'static Case> = options.cases.iter().filter(is_fit).copied().collect();
    if cases.is_empty() {
        return Err(CheckError::NoCases);
    }
    let has_transport = |version: &&Version| !target.is_remote() || **version >= web::SINCE;
    let versions: Vec<_> = options.versions.iter().filter(has_transport).copied().collect();
    if versions.is_empty() {
        return Err(CheckError::NoTransport);
    }
    let mut profiles = profiles(target, &versions, options)?;
    let is_modern_only = profiles.iter().all(|profile| !profile.has_handshake());
    for profile in &mut profiles {
        profile.is_modern_only = is_modern_only && versions.len() > 1;
        profile.call = options.call.clone().or_else(|| harmless(&profile.tools));
        profile.slow.clone_from(&options.slow);
    }
    let tries: Vec<(&'static Case, &Profile)> = cases
        .iter()
        .flat_map(|case| profiles.iter().map(move |profile| (*case, profile)))
        .filter(|(case, profile)| case.is_for(profile.version))
        .collect();
    let done = AtomicUsize::new(0);
    let trials = at_once(options.jobs, &tries, |(case, profile)| {
        let trial = trial(target, case, profile, options.pace);
        (options.progress)(done.fetch_add(1, Ordering::Relaxed) + 1, tries.len());
        trial
    });
    Ok(Report {
        command: target.to_string(),
        server: profiles.iter().map(|profile| profile.name.clone()).max().unwrap_or_default(),
        versions: profiles.iter().map(|profile| profile.version).collect(),
        trials: trials.into_iter().collect::<io::Result<_>>()?,
    })
}

/// What the server is in each revision that it speaks.
fn profiles(
    target: &Target,
    versions: &[Version],
    options: &CheckOptions<'_>,
) -> Result<Vec<Profile>, CheckError> {
    let surveys = at_once(options.jobs, versions, |version| {
        play(target, &SURVEY, &Profile::new(*version), options.pace)
    });
    let surveys = surveys.into_iter().collect::<io::Result<Vec<_>>>()?;
    let pairs = || versions.iter().zip(&surveys);
    let profiles: Vec<_> = pairs().filter_map(|(version, survey)| Profile::read(*version, survey)).collect();
    match target {
        _ if !profiles.is_empty() => Ok(profiles),
        Target::Command(_) => {
            Err(CheckError::NoRevision(surveys.into_iter().next_back().unwrap_or_default().last_words))
        }
        Target::Remote(_) => Err(web::reason(&surveys)),
    }
}

/// A call of the first tool that says it only reads, with arguments made up from its schema.
fn harmless(tools: &[Tool]) -> Option<Call> {
    let only_reads = |tool: &&Tool| {
        let hints = tool.annotations().ok().flatten();
        hints.and_then(|hints| hints.read_only_hint) == Some(true)
    };
    let tool = tools.iter().find(only_reads)?;
    Some(Call { tool: tool.name.clone(), arguments: sample::arguments(&tool.input_schema) })
}

fn trial(target: &Target, case: &'static Case, profile: &Profile, pace: Pace) -> io::Result<Trial> {
    let version = profile.version;
    let missing = || case.needs.iter().copied().find(|need| !profile.meets(*need));
    let meaningless = case.lacks_over_http(version).filter(|_| target.is_remote());
    if let Some(need) = meaningless.or_else(missing) {
        let verdict = Verdict::skipped(need);
        return Ok(Trial { case, version, verdict, said: Vec::new(), last_words: Vec::new() });
    }
    let talk = play(target, case, profile, pace)?;
    let verdict = Verdict::of(case, profile, &talk);
    Ok(Trial { case, version, verdict, said: Said::of(&talk), last_words: talk.last_words })
}

/// Plays `case` with a server.
fn play(target: &Target, case: &Case, profile: &Profile, pace: Pace) -> io::Result<Conversation> {
    match target {
        Target::Command(command) => play_started(command, case, profile, pace),
        Target::Remote(remote) => web::play(remote, case, profile, pace),
    }
}

/// The same with a process of its own.
fn play_started(
    command: &ServerCommand,
    case: &Case,
    profile: &Profile,
    pace: Pace,
) -> io::Result<Conversation> {
    let (mut process, stdin, stdout) = if case.ignores_stderr {
        ServerProcess::spawn_unread(command)?
    } else {
        ServerProcess::spawn(command, None)?
    };
    let mut input = Some(BackgroundWriter::new(stdin)?);
    let mut inbox = Inbox::new(stdout);
    let clock = Clock::start();
    let mut player: Player<'_> = Player::new(case, profile, pace);
    player.begin(clock.now());
    loop {
        while let Some(output) = player.poll_output() {
            match output {
                // A server that has ended reads nothing, which is what its answers show.
                Output::Write(bytes) => {
                    let _ = input.as_mut().map(|input| input.write_all(&bytes).and_then(|()| input.flush()));
                }
                Output::Close => drop(input.take()),
            }
        }
        if player.is_over() {
            break;
        }
        let until = player.next_timeout().unwrap_or_else(|| clock.now());
        match inbox.receive(Some(until.saturating_since(clock.now()))) {
            Received::Input(Input::Bytes(bytes)) => player.handle_bytes(clock.now(), bytes),
            Received::Input(Input::Eof) | Received::Failed(_) => player.handle_end(clock.now()),
            Received::TimedOut => player.handle_timeout(clock.now()),
        }
    }
    let mut talk = player.finish();
    let wait = match (case.is_open(), talk.output_ended) {
        (true, false) => None,
        (true, true) => Some(STATUS),
        (false, true) => Some(pace.end),
        // Something that it started may hold its output open.
        (false, false) => Some(Duration::ZERO),
    };
    talk.ended = wait.and_then(|wait| process.status_within(wait)).map(|status| status.to_string());
    talk.last_words = process.last_words();
    Ok(talk)
}

/// What `work` makes of each of `tasks`, in their order, `jobs` of them at the same time.
fn at_once<T: Sync, R: Send>(jobs: usize, tasks: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(tasks.len()));
    thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, tasks.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(task) = tasks.get(at) else { break };
                    let made = work(task);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((at, made));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, made)| made).collect()
}
