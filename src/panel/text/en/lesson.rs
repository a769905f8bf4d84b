//! English, the lessons.

use crate::panel::Lesson;
use crate::panel::text::{Learn, LessonText};

pub(in crate::panel::text) const fn learn(key: Learn) -> &'static str {
    match key {
        Learn::Title => "Learn it by doing it",
        Learn::Lead => {
            "Each lesson is one idea and one task. The wire is real, and nothing checks which button you press: the task is done when the bytes show it."
        }
        Learn::Progress => "{n} of {all} done",
        Learn::Done => "done",
        Learn::Lessons => "Lessons",
        Learn::Hunts => "Find the bug",
        Learn::HuntsLead => {
            "Five conversations that went wrong in ways that happen every week. Find the frame that broke each of them."
        }
        Learn::Task => "Your task",
        Learn::Reached => "done:",
        Learn::Open => "open:",
        Learn::Hint => "A hint",
        Learn::Again => "Begin again",
        Learn::Leave => "Close the lesson",
        Learn::Next => "Next: {title}",
        Learn::AllLessons => "All lessons",
        Learn::Read => "Read on in the specification:",
        Learn::Guess => "It is this frame",
        Learn::Wrong => "Frame {n} keeps the rules. Look at what the other side makes of each frame.",
        Learn::Link => "Copy its link",
        Learn::Scenarios => "Scenarios",
        Learn::ScenariosLead => {
            "Worlds in which something has happened already. Each has the same bytes every time; step back through it, or go on in another way."
        }
        Learn::Broken => "One thing goes wrong",
        Learn::BrokenLead => {
            "Each fault once, in a conversation that is sound apart from it. It opens at the frame that was touched: see who notices, and what the judge says."
        }
        Learn::Number => "Lesson {n}",
    }
}

