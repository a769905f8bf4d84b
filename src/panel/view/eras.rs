//! The matrix of clients and servers of either era: what becomes of each, and the door to its world.

use super::button;
use super::peers::{behaves, name};
use crate::panel::Model;
use crate::panel::node::{Node, el};
use crate::panel::peers::{Matrix, REGION};
use crate::panel::text::{Language, Peer};
use crate::proto::error::CloseReason;
use crate::proto::session::Fallback;
use crate::sim::Manner;
use crate::sim::eras::{Client, Met};

pub(super) fn matrix(model: &Model, matrix: &Matrix) -> Node {
    let language = model.language;
    let head = el("div")
        .class("compose-head")
        .child(el("h2").text(language.peer(Peer::ErasTitle)))
        .child(button(language.peer(Peer::Leave), "peers-leave", "").class("quiet"));
    let servers = matrix.first().map_or(&[][..], |(_, row)| row);
    let names = servers.iter().map(|(server, _)| {
        el("th")
            .attr("scope", "col")
            .attr("title", language.peer(behaves(*server)))
            .text(server_name(language, *server))
    });
    let corner = [language.peer(Peer::ErasClient), " ↓ · ", language.peer(Peer::ErasServer), " →"].concat();
    let top = el("tr").child(el("td").class("corner").text(corner)).children(names);
    let rows = matrix.iter().map(|(client, row)| {
        let label = client_name(language, *client);
        let cells = row.iter().map(|(server, met)| cell(language, *client, *server, met.as_ref()));
        el("tr").key(client.name()).child(el("th").attr("scope", "row").text(label)).children(cells)
    });
    let table = el("table").child(el("thead").child(top)).child(el("tbody").children(rows));
    let scroll = el("div")
        .class("eras")
        .attr("tabindex", "0")
        .attr("role", "group")
        .attr("aria-label", language.peer(Peer::ErasTitle))
        .child(table);
    el("section")
        .key(REGION)
        .class("compose peers")
        .attr("aria-label", language.peer(Peer::ErasTitle))
        .child(head)
        .child(el("p").class("lead").text(language.peer(Peer::ErasLead)))
        .child(scroll)
}

const fn client_name(language: Language, client: Client) -> &'static str {
    language.peer(match client {
        Client::Older => Peer::KnowsOlder,
        Client::Both => Peer::KnowsBoth,
        Client::OneCode => Peer::OneCode,
        Client::Newer => Peer::KnowsNewer,
    })
}

/// Our own server is here for what it speaks.
fn server_name(language: Language, server: Manner) -> &'static str {
    match server {
        Manner::Strict => language.peer(Peer::KnowsBoth),
        other => name(language, other),
    }
}

fn cell(language: Language, client: Client, server: Manner, met: Option<&Met>) -> Node {
    let (class, text) = match met {
        Some(Met::At(version)) => ("ok", language.peer_with(Peer::MetAt, &[("version", version.as_str())])),
        Some(Met::After(why, version)) => {
            let why = fell_back(language, why);
            ("warn", language.peer_with(Peer::MetAfter, &[("version", version.as_str()), ("why", &why)]))
        }
        Some(Met::Never(why)) => {
            ("danger", language.peer_with(Peer::MetNever, &[("why", &gave_up(language, why))]))
        }
        None => ("", language.peer(Peer::NeverSilent).to_owned()),
    };
    let names = [("client", client_name(language, client)), ("server", server_name(language, server))];
    let named = format!("{text}. {}", language.peer_with(Peer::PlayCell, &names));
    let arg = [client.name(), " ", server.name()].concat();
    el("td").child(button(text, "eras-play", arg).class(class).attr("aria-label", named))
}

fn error(language: Language, key: Peer, code: i64) -> String {
    language.peer_with(key, &[("code", &code.to_string())])
}

fn fell_back(language: Language, why: &Fallback) -> String {
    match why {
        Fallback::Error(found) => error(language, Peer::ByError, found.code.0),
        Fallback::Silence(time) => {
            language.peer_with(Peer::BySilence, &[("time", &format!("{} s", time.as_secs()))])
        }
        Fallback::Exit => language.peer(Peer::ByExit).to_owned(),
        Fallback::Unreadable(_) | Fallback::OlderOnly(_) => language.peer(Peer::ByList).to_owned(),
    }
}

fn gave_up(language: Language, why: &CloseReason) -> String {
    match why {
        CloseReason::HandshakeRefused(found) => error(language, Peer::NeverRefused, found.code.0),
        CloseReason::PeerClosed => language.peer(Peer::NeverGone).to_owned(),
        CloseReason::VersionRefused { .. } => language.peer(Peer::NeverVersion).to_owned(),
        _ => language.peer(Peer::NeverSilent).to_owned(),
    }
}
