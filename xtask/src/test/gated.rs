//! Tests that need something which not every machine has, and which are ignored where it is missing.

use crate::setup::peers::Peers;

/// One file of such tests.
pub(super) struct Gate {
    /// What the step is called.
    pub(super) label: &'static str,
    /// The test's file.
    pub(super) file: &'static str,
    /// The environment variables that must name what the tests need.
    pub(super) variables: &'static [&'static str],
    /// What their authors wrote as the reason for ignoring them, or the beginning of it.
    pub(super) reason: &'static str,
}

/// All of them.
pub(super) const GATES: &[Gate] = &[
    Gate {
        label: "with the official Python SDKs",
        file: "interop_python",
        variables: &["WIRELAB_PEER_PY1", "WIRELAB_PEER_PY2"],
        reason: "needs the official Python SDK",
    },
    Gate {
        label: "with the official TypeScript SDKs",
        file: "interop_typescript",
        variables: &["WIRELAB_PEER_TS1", "WIRELAB_PEER_TS2", "WIRELAB_PEER_TS2_SERVER", "WIRELAB_NODE"],
        reason: "needs the official TypeScript SDK",
    },
    Gate {
        label: "with the official Rust SDK",
        file: "interop_rust",
        variables: &["WIRELAB_PEER_RMCP", "WIRELAB_PEER_RMCP_SERVER"],
        reason: "needs the official Rust SDK",
    },
    Gate {
        label: "with the official SDKs over HTTP",
        file: "interop_http",
        variables: &[
            "WIRELAB_PEER_PY1",
            "WIRELAB_PEER_PY2",
            "WIRELAB_PEER_TS1",
            "WIRELAB_PEER_TS2",
            "WIRELAB_NODE",
        ],
        reason: "needs the official SDKs for HTTP",
    },
    Gate {
        label: "with the MCP Inspector",
        file: "interop_inspector",
        variables: &["WIRELAB_PEER_INSPECTOR", "WIRELAB_NODE"],
        reason: "needs the MCP Inspector",
    },
    Gate {
        label: "with the tap between official clients and servers",
        file: "interop_tap",
        variables: &[
            "WIRELAB_PEER_PY1",
            "WIRELAB_PEER_PY2",
            "WIRELAB_PEER_TS1",
            "WIRELAB_PEER_TS2",
            "WIRELAB_PEER_INSPECTOR",
            "WIRELAB_NODE",
        ],
        reason: "needs official clients",
    },
    Gate {
        label: "with the official everything server",
        file: "interop_everything",
        variables: &["WIRELAB_PEER_EVERYTHING", "WIRELAB_NODE"],
        reason: "needs the official everything server",
    },
    Gate {
        label: "check of servers on the SDKs",
        file: "interop_check",
        variables: &[
            "WIRELAB_PEER_PY1",
            "WIRELAB_PEER_PY2",
            "WIRELAB_PEER_TS1",
            "WIRELAB_PEER_TS2_SERVER",
            "WIRELAB_PEER_RMCP_SERVER",
            "WIRELAB_PEER_RMCP_HTTP",
            "WIRELAB_NODE",
        ],
        reason: "needs the servers on the official SDKs",
    },
    Gate {
        label: "our client with servers of others",
        file: "interop_client",
        variables: &[
            "WIRELAB_PEER_PY1",
            "WIRELAB_PEER_PY2",
            "WIRELAB_PEER_TS1",
            "WIRELAB_PEER_TS2_SERVER",
            "WIRELAB_PEER_RMCP_SERVER",
            "WIRELAB_PEER_EVERYTHING",
            "WIRELAB_PEER_FILESYSTEM",
            "WIRELAB_PEER_MEMORY",
            "WIRELAB_PEER_THINKING",
            "WIRELAB_NODE",
        ],
        reason: "needs servers of others",
    },
    Gate {
        label: "our client with servers of others by HTTP",
        file: "interop_http_client",
        variables: &[
            "WIRELAB_PEER_PY1",
            "WIRELAB_PEER_PY2",
            "WIRELAB_PEER_TS1",
            "WIRELAB_PEER_TS2_SERVER",
            "WIRELAB_PEER_EVERYTHING",
            "WIRELAB_NODE",
        ],
        reason: "needs servers of others",
    },
    // Files of the specification that are not ours to publish: whoever has them names their folder.
    Gate {
        label: "against the official schemas",
        file: "schema",
        variables: &["WIRELAB_SCHEMAS"],
        reason: "needs the official schemas",
    },
    // Logs in the shape of real ones, with what is in them; kept apart from what was written to read them.
    Gate {
        label: "on samples of pasted logs",
        file: "import",
        variables: &["WIRELAB_LOG_CASES"],
        reason: "needs samples of pasted logs",
    },
    Gate {
        label: "against the list of rules",
        file: "rules",
        variables: &["WIRELAB_RULES"],
        reason: "needs the list of rules",
    },
    // A program of somebody else's: whoever has it names it.
    Gate {
        label: "against mcp-trace-validator",
        file: "cross_check",
        variables: &["WIRELAB_TRACE_VALIDATOR"],
        reason: "needs mcp-trace-validator",
    },
];

impl Gate {
    /// Whether everything is there.
    pub(super) fn is_open(&self, peers: &Peers) -> bool {
        self.variables.iter().all(|variable| {
            peers.env.iter().any(|(name, _)| name == variable) || std::env::var_os(variable).is_some()
        })
    }
}

/// Whether a line about an ignored test is about one that has run all the same, behind one of `open`.
pub(super) fn has_run(line: &str, open: &[&Gate]) -> bool {
    open.iter().any(|gate| line.contains(gate.reason))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn a_gate_opens_when_all_is_there() {
        let gate = &GATES[0];
        let mut peers = Peers { env: vec![("WIRELAB_PEER_PY1", PathBuf::new())], ..Peers::default() };
        assert!(!gate.is_open(&peers) || std::env::var_os("WIRELAB_PEER_PY2").is_some());
        peers.env.push(("WIRELAB_PEER_PY2", PathBuf::new()));
        assert!(gate.is_open(&peers));
    }

    #[test]
    fn what_ran_is_not_told_as_skipped() {
        let line = "test a ... ignored, needs the official Python SDK 1.x; cargo xtask test sets it up";
        assert!(has_run(line, &[&GATES[0]]));
        assert!(!has_run(line, &[&GATES[1], &GATES[2]]));
        assert!(!has_run("test b ... ignored, takes minutes", &[&GATES[0]]));
    }

    #[test]
    fn every_gate_stands_before_a_file_whose_tests_name_its_reason() {
        for gate in GATES {
            let path = crate::workspace::root().join("tests").join(gate.file).with_extension("rs");
            let text = std::fs::read_to_string(&path).expect(gate.file);
            let ignored = text.matches("#[ignore").count();
            assert!(ignored > 0 && ignored == text.matches(gate.reason).count(), "{}", gate.file);
        }
    }
}