pub(in crate::panel::text) const fn lesson(lesson: Lesson) -> &'static LessonText {
    match lesson {
        Lesson::SevenMessages => &LessonText {
            title: "The seven messages",
            idea: &[
                "Everything that a client does with a server begins with the same seven messages. The client says which revision it speaks and what it can do, the server answers with its own choice, and the client confirms. Then it asks which tools there are, and calls one.",
                "Go through them one by one. After each, look at the bytes below: this is all that travels between the two programs.",
            ],
            task: &[
                "The client sends initialize, and the answer arrives.",
                "The client says notifications/initialized: the handshake is complete.",
                "The client asks for tools/list and learns which tools there are.",
                "The client calls a tool and gets its result.",
            ],
            hints: &[
                "Step lets the next thing happen. It knows the handshake.",
                "When it is your turn, choose a tool on the left, press Send, and step until the answer is there.",
            ],
            done: "Seven messages: three for the handshake, two for the list, two for the call. The third has no id, and so nobody answers it. Everything else in MCP is built upon this.",
        },
        Lesson::StdoutIsTheWire => &LessonText {
            title: "Standard output is the wire",
            idea: &[
                "Over stdio the server's standard output carries the messages, one on each line. So whatever else is printed there arrives at the client as if it were a message: a greeting, a warning of a library, a forgotten print.",
                "Logging belongs on standard error. It has a lane of its own here, and the client may ignore it.",
            ],
            task: &[
                "Let the server write a line that is no message, and let it arrive.",
                "See whether the conversation goes on: make a request after it and get the answer.",
            ],
            hints: &[
                "On the right is “Write a frame…”. Write what a program prints when it starts, and send it.",
                "Step delivers it. Then ask for something, for example with ping.",
            ],
            done: "This client reports the line and goes on; it has to, for one stray print must not end a session. Others show an error for each line, and a print without a line feed takes the next answer with it. Print to standard error.",
        },
        Lesson::TwoFramings => &LessonText {
            title: "Two framings",
            idea: &[
                "A pipe carries bytes, so both ends have to agree where a message ends. MCP ends it with a line feed, and so no message may contain one. Language servers put a header with the length in front instead: Content-Length. The two look alike and cannot talk to each other.",
                "Somebody who comes from language servers takes the wrong one sooner or later. Both sides then wait, and neither says why.",
            ],
            task: &[
                "Let the two ends frame differently, and watch the handshake get stuck.",
                "Let both use Content-Length, and complete the handshake.",
            ],
            hints: &[
                "“Framing” stands at the bottom of each side; in the first moment it is a button with dots.",
                "Change one end, then step. Look at what the receiving end says about the bytes.",
                "Then change the other end as well. Each change begins a new conversation.",
            ],
            done: "When a server hangs and nothing is logged, look at the first bytes that it wrote. If they are “Content-Length:”, you have found it. MCP over stdio knows only lines.",
        },
        Lesson::HalfFrames => &LessonText {
            title: "Half a frame",
            idea: &[
                "A read from a pipe returns whatever is there: half a message, three and a half, one byte. A program that takes each read for a message works on its author's machine and fails when answers get long.",
                "It is worse with text. A Chinese character takes three bytes, an emoji four, and a read may end between them.",
            ],
            task: &[
                "Let a frame arrive in at least three pieces.",
                "Let a piece end in the middle of a character.",
                "Let the answer to the call arrive all the same.",
            ],
            hints: &[
                "“Step by” chooses how much arrives with a step.",
                "With one byte at a time you come to every place. The call on the wire holds Chinese characters of three bytes each, and an emoji of four.",
                "Afterwards step by frames again.",
            ],
            done: "Nobody acted on half a frame, and no character was lost: the bytes were kept until the line feed came, and read as UTF-8 only then. This is all there is to it, and it is forgotten often.",
        },
        Lesson::Ids => &LessonText {
            title: "The id comes back as it was",
            idea: &[
                "An answer finds its request by the id and by nothing else. Order does not matter, and the id has to come back exactly: 3 is not \"3\".",
                "The client has called a tool. The server keeps the call and waits for you.",
            ],
            task: &[
                "As the server, answer with an id that no request has, for example with \"3\" instead of 3.",
                "Then answer properly, so that the client gets the result.",
            ],
            hints: &[
                "On the right, “write the answer” puts a complete answer into the editor. Change the id in it.",
                "Look at the table “Waiting for answers” on the left: does the call still stand there?",
                "For the right answer the id is the number 3, without quotation marks.",
            ],
            done: "The first answer was there, every byte of it, and the client went on waiting. In a real program this looks like a server that hangs. Typed languages do it when an id goes through a text on its way.",
        },
        Lesson::Notifications => &LessonText {
            title: "No id, no answer",
            idea: &[
                "A message with a method and an id is a request and has to be answered. The same message without the id is a notification: it says something and expects nothing, not even an error.",
                "Whoever forgets the id waits for ever. Whoever answers a notification sends something that fits to no request.",
            ],
            task: &[
                "As the client, send ping without an id, and see what comes back.",
                "Then send it with an id, and get the answer.",
            ],
            hints: &[
                "On the left, “Write a frame…” opens the editor. Remove the id from the message.",
                "The button ping on the left sends one with an id.",
            ],
            done: "Nothing came back, and that was right. If a request of yours is never answered, look first whether it has an id.",
        },
        Lesson::TwoErrorLayers => &LessonText {
            title: "Two kinds of error",
            idea: &[
                "A call can go wrong in two ways. If the tool runs and fails, the answer is an ordinary result with isError, and the model reads it: it can try again. If the request itself is wrong, the answer is a JSON-RPC error, and it ends in the program around the model.",
                "The choice is the server's, and it decides what the model gets to know.",
            ],
            task: &[
                "Let a tool fail, so that the client gets a result with isError.",
                "Let a request be refused with a JSON-RPC error.",
            ],
            hints: &[
                "“Make the client go wrong”, on the right, has one button for each.",
                "Step until the answers are there. Below, “Two kinds of error” shows them side by side.",
            ],
            done: "Look at what the model sees in both cases, further below: with isError it reads the reason, with the other it reads nothing. A server that reports a wrong argument as a JSON-RPC error has a model that cannot learn from it.",
        },
        Lesson::Capabilities => &LessonText {
            title: "What was not declared is not used",
            idea: &[
                "In the handshake each side says what it can do. A server may ask the user a question (elicitation) only if the client has said that it can; else it has to do without.",
                "The tool greet_user would like to know a name.",
            ],
            task: &[
                "Without the capability elicitation, call greet_user and see what it answers.",
                "With the capability, call it again and answer its question.",
            ],
            hints: &[
                "“The client can”, at the bottom of the left side, holds what is declared. Every change begins a new conversation.",
                "When the server asks, the question stands on the left. Fill it in and step until the tool has its answer.",
            ],
            done: "The same tool, the same arguments, two conversations. Which one you get was decided in the first two messages: look at capabilities there.",
        },
        Lesson::Patience => &LessonText {
            title: "Progress, patience, cancellation",
            idea: &[
                "A tool may take long. Whoever asks can send a progress token along and is then told how far it is, and decides alone how long to wait. Whoever gives up says so, with a notification, so that the other side can stop working.",
                "A cancelled request gets no answer any more. One that is under way already is ignored.",
            ],
            task: &[
                "Call slow, and see a report of progress arrive.",
                "Let a call wait until the client gives up and cancels it.",
            ],
            hints: &[
                "Choose the tool slow, give it a few thousand milliseconds, switch on “Ask for progress”, and step.",
                "“Answer by hand”, on the right, lets the server keep what it is asked. Call a tool, then let time pass.",
                "+30 s lets half a minute pass. The client gives up after half a minute.",
            ],
            done: "The client gave up and said so; the answer would have come too late. A request without a deadline hangs a program for ever, and a server that ignores the cancellation works for nobody.",
        },
        Lesson::Heartbeat => &LessonText {
            title: "Is anybody there?",
            idea: &[
                "A pipe says nothing about the program at its other end: it may have stopped long ago. So this client asks by itself from time to time, with ping, and counts the answers that are missing.",
                "Here time passes only when you want it to.",
            ],
            task: &[
                "Let time pass until the client pings by itself.",
                "Let the answer arrive.",
                "Let the server hang, and see how many answers have to be missing until the client gives it up.",
                "Let the host start the server again, and a new handshake succeed.",
            ],
            hints: &[
                "Beneath the buttons stands when the next ping is due. +30 s gets you there, and “Next event” to exactly that moment.",
                "“Break it” has a switch called “Hang”. Then let time pass.",
                "“Start it again when it is lost” stands there as well. It draws how long the host waits before each attempt.",
            ],
            done: "Three answers were missing, and the client was sure. The host killed the process, waited, and began anew; whatever was asked before is lost. The waits grow and differ by chance, so that a hundred clients do not come back at the same moment. A ping says that the program at the other end still reads, writes and thinks. Ping may be sent at any time, by either side, even before the handshake is complete. Revision 2026-07-28 has none any more.",
        },
        Lesson::Versions => &LessonText {
            title: "Which revision?",
            idea: &[
                "The client offers one revision, the newest that it speaks. A server that knows it answers with the same; if not, with one of its own. It is the client's turn to accept or to leave.",
                "The client on the left offers a revision that was never released.",
            ],
            task: &[
                "See what the server answers to a revision that it does not know.",
                "Let both agree on a revision that the client has offered.",
            ],
            hints: &[
                "Step, and look at protocolVersion in both messages.",
                "At the top, “Client offers” chooses the revision. Any with a handshake will do.",
            ],
            done: "A counter-offer is no error. A server that refuses unknown revisions instead cannot be used by any newer client. What both speak afterwards decides about everything else: in the HTTP headers too.",
        },
        Lesson::NoHandshake => &LessonText {
            title: "2026-07-28: no handshake",
            idea: &[
                "The newest revision has no handshake and no session. Each request says in its _meta which revision it speaks and what the client can do. Whoever wants to know what a server offers asks with server/discover.",
                "So a server can answer any request at once, and forget it afterwards.",
            ],
            task: &[
                "The client asks server/discover, and the answer arrives.",
                "The client calls a tool and gets its result.",
            ],
            hints: &[
                "Step does the first. Look at _meta in each request.",
                "Then choose a tool on the left and send it.",
            ],
            done: "No initialize, no initialized. A server of before does not understand this, and a client of before is not understood by a server that speaks only this. That is why there are servers and clients for both.",
        },
        Lesson::BeTheServer => &LessonText {
            title: "Be the server",
            idea: &[
                "The best way to know what a server has to do is to be one. The handshake is behind you; from now on every request waits for you, and you write the answers.",
                "Whatever you send is on the wire. The client takes it as it is.",
            ],
            task: &[
                "The client asks for tools/list: answer it with at least one tool of your own.",
                "The client calls your tool: answer with a result.",
            ],
            hints: &[
                "Press tools/list on the left and step. On the right the request appears, with “write the answer”.",
                "A tool needs a name and an inputSchema; {\"type\":\"object\"} is enough.",
                "The result of a call has content: a list, for example [{\"type\":\"text\",\"text\":\"hello\"}].",
            ],
            done: "That was a server, without a line of code: read a line, look at the method, write a line with the same id. All the rest is convenience.",
        },
        Lesson::HuntAnswer => &LessonText {
            title: "The answer that nobody got",
            idea: &["The tool ran and the answer was written. The user still sees a spinner."],
            task: &["Find the frame that broke it, select it, and say so."],
            hints: &[
                "On the left stands what the client still waits for.",
                "Compare the answer of ping with that of the call, letter by letter.",
            ],
            done: "The request had the id 4, the answer \"4\". Some clients forgive it; a strict one waits until it gives up.",
        },
        Lesson::HuntLines => &LessonText {
            title: "Beautifully printed",
            idea: &[
                "The server was made readable for its author, who looks at its output. Since then one kind of answer is missing.",
            ],
            task: &["Find the frame that broke it, select it, and say so."],
            hints: &[
                "How many lines may a message have?",
                "The client reports several things that are wrong. All of them come from one frame.",
            ],
            done: "A message that is printed over several lines is several lines, and none of them is a message. Formatting is for logs; on the wire a message stands on one line.",
        },
        Lesson::HuntNotification => &LessonText {
            title: "An answer too many",
            idea: &[
                "A small framework answers whatever comes in. One client shows an error at every start, the others do not.",
            ],
            task: &["Find the frame that broke it, select it, and say so."],
            hints: &["Which messages expect an answer?", "Look for an answer whose id fits to nothing."],
            done: "What the client had sent, notifications/initialized, is a notification: it has no id, so there is nothing to answer, not even when the method is unknown.",
        },
        Lesson::HuntPrefix => &LessonText {
            title: "Adding…",
            idea: &[
                "The tool prints how far it is, without a line feed, as programs for a terminal do. It still computes the right result.",
            ],
            task: &["Find the frame that broke it, select it, and say so."],
            hints: &["The answer is on the wire. Where does its line begin?"],
            done: "The print and the answer share one line, so the line is no JSON and the answer is lost. With a line feed after it the print would be a stray line, and the answer would have arrived.",
        },
        Lesson::HuntTwice => &LessonText {
            title: "Two workers",
            idea: &[
                "Two calls, one after the other; the server works on both in threads. Sometimes the second never ends.",
            ],
            task: &["Find the frame that broke it, select it, and say so."],
            hints: &["Which ids were asked, and which were answered?"],
            done: "The id 3 was answered twice and 4 never: the thread had the id in a variable that both shared. The second answer fits to no open request and is dropped.",
        },
    }
}
