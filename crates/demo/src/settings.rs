//! The demo's own settings, and what a demo asks of the server.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;
use server::config::{Config, ConfigError, settings_of};

/// The demo's games run without viewers, so they get less of the processor than real games.
const CORES: f64 = 0.5;
/// Less memory too: five demo games keep 90 MB instead of 135. Older segments are served from the recording, as always.
const WINDOW: Duration = Duration::from_secs(60);

/// The demo's settings, checked.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where moving pictures are kept; none are made when it is off.
    pub footage: Option<PathBuf>,
    /// Live games restart after this time, before they fill the disk.
    pub restart_after: Option<Duration>,
    /// Games are moved to the present with each full hour, and not only at the start.
    pub moves: bool,
}

/// As they are written in the file and the environment.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Written {
    demo_footage: Option<PathBuf>,
    demo_length_s: u64,
    demo_moves: bool,
}

impl Default for Written {
    fn default() -> Self {
        Self { demo_footage: None, demo_length_s: 60 * 60, demo_moves: true }
    }
}

impl Settings {
    /// What the names of these settings begin with.
    pub const PREFIX: &'static str = "demo_";

    pub fn load(named: Option<&Path>, data_dir: &Path) -> Result<Self, ConfigError> {
        let Written { demo_footage, demo_length_s, demo_moves } = settings_of(named, Self::PREFIX)?;
        let footage = demo_footage.unwrap_or_else(|| data_dir.join("footage"));
        Ok(Self {
            footage: Some(footage).filter(|folder| folder.as_os_str() != "off"),
            restart_after: (demo_length_s > 0).then(|| Duration::from_secs(demo_length_s)),
            moves: demo_moves,
        })
    }

    /// The server's settings for a demo.
    pub fn applied_to(&self, config: &Config) -> Config {
        Config {
            trusts_loopback: true,
            has_dev_mailbox: true,
            live_window: Some(WINDOW),
            live_restart_after: self.restart_after,
            rendition_cores: config.rendition_cores.or(Some(CORES)),
            ..config.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(Config, Settings), ConfigError> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("touchline.toml");
        std::fs::write(&file, text).unwrap();
        let config = Config::load(Some(&file), &[Settings::PREFIX])?;
        let settings = Settings::load(Some(&file), &config.data_dir)?;
        Ok((config, settings))
    }

    /// PLAY-05: the demo's games, which nobody may watch, keep less of themselves in memory and use less of the machine.
    #[test]
    fn demo_uses_less_of_the_machine() {
        let (config, settings) = read("demo_length_s = 60").unwrap();
        let of_demo = settings.applied_to(&config);
        assert_eq!((of_demo.live_window, of_demo.rendition_cores), (Some(WINDOW), Some(CORES)));
        assert_eq!(of_demo.live_restart_after, Some(Duration::from_secs(60)));
        assert_eq!((config.live_window, config.rendition_cores, config.live_restart_after), (None, None, None));
        let (config, settings) = read("rendition_cores = 2\ndemo_length_s = 0").unwrap();
        let of_demo = settings.applied_to(&config);
        assert_eq!((of_demo.rendition_cores, of_demo.live_restart_after), (Some(2.0), None));
    }

    #[test]
    fn settings_of_the_demo_are_read_beside_those_of_the_server() {
        let (config, settings) = read("port = 7\ndata_dir = \"d\"").unwrap();
        assert_eq!((config.port, settings.footage), (7, Some(PathBuf::from("d/footage"))));
        assert!(settings.moves && settings.restart_after == Some(Duration::from_secs(60 * 60)));
        let (_, settings) = read("demo_footage = \"off\"\ndemo_moves = false").unwrap();
        assert!(settings.footage.is_none() && !settings.moves);
        for (text, setting) in
            [("demo_moves = \"never\"", "TOUCHLINE_DEMO_MOVES"), ("demo_fotage = \"x\"", "TOUCHLINE_DEMO_FOTAGE")]
        {
            let refused = read(text).unwrap_err().to_string();
            assert!(refused.starts_with(setting), "{refused}");
        }
    }
}
