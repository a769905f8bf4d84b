//! What the world of HTTP must do: sessions, cuts, a server that forgets, requests by hand, the same bytes again.

use core::time::Duration;

use super::*;
use crate::proto::http::{Headers, Method, Request, name};
use crate::proto::json::RawJson;
use crate::proto::mcp::{Lifecycle, Version};
use crate::proto::session::State as Phase;
use crate::sim::Command;
use crate::trace::Lane;

/// More steps than any of these worlds has until it is still.
const MANY: usize = 200;

fn settings(version: Version) -> Settings {
    let mut settings = Settings::default();
    settings.client.offer = version.as_str().to_owned();
    settings
}

fn command(world: &mut HttpWorld, command: Command) {
    world.act(Action::Command(command)).expect("the client may");
}

/// Lets happen what is on its way or about to happen within a second.
fn settle(world: &mut HttpWorld) {
    world.act(Action::Wait(Duration::from_secs(1))).expect("time passes");
}

/// A client that has begun.
fn begun(version: Version) -> HttpWorld {
    let mut world = HttpWorld::new(&settings(version));
    command(
        &mut world,
        match version.lifecycle() {
            Lifecycle::Initialize => Command::Initialize,
            Lifecycle::Discover => Command::Discover,
        },
    );
    settle(&mut world);
    assert!(world.client().state().is_operating(), "{:#?}", world.words());
    world
}

fn slow(ms: u32) -> Command {
    let arguments = RawJson::new(format!("{{\"ms\":{ms}}}")).expect("JSON");
    Command::CallToolForProgress { name: "slow".to_owned(), arguments: Some(arguments) }
}

fn requests(world: &HttpWorld) -> Vec<(u64, &Request)> {
    let mut found = Vec::new();
    for parcel in world.parcels() {
        if let What::Request(request) = &parcel.what {
            found.push((parcel.exchange, request));
        }
    }
    found
}

fn status(world: &HttpWorld, exchange: u64) -> Option<u16> {
    world.parcels().iter().find_map(|parcel| match &parcel.what {
        What::Answer(response) if parcel.exchange == exchange => Some(response.status),
        _ => None,
    })
}

fn text(world: &HttpWorld, lane: Lane) -> String {
    String::from_utf8(world.trace().bytes(lane)).expect("UTF-8")
}

#[test]
fn a_handshake_is_three_exchanges_of_one_session() {
    for version in Version::ALL.into_iter().filter(|version| *version >= Version::V2025_03_26) {
        let mut world = begun(version);
        command(&mut world, Command::ListTools);
        settle(&mut world);
        assert_eq!(world.client().version(), Some(version));
        let asked: Vec<_> =
            requests(&world).iter().map(|(_, request)| request.method.as_str().to_owned()).collect();
        let statuses: Vec<_> = requests(&world).iter().map(|(number, _)| status(&world, *number)).collect();
        if version.lifecycle() == Lifecycle::Initialize {
            assert_eq!(asked, ["POST", "POST", "GET", "POST"], "{version}");
            assert_eq!(statuses, [Some(200), Some(202), Some(200), Some(200)], "{version}");
            let id = world.carrier().session().expect("a session").to_owned();
            let named =
                |(_, request): &(u64, &Request)| request.headers.first(name::SESSION) == Some(id.as_bytes());
            assert_eq!(requests(&world).iter().map(named).collect::<Vec<_>>(), [false, true, true, true]);
            assert!(world.is_open(3), "the server's own stream");
        } else {
            assert_eq!(asked, ["POST", "POST"], "{version}");
            assert_eq!((world.carrier().session(), world.session_count()), (None, 0));
        }
        assert!(text(&world, Lane::ServerToClient).contains("\"slow\""), "{version}");
    }
}

#[test]
fn a_stream_that_is_cut_is_taken_up_where_it_broke_and_nothing_is_lost() {
    for by in [Side::Client, Side::Server] {
        let mut world = begun(Version::V2025_11_25);
        command(&mut world, slow(900));
        world.act(Action::Wait(Duration::from_millis(500))).expect("time passes");
        let call = requests(&world).last().expect("a call").0;
        assert_eq!(world.act(HttpAction::Cut { exchange: call, by }.into()), Ok(HttpStepped::Idle));
        assert!(!world.is_open(call) && world.actions().len() == 5);
        assert_eq!(world.act(HttpAction::Cut { exchange: call, by }.into()), Ok(HttpStepped::Idle));
        assert_eq!(world.actions().len(), 5, "what is cut cannot be cut");
        world.act(Action::Wait(Duration::from_secs(5))).expect("time passes");
        let (_, again) = *requests(&world).last().expect("it comes again");
        assert_eq!(again.method, Method::Get);
        assert!(again.headers.first(name::LAST_EVENT).is_some(), "{again:?}");
        assert_eq!(world.client().open_requests().count(), 0, "{by}: {:#?}", world.words());
        assert_eq!(text(&world, Lane::ServerToClient).matches("\"isError\"").count(), 0);
    }
}

