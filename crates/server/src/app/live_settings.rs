//! The resources of live games, from the configuration.

use std::path::PathBuf;
use std::time::Duration;

use live::Settings;
use media::live::RingLimits;
use store::NodeId;

use crate::app::config::Config;

/// The demo's games run without viewers, so they get less of the processor than real games.
const DEMO_CORES: f64 = 0.5;
/// Less memory too: five demo games keep 90 MB instead of 135. Older segments are served from the recording, as always.
const DEMO_WINDOW: Duration = Duration::from_secs(60);
const MEGABYTE: u64 = 1_000_000;

pub(crate) fn live_settings(config: &Config, folder: PathBuf, holder: NodeId) -> Settings {
    Settings {
        folder,
        silence: (config.stream_silence_s > 0).then(|| Duration::from_secs(config.stream_silence_s)),
        rendition_cores: config.rendition_cores.unwrap_or_else(|| usual_cores(config.demo)),
        window: usual_window(config.demo),
        warn_below: config.disk_warn_mb.saturating_mul(MEGABYTE),
        refuse_below: config.disk_refuse_mb.saturating_mul(MEGABYTE),
        restart_after: (config.demo && config.demo_length_s > 0).then(|| Duration::from_secs(config.demo_length_s)),
        holder,
    }
}

/// Half of the machine: the other half is for people.
fn usual_cores(demo: bool) -> f64 {
    let half = std::thread::available_parallelism().map_or(1.0, |cores| cores.get() as f64) / 2.0;
    if demo { half.min(DEMO_CORES) } else { half }
}

fn usual_window(demo: bool) -> RingLimits {
    let usual = RingLimits::default();
    if demo { RingLimits { time: usual.time.min(DEMO_WINDOW), ..usual } } else { usual }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// PLAY-05: the demo's games, which nobody may watch, keep less of themselves in memory.
    #[test]
    fn games_of_the_demo_keep_a_minute() {
        assert_eq!(usual_window(true).time, Duration::from_secs(60));
        assert_eq!(usual_window(false).time, RingLimits::default().time);
    }
}
