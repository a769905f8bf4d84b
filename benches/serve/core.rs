//! Which core this program and the servers that it starts run on.

#[cfg(target_os = "linux")]
mod linux {
    use std::cell::OnceCell;

    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    thread_local! {
        /// The cores that there were at first.
        static ALL: OnceCell<Option<CpuSet>> = const { OnceCell::new() };
    }

    fn all() -> Option<CpuSet> {
        ALL.with(|all| *all.get_or_init(|| sched_getaffinity(None).ok()))
    }

    pub(crate) fn pin() -> bool {
        let Some(all) = all() else { return false };
        let Some(core) = (0..CpuSet::MAX_CPU).find(|core| all.is_set(*core)) else { return false };
        let mut one = CpuSet::new();
        one.set(core);
        sched_setaffinity(None, &one).is_ok()
    }

    pub(crate) fn unpin() {
        if let Some(all) = all() {
            // What could be set once can be set again.
            let _ = sched_setaffinity(None, &all);
        }
    }
}

/// Stays on one core from now on; whether that is possible here.
pub(crate) fn pin() -> bool {
    #[cfg(target_os = "linux")]
    return linux::pin();
    #[cfg(not(target_os = "linux"))]
    false
}

/// Takes all cores again.
pub(crate) fn unpin() {
    #[cfg(target_os = "linux")]
    linux::unpin();
}
