//! English, about a real process.

use crate::panel::text::Attach;

pub(in crate::panel::text) const fn attach(key: Attach) -> &'static str {
    match key {
        Attach::Process => "A real process",
        Attach::NoRevision => "has not named a revision yet",
        Attach::Folder => "in {folder}",
        Attach::Connecting => "Looking for the program that starts it…",
        Attach::Refused => "The program does not let this page in (HTTP {status}).",
        Attach::Taken => {
            "Another page has this process. One page at a time: go on there, or close it and try again."
        }
        Attach::WrongToken => {
            "This is not the address that the program has printed, or it is that of an earlier run. Take the one in the terminal."
        }
        Attach::Unreachable => {
            "The program does not answer. If it has ended, start it again in the terminal."
        }
        Attach::GoneAway => "The program has gone away, and the process with it.",
        Attach::GoneBecause => "The program has let this page go, and the process has ended (code {code}).",
        Attach::Recorded => "What a real process has said. Nobody is there who would answer.",
        Attach::Idle => "No process runs.",
        Attach::IsBack => {
            "The process has ended with the page that had it. What was said until then is here; start it again to go on."
        }
        Attach::Starting => "It is being started…",
        Attach::Failed => "It could not be started: {why}",
        Attach::FailedMissing => {
            "It could not be started: the system finds no such program, or no such folder to run it in."
        }
        Attach::FailedForbidden => {
            "It could not be started: the system does not allow it. Is the file executable?"
        }
        Attach::TooOften => "It was started too often in one second, so this time it was not.",
        Attach::Running => "It runs, as process {pid}.",
        Attach::EndedWell => "It has ended with exit code 0: by itself, and content.",
        Attach::EndedCode => {
            "It has ended with exit code {code}. What it had to say about that stands in the wire, if anything."
        }
        Attach::EndedSignal => "It was ended by signal {signal}.",
        Attach::StillOpen => {
            "Its output stays open all the same: something that it has started still has it."
        }
        Attach::Left => "You have gone to another world, and the process has ended.",
        Attach::Input => {
            "It does not read its standard input: {n} bytes that the client wrote have not reached it."
        }
        Attach::InputRefused => "What this page wrote reaches nobody.",
        Attach::Overrun => "Not all that was written is here: {n} bytes passed this page by.",
        Attach::OtherTrouble => "The program says: {why}",
        Attach::Garbled => {
            "The program has said something that this page cannot read. Are they of one version?"
        }
        Attach::Full => {
            "No more fits into this page, so the process was made to end. Save what is here, and begin anew."
        }

        Attach::LooksOn => {
            "Another page speaks to this server, and this one looks on: nothing here changes what passes."
        }
        Attach::LooksOnTap => {
            "Another page stands between the two, and this one looks on: nothing here changes what passes."
        }
        Attach::NoClientNow => "No client: this page speaks to no process at the moment.",

        Attach::YourClient => "Your client",
        Attach::YourServer => "Your server",
        Attach::Unnamed => "has not introduced itself yet",
        Attach::Named => "{name}, speaks {version}",
        Attach::RoleTap => {
            "A real client, and you stand between it and its server: watch, or hold what they say to change or drop it. If you close this page, all of it passes."
        }
        Attach::TapRecorded => "A real client. What it said is here; it hears nothing from this page.",
        Attach::TapWelcome => "The two have not said a word yet",
        Attach::TapWelcomeText => {
            "What your client and your server write to each other stands here as it passes. Hold, to let it go piece by piece."
        }
        Attach::LookWelcomeText => "What the two write to each other stands here as it passes.",
        Attach::LooksOnly => "looks on",
        Attach::TapGone => {
            "The tap is gone: it has ended, or cannot be reached. This page holds nothing any more."
        }
        Attach::TapGoneBecause => {
            "The tap has let this page go (code {code}), and passes on everything by itself; what was held here as well."
        }
        Attach::TapLeft => "You have gone to another world. The two go on without this page.",
        Attach::TapFull => {
            "No more fits into this page: what the two say passes, and is not shown. Save what is here."
        }
        Attach::TapHoldHint => {
            "Pressed: what the two write waits here until you let it go. Not pressed: it passes at once, and you see it."
        }
        Attach::NextTap => "Nothing waits here. What either of the two says next stands in the wire at once.",
        Attach::Pending => "Waits for an answer to",
        Attach::HeldHere => "held here",
        Attach::SayAsClient => "Say something as the client",
        Attach::SayAsServer => "Say something as the server",
        Attach::HeldTitle => "Held here: {n}",
        Attach::HeldMore => "and {n} more after these",
        Attach::HeldNone => "Whatever either of the two writes next waits here for you.",
        Attach::HeldHint => {
            "Oldest first. No frame overtakes another of its direction: what waits before it goes with it. The one that wrote it knows nothing of this."
        }
        Attach::HeldEnded => {
            "The server has ended, and the tap waits for what is held here: let it go or drop it. When the client goes too, it goes by itself."
        }
        Attach::LetAll => "Let all go, and hold no more",
        Attach::WayToServer => "client → server",
        Attach::WayToClient => "server → client",
        Attach::LetGo => "Let go",
        Attach::Edit => "Edit",
        Attach::Drop => "Drop",
        Attach::OfFrame => "{what}: frame {n}",
        Attach::Yours => "written by you",
        Attach::Edited => "edited by you",
        Attach::Dropped => "dropped by you",
        Attach::ByHand => "By hand: {what}.",
        Attach::AfterHand => {
            "Before this you have changed, dropped or written something by hand: what the judge says here may be your doing."
        }
        Attach::YoursNote => "You have written this in the name of its end, which knows nothing of it.",
        Attach::DroppedNote => "You have dropped this: it never goes on. Whoever wrote it does not know.",
        Attach::EditedWent => {
            "Here is what its end wrote. You have changed it, and this went on in its place:"
        }
        Attach::EditedGoes => {
            "Here is what its end wrote. You have changed it, and this will go on in its place:"
        }
        Attach::EditTitle => "Edit frame {n}",
        Attach::EditSend => "Keep this in its place",
        Attach::EditHint => "It stays held until you let it go. What its end wrote stays to be seen.",
        Attach::EditLate => "The frame does not wait any more: it has gone on without this.",

        Attach::Start => "Start it",
        Attach::StartAgain => "Start it again",
        Attach::StartHint => "A new process and a new client. One that still runs is killed first.",
        Attach::Close => "Close",
        Attach::CloseHint => {
            "Its input ends. If it stays, it is sent SIGTERM after a while, and then SIGKILL."
        }
        Attach::Ask => "Terminate",
        Attach::AskHint => "SIGTERM, to it and to all that it has started: it may still tidy up.",
        Attach::Kill => "Kill",
        Attach::KillHint => "SIGKILL: it ends on the spot, as in a crash.",
        Attach::Connect => "Try again",
        Attach::GoBack => "Back to the process",

        Attach::Hold => "Hold",
        Attach::HoldHint => {
            "Pressed: what the two write waits here until you let it go, step by step. Not pressed: all of it goes at once."
        }
        Attach::Waiting => "held here: {n}",
        Attach::Passing => "all goes through",
        Attach::RealClock => "real clock",
        Attach::RealClockHint => {
            "A real process has no other: timeouts and heartbeats run by it, also while you hold a frame."
        }
        Attach::RealTime => {
            "A real process goes neither back nor faster than the clock. Whatever was said can still be looked at: click a frame."
        }
        Attach::Save => "Judge and save",
        Attach::SaveHint => {
            "Opens all that was said so far as a recording: judged, and to be saved as .wire.jsonl or as a report."
        }
        Attach::Anew => "Begin anew",
        Attach::NextAwait => "Nothing to let go: it is the server's turn. It has to answer {method}.",
        Attach::NextAbsent => "There is no process to talk to.",
        Attach::NextStarting => "The process is being started…",
        Attach::WelcomeTitle => "Your server runs, and has not said a word yet",
        Attach::WelcomeText => {
            "That is as it should be: the first word is the client's. Each frame waits here until you let it go; what is not as it should be is marked on the frame."
        }
        Attach::WelcomeNone => "This page has no process",
        Attach::NoTools => "The client does not know any yet: ask with tools/list.",

        Attach::NoteClose => "You close its input; if it stays, SIGTERM follows, and then SIGKILL.",
        Attach::NoteAsk => "You send it SIGTERM.",
        Attach::NoteKill => "It is sent SIGKILL.",
        Attach::NoteLost => "There is no process any more on the other side.",
        Attach::NoteSignalled => {
            "The server's process was ended by signal {signal}. Nobody sent it from here: it came from outside, or the process did it to itself."
        }
        Attach::NoteSignalledHere => {
            "The server's process was ended by signal {signal}, after you made it end."
        }
        Attach::NoteStarted => "The other page has started the server anew.",
    }
}
