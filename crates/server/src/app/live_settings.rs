//! The resources of live games, from the configuration.

use std::path::PathBuf;
use std::time::Duration;

use live::Settings;
use media::live::RingLimits;
use store::NodeId;

use crate::app::config::Config;

const MEGABYTE: u64 = 1_000_000;

pub(crate) fn live_settings(config: &Config, folder: PathBuf, node_id: NodeId) -> Settings {
    Settings {
        folder,
        silence: (config.stream_silence_s > 0).then(|| Duration::from_secs(config.stream_silence_s)),
        rendition_cores: config.rendition_cores.unwrap_or_else(usual_cores),
        window: window(config.live_window),
        warn_below: config.disk_warn_mb.saturating_mul(MEGABYTE),
        refuse_below: config.disk_refuse_mb.saturating_mul(MEGABYTE),
        restart_after: config.live_restart_after,
        node_id,
    }
}

/// Half of the machine: the other half is for people.
fn usual_cores() -> f64 {
    std::thread::available_parallelism().map_or(1.0, |cores| cores.get() as f64) / 2.0
}

fn window(most: Option<Duration>) -> RingLimits {
    let usual = RingLimits::default();
    most.map_or(usual, |most| RingLimits { time: usual.time.min(most), ..usual })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// PLAY-05: less of a game may be kept in memory, never more.
    #[test]
    fn window_can_be_smaller_than_usual() {
        let usual = RingLimits::default();
        assert_eq!(window(None).time, usual.time);
        assert_eq!(window(Some(Duration::from_secs(60))).time, Duration::from_secs(60));
        assert_eq!(window(Some(usual.time * 2)).time, usual.time);
    }
}