#[test]
fn where_there_are_no_sessions_a_cut_is_the_end_of_the_call() {
    let mut world = begun(Version::V2026_07_28);
    command(&mut world, slow(900));
    world.act(Action::Wait(Duration::from_millis(300))).expect("time passes");
    let call = requests(&world).last().expect("a call").0;
    world.act(HttpAction::Cut { exchange: call, by: Side::Client }.into()).expect("a cut");
    world.act(Action::Wait(Duration::from_secs(5))).expect("time passes");
    assert_eq!(requests(&world).last().expect("a call").0, call, "nobody comes again");
    let unanswered = |(_, word): &(Instant, Word)| matches!(word, Word::Client(Event::Failed { .. }));
    assert!(world.words().iter().any(unanswered), "{:#?}", world.words());
}

#[test]
fn a_server_that_has_begun_anew_knows_nobody_and_another_client_begins_anew() {
    let mut world = begun(Version::V2025_11_25);
    let before = world.carrier().session().map(str::to_owned);
    world.act(HttpAction::Forget.into()).expect("the server ends");
    command(&mut world, Command::Ping);
    settle(&mut world);
    let ping = requests(&world).iter().rev().find(|(_, it)| it.method == Method::Post).expect("a ping").0;
    assert_eq!(status(&world, ping), Some(404));
    assert_eq!(world.client().state(), Phase::Closed);
    world.act(HttpAction::Anew.into()).expect("another client");
    command(&mut world, Command::Initialize);
    settle(&mut world);
    assert!(world.client().state().is_operating());
    assert!(before.is_some() && world.carrier().session().map(str::to_owned) != before);
    assert_eq!(world.trace().sessions(), [0, 1]);
}

#[test]
fn what_is_asked_by_hand_concerns_nobody_else() {
    let mut world = begun(Version::V2025_11_25);
    let words = world.words().len();
    let headers = Headers::new().with(name::HOST, HOST).with(name::ORIGIN, "https://example.com");
    world
        .act(HttpAction::Ask(Request { method: Method::Post, headers, body: b"{}".to_vec() }).into())
        .expect("anybody may ask");
    settle(&mut world);
    let by_hand = requests(&world).last().expect("a request").0;
    assert_eq!(status(&world, by_hand), Some(403));
    let heard = |(_, word): &(Instant, Word)| matches!(word, Word::Client(_) | Word::Notice(_));
    assert!(!world.words()[words..].iter().any(heard), "{:#?}", &world.words()[words..]);
}

#[test]
fn the_client_takes_its_leave() {
    let mut world = begun(Version::V2025_11_25);
    command(&mut world, Command::Close);
    world.drive(MANY);
    let (number, last) = *requests(&world).last().expect("a farewell");
    assert_eq!((last.method.clone(), status(&world, number)), (Method::Delete, Some(204)));
    assert_eq!((world.session_count(), world.upcoming()), (0, None));
}

#[test]
fn the_same_actions_give_the_same_bytes() {
    let mut world = begun(Version::V2025_11_25);
    command(&mut world, slow(400));
    world.drive(12);
    world.act(HttpAction::Cut { exchange: 4, by: Side::Server }.into()).expect("a cut");
    world.act(HttpAction::Forget.into()).expect("the server ends");
    world.act(HttpAction::Anew.into()).expect("another client");
    command(&mut world, Command::Initialize);
    world.drive(60);
    let again = HttpWorld::replay(world.settings(), world.actions());
    assert_eq!(again.log(), world.log());
    assert_eq!(again.parcels(), world.parcels());
    assert!(world.log().len() > 40, "{}", world.log().len());
}

#[test]
fn what_an_end_refuses_leaves_no_trace() {
    let mut world = HttpWorld::new(&settings(Version::V2025_11_25));
    for command in [Command::ListTools, Command::Hold(true)] {
        assert!(world.act(Action::Command(command)).is_err());
    }
    assert_eq!((world.actions().len(), world.log().len(), world.upcoming()), (0, 0, None));
    assert_eq!(world.act(Action::Step), Ok(HttpStepped::Idle));
    assert!(world.actions().is_empty());
}
