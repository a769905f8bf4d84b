//! Pages that look on while another one speaks: what they are told, and that nothing comes of what they say.
#![cfg(unix)]

mod page;

use std::io::{PipeReader, PipeWriter, Read as _, Write as _, pipe};

use page::{
    EXITED, HELLO, Heard, INPUT, KILL, Page, Program, START, STARTED, STDOUT, TROUBLE, bytes, shell, status,
};
use wirelab::native::play::bridge::{Behind, Bridge, Ends, ONLOOKERS, Tap};

const FROM_CLIENT: u8 = 0x91;
const FROM_CLIENT_END: u8 = 0x92;
const MODE_IS: u8 = 0x93;
const STDOUT_END: u8 = 0x83;

fn shared(script: &str) -> Behind {
    Behind { share: true, ..shell(script) }
}

/// Everything until there are this many bytes of one kind.
fn gather(page: &mut Page, kind: u8, length: usize) -> Vec<Heard> {
    let mut heard = Vec::new();
    while bytes(&heard, kind).len() < length {
        heard.push(page.next());
    }
    heard
}

#[test]
fn those_who_look_on_are_told_everything_and_change_nothing() {
    let program = Program::start(shared("cat; exit 3"));
    let mut page = program.started();
    page.say(INPUT, b"one\n");
    assert_eq!(page.output_until("\n"), "one\n");
    let mut other = program.page_before_hello();
    let hello = other.next();
    assert_eq!((hello.kind, hello.number), (HELLO, 1));
    assert_eq!(hello.json()["readOnly"], true);
    assert_eq!(other.next().kind, STARTED);
    assert_eq!(bytes(&gather(&mut other, STDOUT, 4), FROM_CLIENT), b"one\n", "what was before it came");
    for word in [START, INPUT, KILL] {
        other.say(word, b"");
        let trouble = other.next();
        assert_eq!((trouble.kind, trouble.json()["what"].as_str()), (TROUBLE, Some("input")));
        assert!(trouble.text().contains("this page looks on"), "{}", trouble.text());
    }
    page.say(INPUT, b"two\n");
    let heard = gather(&mut other, STDOUT, 4);
    assert_eq!((bytes(&heard, FROM_CLIENT), bytes(&heard, STDOUT)), (b"two\n".to_vec(), b"two\n".to_vec()));
    drop(page);
    let end = other.until(EXITED);
    assert!(end.iter().any(|heard| heard.kind == FROM_CLIENT_END));
    assert_eq!(end.last().expect("the end").json()["code"], 3);
    // Who comes now speaks.
    program.started();
}

#[test]
fn those_who_look_on_are_counted() {
    let program = Program::start(shared("cat"));
    let _page = program.page();
    let mut others: Vec<_> = (0..ONLOOKERS).map(|_| program.page()).collect();
    assert_eq!(status(&program.ask(&program.upgrade())), 409);
    // One that asks for what is none is sent away as any other.
    let code = others.pop().expect("there are some").close_code_after_text();
    assert_eq!(code, Some(1003));
    program.page();
}

/// A tap around `cat` that others may look at: the program, what writes to the server, what the server's words go to, and
/// its end.
fn tapped() -> (Program, PipeWriter, PipeReader, Tap) {
    let (from_client, input) = pipe().expect("a pipe");
    let (output, to_client) = pipe().expect("a pipe");
    let log = Box::new(std::io::sink());
    let ends = Ends { from_client: Box::new(from_client), to_client: Box::new(to_client), log };
    let (bridge, tap) = Bridge::tap(&shared("cat"), ends).expect("a server");
    (Program::serve(bridge), input, output, tap)
}

#[test]
fn those_who_look_on_at_a_tap_hold_nothing() {
    let (program, mut input, _output, tap) = tapped();
    let _page = program.page();
    let mut other = program.page_before_hello();
    let hello = other.next().json();
    assert_eq!((&hello["tap"], &hello["readOnly"]), (&true.into(), &true.into()));
    other.say(0x13, &[1]);
    assert!(other.until(TROUBLE).last().expect("a trouble").text().contains("this page looks on"));
    input.write_all(b"passes\n").expect("it is read");
    let heard = gather(&mut other, STDOUT, 7);
    assert_eq!(bytes(&heard, FROM_CLIENT), b"passes\n");
    drop(input);
    assert!(tap.wait().expect("a status").success());
}

#[test]
fn those_who_look_on_at_a_tap_are_told_what_goes_on_and_not_what_is_held() {
    let (program, mut input, mut output, tap) = tapped();
    let (mut page, mut other) = (program.page(), program.page());
    page.say(0x13, &[1]);
    (0..2).for_each(|_| drop(page.until(MODE_IS)));
    input.write_all(b"one\ntwo\nthree\n").expect("it is read");
    drop(input);
    page.until(FROM_CLIENT_END);
    // The first goes on changed, the second not at all, the third as it is with whatever else is held.
    page.say(0x11, b"ONE\n");
    page.say(0x14, &[&[FROM_CLIENT][..], &8_u64.to_be_bytes()].concat());
    let heard = other.until(FROM_CLIENT);
    assert_eq!(bytes(&heard, FROM_CLIENT), b"ONE\n");
    assert!(heard.iter().all(|heard| ![STDOUT, FROM_CLIENT_END].contains(&heard.kind)), "{heard:?}");
    gather(&mut page, STDOUT, 4);
    page.say(0x12, b"by hand\n");
    assert_eq!(bytes(&other.until(STDOUT), STDOUT), b"by hand\n");
    page.say(0x13, &[0]);
    let heard = other.until(STDOUT_END);
    assert_eq!(bytes(&heard, FROM_CLIENT), b"three\n");
    assert_eq!(bytes(&heard, STDOUT), b"ONE\nthree\n");
    let ends = |heard: &&Heard| [FROM_CLIENT, FROM_CLIENT_END].contains(&heard.kind);
    assert_eq!(
        heard.iter().filter(ends).map(|heard| heard.kind).collect::<Vec<_>>(),
        [FROM_CLIENT, FROM_CLIENT_END]
    );
    // Whoever looks on later is told the same.
    let said = bytes(&program.page().until(STDOUT_END), STDOUT);
    assert_eq!(said, b"by hand\nONE\nthree\n");
    let mut got = Vec::new();
    assert!(tap.wait().expect("a status").success());
    output.read_to_end(&mut got).expect("what the server said");
    assert_eq!(got, said);
}
