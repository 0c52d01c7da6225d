//! Watches the free disk space for recordings.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use domain::time::Timestamp;

use super::Settings;
use super::health::Fault;

/// How the disk that games are recorded on does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Storage {
    pub state: StorageState,
    /// Nothing while all is well.
    pub since: Option<Timestamp>,
    /// `None` before the first check.
    pub free_bytes: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StorageState {
    Ample,
    /// The operator is to see to it.
    Low,
    /// No new game is begun.
    Short,
    /// A game that is live is not being recorded.
    Failing(Fault),
}

pub(super) struct DiskSpace {
    folder: PathBuf,
    warn_below: u64,
    refuse_below: u64,
    free: AtomicU64,
    room: Mutex<(StorageState, Option<Timestamp>)>,
}

impl DiskSpace {
    pub(super) fn new(settings: &Settings) -> Self {
        Self {
            folder: settings.folder.clone(),
            warn_below: settings.warn_below,
            refuse_below: settings.refuse_below,
            free: AtomicU64::new(u64::MAX),
            room: Mutex::new((StorageState::Ample, None)),
        }
    }

    /// Looks again, and tells the operator when it has become little or enough.
    pub(super) async fn look(&self, now: Timestamp) {
        let folder = self.folder.clone();
        let looked = tokio::task::spawn_blocking(move || rustix::fs::statvfs(&folder)).await;
        // A disk that cannot be asked is the recorder's to complain about.
        let Ok(Ok(disk)) = looked else { return };
        self.set(disk.f_bavail.saturating_mul(disk.f_frsize), now);
    }

    fn set(&self, free: u64, now: Timestamp) {
        self.free.store(free, Ordering::Relaxed);
        metrics::gauge!("touchline_media_free_bytes").set(free as f64);
        let state = match free {
            _ if free < self.refuse_below => StorageState::Short,
            _ if free < self.warn_below => StorageState::Low,
            _ => StorageState::Ample,
        };
        let mut room = self.room.lock().unwrap_or_else(PoisonError::into_inner);
        if room.0 == state {
            return;
        }
        if state == StorageState::Ample {
            tracing::info!(free, "disk space sufficient again");
        } else if room.0 == StorageState::Ample {
            tracing::error!(free, folder = %self.folder.display(), "disk space low");
        }
        *room = (state, (state != StorageState::Ample).then_some(now));
    }

    /// How the disk does, by its room and by what live games say that are not being recorded.
    pub(super) fn storage(&self, failing: impl Iterator<Item = (Fault, Timestamp)>) -> Storage {
        let (room, since) = *self.room.lock().unwrap_or_else(PoisonError::into_inner);
        let free_bytes = Some(self.free.load(Ordering::Relaxed)).filter(|free| *free != u64::MAX);
        match failing.min() {
            Some((fault, since)) => Storage { state: StorageState::Failing(fault), since: Some(since), free_bytes },
            None => Storage { state: room, since, free_bytes },
        }
    }

    /// Whether work that can wait does: half-way between little and too little.
    pub(super) fn is_tight(&self) -> bool {
        self.free.load(Ordering::Relaxed) < self.warn_below.midpoint(self.refuse_below)
    }

    /// Whether there is too little for one more game.
    pub(super) fn is_short(&self) -> bool {
        self.free.load(Ordering::Relaxed) < self.refuse_below
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1_700_000_000_000);

    fn space(folder: &std::path::Path, refuse_below: u64) -> DiskSpace {
        let folder = folder.to_owned();
        let (silence, restart_after) = (None, None);
        let node_id = store::NodeId::new("here");
        let settings = Settings {
            folder,
            silence,
            rendition_cores: 0.0,
            window: media::live::RingLimits::default(),
            warn_below: 500,
            refuse_below,
            restart_after,
            node_id,
        };
        DiskSpace::new(&settings)
    }

    #[test]
    fn a_new_game_needs_room() {
        let space = space("/".as_ref(), 100);
        assert!(!space.is_short(), "what nobody has looked at is taken for enough");
        for (free, expected) in [
            (501, [false; 3]),
            (499, [true, false, false]),
            (299, [true, true, false]),
            (99, [true; 3]),
            (600, [false; 3]),
        ] {
            space.set(free, NOW);
            let is_low = space.storage([].into_iter()).state != StorageState::Ample;
            assert_eq!([is_low, space.is_tight(), space.is_short()], expected, "{free}");
        }
    }

    /// PLAY-05: the worst is told, since it began.
    #[test]
    fn storage_state_is_the_worst_fault_with_its_start() {
        let space = space("/".as_ref(), 100);
        let told = |failing: &[(Fault, Timestamp)]| {
            let Storage { state, since, .. } = space.storage(failing.iter().copied());
            (state, since)
        };
        assert_eq!((told(&[]), space.storage([].into_iter()).free_bytes), ((StorageState::Ample, None), None));
        space.set(400, NOW);
        space.set(300, NOW.plus(1));
        assert_eq!(told(&[]), (StorageState::Low, Some(NOW)));
        space.set(50, NOW.plus(2));
        assert_eq!(told(&[]), (StorageState::Short, Some(NOW.plus(2))));
        let failing = [(Fault::Slow, NOW), (Fault::Full, NOW.plus(4)), (Fault::Full, NOW.plus(3))];
        assert_eq!(told(&failing), (StorageState::Failing(Fault::Full), Some(NOW.plus(3))));
        space.set(900, NOW.plus(5));
        assert_eq!((told(&[]), space.storage([].into_iter()).free_bytes), ((StorageState::Ample, None), Some(900)));
    }

    #[tokio::test]
    async fn free_space_is_read_from_the_disk() {
        let folder = std::env::temp_dir();
        let [none, all] = [0, u64::MAX].map(|limit| space(&folder, limit));
        tokio::join!(none.look(NOW), all.look(NOW));
        assert!(!none.is_short());
        assert!(all.is_short());
    }
}
