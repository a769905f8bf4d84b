//! `wirelab repl`: the tools of a server, line by line.
//!
//! A thread of its own has the server, so that its heart beats and its pings are answered while a person thinks.

mod complete;
mod lines;
mod questions;
mod shared;
mod worker;

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::args;
use super::exit::Exit;
use super::progress::Progress;
use super::screen::{self, BAD, FAINT, NAME};
use super::text::repl as text;
use super::{content, report};
use crate::native::child;
use crate::native::client::{Answer, ClientError};
use crate::native::typed;
use crate::proto::json::RawJson;
use crate::proto::mcp::{CallToolResult, names};
use lines::Lines;
use shared::Shared;
use worker::{News, Order};

pub(super) fn run(args: &args::Repl) -> Exit {
    let shared = Arc::new(Shared::default());
    let waiting = Arc::clone(&shared);
    if let Err(error) = child::end_with_us_on_signals_but(move || waiting.interrupt()) {
        report::complain(&error.to_string());
    }
    let target = match report::target(&args.server) {
        Ok(target) => target,
        Err(exit) => return exit,
    };
    let lines = match Lines::new(&shared, args.history.as_deref()) {
        Ok(lines) => lines,
        Err(error) => {
            report::complain(&error.to_string());
            return Exit::Fault;
        }
    };
    let progress = Progress::new(args.client.verbose);
    let (orders, taken) = channel();
    let (told, news) = channel();
    let start = worker::Start::new(args, target, progress.clone(), Arc::clone(&shared));
    let worker = thread::Builder::new().name("client".to_owned()).spawn(move || start.run(&taken, &told));
    let worker = match worker {
        Ok(worker) => worker,
        Err(error) => {
            report::complain(&error.to_string());
            return Exit::Fault;
        }
    };
    let mut repl = Repl { lines, orders, news, shared, progress, over: false, exit: Exit::Ok };
    match repl.talk() {
        // Whoever reads our output may stop when they have seen enough.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => report::complain(&error.to_string()),
        _ => {}
    }
    let exit = repl.exit;
    // Nobody orders anything any more: the worker closes the server, and ends.
    drop(repl);
    let _ = worker.join();
    exit
}

struct Repl {
    lines: Lines,
    orders: Sender<Order>,
    news: Receiver<News>,
    shared: Arc<Shared>,
    progress: Progress,
    over: bool,
    exit: Exit,
}

impl Repl {
    fn talk(&mut self) -> io::Result<()> {
        self.wait()?;
        while !self.over {
            let Some(line) = self.lines.next(text::PROMPT, true)? else { break };
            let line = line.trim();
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            match (word, rest.trim()) {
                ("quit" | "exit" | ":quit", "") => break,
                ("", _) => {}
                (":help", _) => self.say(text::HELP)?,
                (":tools", _) => self.tools()?,
                (":frames", "") => self.frames()?,
                (":frames", "on") => self.shared.wire().live = true,
                (":frames", "off") => self.shared.wire().live = false,
                (":raw", line) => self.raw(line)?,
                (word, _) if word.starts_with(':') => self.object(&text::unknown_command(word))?,
                (tool, arguments) => self.call(tool, arguments)?,
            }
            self.look()?;
        }
        Ok(())
    }

    /// Takes what has happened while nobody waited.
    fn look(&mut self) -> io::Result<()> {
        while let Ok(news) = self.news.try_recv() {
            self.take(news)?;
        }
        Ok(())
    }

    /// Waits until what was ordered is done.
    fn wait(&mut self) -> io::Result<()> {
        loop {
            let Ok(news) = self.news.recv() else {
                self.over = true;
                return Ok(());
            };
            if self.take(news)? {
                return Ok(());
            }
        }
    }

