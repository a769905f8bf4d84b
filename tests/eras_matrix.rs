//! Clients of each kind at servers of each kind, in the world of the page: every cell of the matrix.
#![cfg(not(target_arch = "wasm32"))]

use wirelab::proto::error::CloseReason;
use wirelab::proto::jsonrpc::ErrorCode;
use wirelab::proto::session::{Fallback, Side};
use wirelab::sim::eras::{Client, Met, SERVERS, cell, met};
use wirelab::sim::{Manner, Pair, Script};

/// What became of it, in a few words.
fn told(met: &Met) -> String {
    match met {
        Met::At(version) => version.as_str().to_owned(),
        Met::After(why, version) => {
            let why = match why {
                Fallback::Error(error) => error.code.0.to_string(),
                Fallback::Silence(_) => "silence".to_owned(),
                other => format!("{other:?}"),
            };
            format!("{why}, then {}", version.as_str())
        }
        Met::Never(CloseReason::HandshakeRefused(error)) => format!("refused with {}", error.code.0),
        Met::Never(reason) => format!("{reason:?}"),
    }
}

/// The requests of the client, as they were written.
fn asked(pair: &Pair) -> Vec<String> {
    let method = |bytes: &[u8]| {
        let value: serde_json::Value = serde_json::from_slice(bytes).expect("JSON");
        value["method"].as_str().map(ToOwned::to_owned)
    };
    let sent = pair.frames().iter().filter(|frame| frame.from == Side::Client);
    sent.filter_map(|frame| method(frame.bytes.as_deref()?)).collect()
}

#[test]
fn every_cell_of_the_matrix_plays_its_probe_and_its_fall_back() {
    const OLD: &str = "2025-11-25";
    const NEW: &str = "2026-07-28";
    let after = |why: &str| format!("{why}, then {OLD}");
    let expected = [
        (Client::Older, [OLD, OLD, "refused with -32022", OLD, OLD, OLD, OLD].map(ToOwned::to_owned)),
        (
            Client::Both,
            [
                after("-32601"),
                NEW.to_owned(),
                NEW.to_owned(),
                after("-32602"),
                after("silence"),
                "PeerClosed".to_owned(),
                NEW.to_owned(),
            ],
        ),
        (
            Client::OneCode,
            [
                after("-32601"),
                NEW.to_owned(),
                NEW.to_owned(),
                "refused with -32602".to_owned(),
                after("silence"),
                "PeerClosed".to_owned(),
                NEW.to_owned(),
            ],
        ),
        (
            Client::Newer,
            ["refused with -32601", NEW, NEW, "refused with -32602", "HandshakeTimedOut", "PeerClosed", NEW]
                .map(ToOwned::to_owned),
        ),
    ];
    for (client, row) in expected {
        for (server, expected) in SERVERS.into_iter().zip(row) {
            let (settings, actions) = cell(client, server);
            let pair = Pair::replay(&settings, &actions);
            let found = met(&pair).as_ref().map(told);
            assert_eq!(found.as_deref(), Some(expected.as_str()), "{client:?}, {}", server.name());
            let asked = asked(&pair);
            let first = if client == Client::Older { "initialize" } else { "server/discover" };
            assert_eq!(asked.first().map(String::as_str), Some(first));
            let falls_back = expected.contains(", then ");
            let begins = asked.iter().any(|method| method == "initialize");
            assert_eq!(begins, falls_back || client == Client::Older, "{client:?}, {}", server.name());
        }
    }
}

#[test]
fn every_cell_can_be_given_to_somebody_else() {
    for client in Client::ALL {
        for server in SERVERS {
            let (settings, actions) = cell(client, server);
            let pair = Pair::replay(&settings, &actions);
            let text = Script::of(&settings, &pair).to_text();
            let again =
                Script::from_text(&text).expect("it was written here").replay().expect("it was possible");
            assert_eq!(again.frames(), pair.frames(), "{text}");
            assert_eq!(met(&again), met(&pair), "{text}");
        }
    }
}

#[test]
fn a_client_that_waits_for_one_code_is_told_apart_from_one_that_does_not() {
    let play = |client| {
        let (settings, actions) = cell(client, Manner::Python1);
        met(&Pair::replay(&settings, &actions))
    };
    assert!(matches!(play(Client::Both), Some(Met::After(Fallback::Error(_), _))));
    let Some(Met::Never(CloseReason::HandshakeRefused(error))) = play(Client::OneCode) else {
        panic!("it goes on")
    };
    assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
}
