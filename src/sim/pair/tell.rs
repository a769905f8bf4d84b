//! What a person makes an end do.

use super::Pair;
use crate::demo::Execute;
use crate::proto::error::LocalError;
use crate::proto::session::Side;
use crate::sim::WHOLE;
use crate::sim::{Command, client};

impl<E: Execute> Pair<E> {
    /// Makes an end do something; keeps nothing of it.
    pub(super) fn command(&mut self, command: &Command) -> Result<(), LocalError> {
        if let Command::UserSays { text, habit } = command
            && WHOLE
        {
            return self.user_says(text, *habit);
        }
        if self.is_tapped() {
            let Command::Raw { side, bytes } = command else { return Err(LocalError::Closed) };
            self.say_as(*side, bytes.clone());
            return Ok(());
        }
        let now = self.now;
        if let Some(told) = client::tell(self.client.session_mut(), now, command) {
            told?;
            self.drain(Side::Client, None);
            return Ok(());
        }
        let side = match command {
            Command::Finish { id, result } if self.server.finish(now, id, result.clone()) => Side::Server,
            Command::Hold(on) => {
                self.server.hold(now, *on);
                Side::Server
            }
            Command::Serve { id } if self.server.serve_held(now, id) => Side::Server,
            Command::Forget { id } if self.server.forget_held(id) => Side::Server,
            Command::Finish { id, .. } | Command::Serve { id } | Command::Forget { id } => {
                return Err(LocalError::NotRequested(id.clone()));
            }
            Command::Raw { side: Side::Server, bytes } if self.is_outside() => {
                // In the name of a server that knows nothing of it.
                self.put_in(bytes.clone());
                Side::Server
            }
            Command::Raw { side, bytes } => {
                match side {
                    Side::Client => self.client.transmit_raw(bytes.clone()),
                    Side::Server => self.server.connection_mut().transmit_raw(bytes.clone()),
                }
                *side
            }
            // All others are the client's.
            _ => return Ok(()),
        };
        self.drain(side, None);
        Ok(())
    }
}
