//! Where a world keeps what is wrong in it: nowhere, as long as nothing is.

use core::fmt;
use core::ops::{Deref, DerefMut};

use super::Faults;

/// What is wrong in a world that nothing was done to.
static NOTHING: Faults = Faults::new();

trait Holds: fmt::Debug {
    fn faults(&self) -> &Faults;
    fn faults_mut(&mut self) -> &mut Faults;
}

impl Holds for Faults {
    fn faults(&self) -> &Faults {
        self
    }

    fn faults_mut(&mut self) -> &mut Faults {
        self
    }
}

/// All that is wrong in a world.
// A trait object rather than the faults themselves: a page in whose world nothing ever goes wrong does not carry them.
#[derive(Debug, Default)]
pub(in crate::sim) struct Trouble(Option<Box<dyn Holds + Send + Sync>>);

impl Deref for Trouble {
    type Target = Faults;

    fn deref(&self) -> &Faults {
        self.0.as_ref().map_or(&NOTHING, |holds| holds.faults())
    }
}

impl DerefMut for Trouble {
    fn deref_mut(&mut self) -> &mut Faults {
        self.0.get_or_insert_with(|| Box::new(Faults::new())).faults_mut()
    }
}