    /// Takes one piece of news; whether it is the end of what was ordered.
    fn take(&mut self, news: News) -> io::Result<bool> {
        match news {
            News::Ready(server) => {
                if self.lines.is_person() {
                    let tools = self.shared.tools().len();
                    let greeting = text::ready(&server, tools);
                    writeln!(anstream::stdout(), "{FAINT}{}{FAINT:#}", screen::line(&greeting))?;
                }
                Ok(true)
            }
            News::Asked(question) => {
                self.progress.clear();
                let order = questions::ask(&mut self.lines, question)?;
                // Where nobody takes it any more, the server is gone.
                let _ = self.orders.send(order);
                Ok(false)
            }
            News::Done(outcome) => {
                self.progress.clear();
                match outcome {
                    Ok(answer) => self.answer(answer)?,
                    Err(error) => self.fail(&error),
                }
                Ok(true)
            }
            News::Cancelled => {
                self.progress.clear();
                self.say(text::CANCELLED)?;
                Ok(true)
            }
            News::Withdrawn => {
                self.say(text::WITHDRAWN)?;
                Ok(true)
            }
            News::Frames(frames) => {
                if frames.is_empty() {
                    self.say(text::SILENCE)?;
                }
                frames.iter().try_for_each(|frame| self.say(frame))?;
                Ok(true)
            }
            News::Over(error, last_words) => {
                self.over = true;
                self.exit = self.exit.max(report::error(&error, &last_words));
                Ok(true)
            }
        }
    }

    fn call(&mut self, tool: &str, arguments: &str) -> io::Result<()> {
        let schema =
            self.shared.tools().iter().find(|known| known.name == tool).map(|tool| tool.input_schema.clone());
        let Some(schema) = schema else { return self.object(&text::unknown_tool(tool)) };
        match read(&schema, arguments) {
            Ok(arguments) => self.order(Order::Call { tool: tool.to_owned(), arguments }),
            Err(why) => self.object(&why),
        }
    }

    fn raw(&mut self, line: &str) -> io::Result<()> {
        self.order(Order::Raw(format!("{line}\n").into_bytes()))
    }

    fn order(&mut self, order: Order) -> io::Result<()> {
        self.shared.wire().begin();
        if self.orders.send(order).is_err() {
            self.over = true;
            return self.object(text::GONE);
        }
        self.shared.begin_to_wait();
        let waited = self.wait();
        self.shared.end_of_wait();
        waited
    }

    fn answer(&mut self, answer: Answer) -> io::Result<()> {
        match answer {
            Err(error) => self.object(&text::error(&error.to_string())),
            Ok(raw) => match raw.parse::<CallToolResult>() {
                Ok(result) => {
                    if result.is_error {
                        self.exit = self.exit.max(Exit::Fault);
                    }
                    content::show(&mut anstream::stdout(), &result)
                }
                Err(why) => {
                    let error = ClientError::Unreadable { method: names::TOOLS_CALL, why: why.to_string() };
                    self.fail(&error);
                    Ok(())
                }
            },
        }
    }

    fn fail(&mut self, error: &ClientError) {
        self.exit = self.exit.max(report::error(error, &[]));
    }

    fn tools(&self) -> io::Result<()> {
        let mut out = anstream::stdout().lock();
        for tool in self.shared.tools().iter() {
            let about = tool.description.as_deref().unwrap_or_default().lines().next().unwrap_or_default();
            writeln!(out, "{NAME}{}{NAME:#}\t{}", screen::line(&tool.name), screen::line(about))?;
        }
        Ok(())
    }

    fn frames(&self) -> io::Result<()> {
        let frames = self.shared.wire().last();
        if frames.is_empty() {
            return self.say(text::NO_FRAMES);
        }
        frames.iter().try_for_each(|frame| self.say(frame))
    }

    fn say(&self, lines: &str) -> io::Result<()> {
        writeln!(anstream::stdout(), "{lines}")
    }

    fn object(&mut self, why: &str) -> io::Result<()> {
        self.exit = self.exit.max(Exit::Fault);
        writeln!(anstream::stdout(), "{BAD}{}{BAD:#}", screen::line(why))
    }
}

/// Arguments as they were typed: an object, or names with their values.
fn read(schema: &RawJson, arguments: &str) -> Result<RawJson, String> {
    if arguments.is_empty() {
        return Ok(RawJson::empty_object());
    }
    let named: Option<Vec<_>> = arguments
        .split_whitespace()
        .map(|word| word.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned())))
        .collect();
    match named.filter(|_| !arguments.starts_with(['{', '['])) {
        Some(named) => typed::arguments(schema, &named).map_err(|error| error.to_string()),
        None => match RawJson::new(arguments) {
            Ok(json) if json.is_object() => Ok(json),
            Ok(_) => Err(super::text::NOT_AN_OBJECT.to_owned()),
            Err(fault) => Err(text::not_arguments(&fault.to_string())),
        },
    }
}
