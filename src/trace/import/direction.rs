//! Which way a message went, where the log does not say.

use std::collections::BTreeMap;

use crate::proto::json::Outline;
use crate::proto::mcp::{Direction, METHODS};
use crate::trace::model::Lane;

/// What a message says about its way.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// The only way it can have gone, by its method or by the shape of its result.
    pub(super) says: Option<Lane>,
    /// Its method is `initialize`: a conversation begins.
    pub(super) begins: bool,
    kind: Kind,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Tells,
    Asks(Box<str>),
    Answers(Box<str>),
    /// An error whose sender could not read the id.
    Complains,
}

/// What is known about a message beside what it says.
#[derive(Debug, Clone, Default)]
pub(super) struct Clue {
    pub(super) facts: Facts,
    /// The log says so.
    pub(super) declared: Option<Lane>,
    /// What the messages around it that look like it have in common, as one side of a pair: `write` and `read`.
    pub(super) class: Option<(u32, bool)>,
    /// Where it went if nothing else tells, and whether that is as good as certain.
    pub(super) likely: Option<(Lane, bool)>,
}

/// The way that a message of `method` can only have gone.
pub(super) fn lane_of(method: &str) -> Option<Lane> {
    let mut directions = METHODS.iter().filter(|spec| spec.name == method).map(|spec| spec.direction);
    let first = directions.next()?;
    let lane = match first {
        Direction::ClientToServer => Lane::ClientToServer,
        Direction::ServerToClient => Lane::ServerToClient,
        Direction::Both => return None,
    };
    directions.all(|direction| direction == first).then_some(lane)
}

/// The members of a result that only a server's answer has.
const OF_SERVERS: &[&str] = &[
    "serverInfo",
    "protocolVersion",
    "supportedVersions",
    "tools",
    "resources",
    "resourceTemplates",
    "prompts",
    "contents",
    "messages",
    "completion",
    "inputRequests",
    "isError",
    "structuredContent",
];

fn lane_of_result(result: &str) -> Option<Lane> {
    let outline = Outline::read(result).ok()?;
    let has = |names: &[&str]| {
        outline.items(result).any(|item| item.name().is_some_and(|name| names.contains(&&*name)))
    };
    match () {
        () if has(&["roots"]) || has(&["action"]) || has(&["role"]) && has(&["model"]) => {
            Some(Lane::ClientToServer)
        }
        () if has(OF_SERVERS) || has(&["content"]) => Some(Lane::ServerToClient),
        () => None,
    }
}

impl Facts {
    /// Reads `text`, a message or a batch; of a batch the first element that says anything.
    pub(super) fn of(text: &str) -> Self {
        let Ok(outline) = Outline::read(text) else { return Self::default() };
        if outline.is_array() {
            let mut all = outline.items(text).map(|item| Self::of(item.value));
            let first = all.next().unwrap_or_default();
            return if first.says.is_some() {
                first
            } else {
                all.find(|facts| facts.says.is_some()).unwrap_or(first)
            };
        }
        let member = |name: &str| {
            outline
                .items(text)
                .find(|item| item.name().is_some_and(|found| found == name))
                .map(|item| item.value)
        };
        let id = member("id").map(Box::from);
        if let Some(method) = member("method") {
            let method = method.trim_matches('"');
            let kind = id.map_or(Kind::Tells, Kind::Asks);
            return Self { says: lane_of(method), begins: method == "initialize", kind };
        }
        let says = member("result").and_then(lane_of_result);
        let kind = match id {
            Some(id) if &*id != "null" => Kind::Answers(id),
            _ => Kind::Complains,
        };
        Self { says, begins: false, kind }
    }

    /// What can be told of a text that is not JSON, by the method that it names.
    pub(super) fn of_fragment(text: &str) -> Self {
        let method = text.split_once("\"method\"").map(|(_, rest)| rest.trim_start_matches([' ', ':', '"']));
        let method = method.and_then(|rest| rest.split('"').next()).unwrap_or_default();
        let says =
            lane_of(method).or_else(|| text.contains("\"serverInfo\"").then_some(Lane::ServerToClient));
        Self { says, begins: method == "initialize", kind: Kind::Tells }
    }
}

/// The lane of each message, and whether that is certain.
pub(super) fn resolve(clues: &[Clue]) -> Vec<(Lane, bool)> {
    let mut lanes: Vec<_> = clues.iter().map(|clue| clue.declared.or(clue.facts.says)).collect();
    let sides = sides(clues);
    for (clue, lane) in clues.iter().zip(&mut lanes) {
        let by_class = clue.class.and_then(|(class, side)| {
            let lane = *sides.get(&class)?;
            if side { lane.opposite() } else { Some(lane) }
        });
        *lane = lane.or(by_class);
    }
    by_id(clues, &mut lanes);
    let alone = one_way(&lanes);
    let finish = |(clue, lane): (&Clue, Option<Lane>)| {
        let default = match clue.facts.kind {
            Kind::Asks(_) | Kind::Tells => Lane::ClientToServer,
            Kind::Answers(_) | Kind::Complains => Lane::ServerToClient,
        };
        let likely = clue.likely.map(|(lane, _)| lane);
        let lane = lane.or(likely).or(alone).unwrap_or(default);
        (lane, clue.declared.is_some() || clue.likely == Some((lane, true)))
    };
    clues.iter().zip(lanes).map(finish).collect()
}

