//! The commands of the terminal.

mod agent;
mod args;
mod ask;
mod call;
mod check;
mod config;
mod connect;
mod content;
mod decode;
mod exit;
mod export;
mod fault;
mod junit;
mod lint;
mod manual;
mod play;
mod progress;
mod repl;
mod replay;
mod report;
mod screen;
mod serve;
mod simulate;
mod stand_in;
mod summary;
mod tap;
mod text;

use std::process::ExitCode;

/// Runs the command that the program was called with and says how it went; see `wirelab --help` for the codes.
#[must_use]
pub fn run() -> ExitCode {
    let arguments = args::Arguments::read();
    let exit = match &arguments.command {
        args::Command::Serve(serve) => serve::run(serve),
        args::Command::Config(config) => config::run(config),
        args::Command::Connect(connect) => connect::run(connect),
        args::Command::Call(call) => call::run(call),
        args::Command::Check(check) => check::run(check),
        args::Command::Tools(list) => ask::tools(list),
        args::Command::Resources(list) => ask::resources(list),
        args::Command::Read(read) => ask::read(read),
        args::Command::Prompts(list) => ask::prompts(list),
        args::Command::Prompt(prompt) => ask::prompt(prompt),
        args::Command::Repl(repl) => repl::run(repl),
        args::Command::Agent(agent) => agent::run(agent),
        args::Command::Decode(decode) => decode::run(decode),
        args::Command::Lint(lint) => lint::run(lint),
        args::Command::Simulate(simulate) => simulate::run(simulate),
        args::Command::Export(export) => export::run(export),
        args::Command::Man(man) => manual::man(man),
        args::Command::Completions(completions) => manual::completions(completions),
        // It ends as another program has ended.
        args::Command::Replay(replay) => replay::run(replay),
        args::Command::Guard { leader } => {
            crate::native::tap::watch(*leader);
            exit::Exit::Ok
        }
        args::Command::Play(play) => return play::run(play),
        args::Command::Tap(tap) => return tap::run(tap),
        args::Command::Fault(fault) => return fault::run(fault),
    };
    exit.into()
}
