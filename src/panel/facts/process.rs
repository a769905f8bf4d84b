//! What happens to a process, and to a connection: it stands between the frames.

use super::{Facts, Line, Lists};
use crate::proto::error::{CloseReason, ProtocolError};
use crate::proto::session::Event;
use crate::sim::Process;

impl Facts {
    /// Something has happened to a process. A new one knows nothing of what was before, and a new client neither (SD-07).
    pub(super) fn process(&mut self, at: usize, process: Process) {
        self.lines.push(Line::Noted(at));
        if let Process::Started { .. } = process {
            self.client_path.clear();
            self.server_path.clear();
            (self.tools, self.lists) = (None, Lists::default());
            self.requests.clear();
            self.tokens.clear();
        }
    }
}

/// Whether this is told between the frames.
pub(super) fn is_noted(event: &Event) -> bool {
    match event {
        Event::HeartbeatMissed { .. } | Event::Closed(CloseReason::Unresponsive { .. }) => true,
        Event::Failed { error, .. } => matches!(
            error,
            ProtocolError::TimedOut { .. }
                | ProtocolError::Closed(CloseReason::PeerClosed | CloseReason::Unresponsive { .. })
        ),
        _ => false,
    }
}