/// Which lane the first side of each class is, by the votes of those messages that say it themselves.
fn sides(clues: &[Clue]) -> BTreeMap<u32, Lane> {
    let mut votes: BTreeMap<u32, i64> = BTreeMap::new();
    for clue in clues {
        let (Some((class, side)), Some(lane)) = (clue.class, clue.facts.says) else { continue };
        let vote = if (lane == Lane::ClientToServer) == side { -1 } else { 1 };
        // Who says `initialize` is beyond doubt.
        *votes.entry(class).or_default() += if clue.facts.begins { 100 * vote } else { vote };
    }
    let lane = |vote: i64| if vote > 0 { Lane::ClientToServer } else { Lane::ServerToClient };
    votes.into_iter().filter(|(_, vote)| *vote != 0).map(|(class, vote)| (class, lane(vote))).collect()
}

/// An answer goes the other way than its request, and the other way round.
fn by_id(clues: &[Clue], lanes: &mut [Option<Lane>]) {
    let mut asked: BTreeMap<&str, usize> = BTreeMap::new();
    for index in 0..clues.len() {
        match &clues[index].facts.kind {
            Kind::Asks(id) => {
                asked.insert(id, index);
            }
            Kind::Answers(id) => {
                let Some(request) = asked.get(&**id).copied() else { continue };
                match (lanes[request], lanes[index]) {
                    (Some(lane), None) => lanes[index] = lane.opposite(),
                    (None, Some(lane)) => lanes[request] = lane.opposite(),
                    _ => {}
                }
            }
            Kind::Tells | Kind::Complains => {}
        }
    }
}

/// The lane of all messages whose lane is known, if it is one: one direction was recorded.
fn one_way(lanes: &[Option<Lane>]) -> Option<Lane> {
    let mut known = lanes.iter().flatten();
    let first = *known.next()?;
    known.all(|lane| *lane == first).then_some(first).filter(|_| lanes.len() > 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    const C2S: Lane = Lane::ClientToServer;
    const S2C: Lane = Lane::ServerToClient;

    fn lanes(texts: &[&str]) -> Vec<Lane> {
        let clues: Vec<_> =
            texts.iter().map(|text| Clue { facts: Facts::of(text), ..Clue::default() }).collect();
        resolve(&clues).into_iter().map(|(lane, _)| lane).collect()
    }

    #[test]
    fn methods_results_and_ids_tell_the_way() {
        let conversation = [
            (r#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#, C2S),
            (r#"{"jsonrpc":"2.0","id":1,"result":{"serverInfo":{}}}"#, S2C),
            (r#"{"jsonrpc":"2.0","id":1,"method":"roots/list"}"#, S2C),
            (r#"{"jsonrpc":"2.0","id":1,"result":{"roots":[]}}"#, C2S),
            (r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#, C2S),
            (r#"{"jsonrpc":"2.0","id":2,"error":{"code":1,"message":"m"}}"#, S2C),
            (r#"{"jsonrpc":"2.0","id":3,"method":"logging/setLevel"}"#, C2S),
            (r#"{"jsonrpc":"2.0","id":3,"result":{}}"#, S2C),
            (r#"[{"jsonrpc":"2.0","method":"notifications/message"}]"#, S2C),
            (r#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}}"#, S2C),
        ];
        let texts: Vec<_> = conversation.iter().map(|(text, _)| *text).collect();
        let expected: Vec<_> = conversation.iter().map(|(_, lane)| *lane).collect();
        assert_eq!(lanes(&texts), expected);
    }

    #[test]
    fn what_may_go_both_ways_goes_the_way_of_all_others() {
        let texts = [
            r#"{"jsonrpc":"2.0","method":"notifications/message"}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/message"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
        ];
        assert_eq!(lanes(&texts), [S2C; 3]);
        assert_eq!(lanes(&texts[2..]), [C2S]);
    }

    #[test]
    fn one_word_of_a_pair_gives_the_other() {
        let clue =
            |text: &str, side| Clue { facts: Facts::of(text), class: Some((0, side)), ..Clue::default() };
        let ping = r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#;
        let clues = [
            clue(ping, true),
            clue(r#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#, true),
            clue(ping, false),
        ];
        let lanes: Vec<_> = resolve(&clues).into_iter().map(|(lane, _)| lane).collect();
        assert_eq!(lanes, [C2S, C2S, S2C]);
    }

    #[test]
    fn a_fragment_is_known_by_its_method() {
        assert_eq!(Facts::of_fragment(r#"{"id":1,"method": "tools/call","par..."#).says, Some(C2S));
        assert_eq!(Facts::of_fragment("{...").says, None);
    }
}
