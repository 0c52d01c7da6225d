//! How much room there is for recordings.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::Settings;

pub(super) struct Space {
    folder: PathBuf,
    warn_below: u64,
    refuse_below: u64,
    free: AtomicU64,
    is_low: AtomicBool,
}

impl Space {
    pub(super) fn new(settings: &Settings) -> Self {
        Self {
            folder: settings.folder.clone(),
            warn_below: settings.warn_below,
            refuse_below: settings.refuse_below,
            free: AtomicU64::new(u64::MAX),
            is_low: AtomicBool::new(false),
        }
    }

    /// Looks again, and tells the operator when it has become little or enough.
    pub(super) async fn look(&self) {
        let folder = self.folder.clone();
        let looked = tokio::task::spawn_blocking(move || rustix::fs::statvfs(&folder)).await;
        // A disk that cannot be asked is the recorder's to complain about.
        let Ok(Ok(disk)) = looked else { return };
        self.set(disk.f_bavail.saturating_mul(disk.f_frsize));
    }

    fn set(&self, free: u64) {
        self.free.store(free, Ordering::Relaxed);
        metrics::gauge!("touchline_media_free_bytes").set(free as f64);
        let is_low = free < self.warn_below;
        match (self.is_low.swap(is_low, Ordering::Relaxed), is_low) {
            (false, true) => {
                tracing::error!(free, folder = %self.folder.display(), "little room is left for recordings");
            }
            (true, false) => tracing::info!(free, "there is room for recordings again"),
            _ => {}
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

    fn space(folder: &std::path::Path, refuse_below: u64) -> Space {
        let folder = folder.to_owned();
        let (silence, restart_after) = (None, None);
        let holder = store::Holder::new("here");
        let settings =
            Settings { folder, silence, rendition_cores: 0.0, warn_below: 500, refuse_below, restart_after, holder };
        Space::new(&settings)
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
            space.set(free);
            let is_low = space.is_low.load(Ordering::Relaxed);
            assert_eq!([is_low, space.is_tight(), space.is_short()], expected, "{free}");
        }
    }

    #[tokio::test]
    async fn the_disk_is_asked() {
        let folder = std::env::temp_dir();
        let [none, all] = [0, u64::MAX].map(|limit| space(&folder, limit));
        tokio::join!(none.look(), all.look());
        assert!(!none.is_short());
        assert!(all.is_short());
    }
}
