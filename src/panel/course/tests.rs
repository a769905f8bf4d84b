//! Ways through a world, and back.

use core::time::Duration;

use super::*;
use crate::panel::world::World;
use crate::proto::session::HeartbeatConfig;
use crate::sim::{Command, MAX_FACTS, Stepped};

fn world(settings: &Settings) -> World {
    let mut world = World::new(settings);
    world.tell(Command::Initialize).expect("the first word");
    while world.step() != Stepped::Idle {}
    world
}

#[test]
fn going_back_and_on_again_leads_to_the_same_log() {
    let mut world = world(&Settings::default());
    let (log, all) = (world.log().to_vec(), world.all_actions());
    for done in [0, 3, 1, all.len(), 2, usize::MAX] {
        world.seek(done);
        assert_eq!(world.actions().len(), done.min(all.len()));
        assert_eq!(world.all_actions(), all, "{done}");
        assert_eq!(world.branches().len(), 0, "nobody did anything else");
    }
    assert_eq!(world.log(), log);
}

#[test]
fn whoever_does_something_else_in_the_past_goes_another_way_and_can_come_back() {
    let mut world = world(&Settings::default());
    let first = world.all_actions();
    world.seek(2);
    world.tell(Command::Ping).expect("always allowed");
    assert_eq!((world.ahead(), world.actions().len()), (0, 3));
    assert_eq!(world.branches().len(), 1);
    let second = world.all_actions();
    world.switch(1);
    assert_eq!((world.all_actions(), world.ahead()), (first, 0));
    assert_eq!(world.branches()[0].actions, second, "the other one took its place");
    world.close(1);
    assert_eq!(world.branches().len(), 0);
}

#[test]
fn what_is_refused_in_the_past_leads_nowhere() {
    let mut world = world(&Settings::default());
    world.seek(1);
    let ahead = world.ahead();
    world.tell(Command::Initialize).expect_err("only once");
    assert_eq!((world.ahead(), world.branches().len()), (ahead, 0));
}

#[test]
fn a_frame_seen_byte_by_byte_in_the_past_is_no_other_way() {
    let mut world = world(&Settings::default());
    let log = world.frames().to_vec();
    world.seek(1);
    let ahead = world.ahead();
    let length = world.frames()[0].bytes.as_ref().map_or(0, Vec::len);
    for _ in 1..length {
        world.arrive(1);
        assert_eq!(world.ahead(), ahead);
    }
    world.arrive(1);
    assert_eq!((world.ahead(), world.branches().len()), (ahead - 1, 0));
    world.seek(usize::MAX);
    assert_eq!(world.frames(), log);
}

#[test]
fn what_was_done_before_the_reader_began_anew_is_another_way_with_its_own_settings() {
    let mut world = world(&Settings::default());
    let (log, first) = (world.log().to_vec(), world.all_actions());
    let mut other = Settings::default();
    other.client.offer = "2024-11-05".to_owned();
    world.begin(&other);
    assert_eq!((world.log().len(), world.ahead(), world.branches().len()), (0, 0, 1));
    world.begin(&other);
    assert_eq!(world.branches().len(), 1, "where nothing was done, nothing is kept");
    world.tell(Command::Initialize).expect("the first word");
    world.switch(1);
    assert_eq!((world.log(), world.all_actions()), (&*log, first));
    assert_eq!(world.settings().client.offer, Settings::default().client.offer);
    world.switch(1);
    assert_eq!(world.settings().client.offer, "2024-11-05");
    assert_eq!(world.all_actions(), [Action::Command(Command::Initialize)]);
}

#[test]
fn a_way_that_leads_to_more_than_fits_ends_where_it_is_full() {
    let mut settings = Settings::default();
    settings.client.heartbeat =
        Some(HeartbeatConfig { ping_interval: Duration::from_millis(100), ..HeartbeatConfig::default() });
    let mut world = world_of_waits(&settings, 3);
    let reached = world.log().len();
    assert!(reached < MAX_FACTS && !world.is_full());
    world.begin(&settings);
    world.branches[0].actions.extend(vec![Action::Wait(Duration::from_secs(100_000_000)); 1_000]);
    world.switch(1);
    assert!(world.is_full() && world.log().len() < 2 * MAX_FACTS, "{}", world.log().len());
    assert_eq!(world.ahead(), 0, "what cannot happen is not shown as what will");
}

fn world_of_waits(settings: &Settings, waits: usize) -> World {
    let mut world = World::new(settings);
    world.tell(Command::Initialize).expect("the first word");
    (0..waits).for_each(|_| {
        world.wait(Duration::from_secs(1));
    });
    world
}
