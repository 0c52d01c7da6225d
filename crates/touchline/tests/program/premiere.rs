//! The first start of the demo with its pictures: nothing is drawn yet.

use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::Value;
use testkit::until;

use crate::process::Program;
use crate::viewer::Viewer;

/// A busy machine puts the start off, and says so.
const TIMEOUT: Duration = Duration::from_secs(600);
const LIVE: i64 = 2;
/// Seconds before the announced start at which the first picture may be sent, so that a page shows it in time.
const EARLY: i64 = 2;

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs().cast_signed()
}

fn start(game: &Value) -> i64 {
    game["event_utc_ts"].as_i64().unwrap()
}

/// PLAY-05: before anything is drawn the first live games are ahead, with a countdown that is true; what is drawn of them
/// is played while the rest is drawn, and the second stays ahead when the first begins.
#[tokio::test]
async fn a_first_start_counts_down_to_its_first_game() {
    let settings = [("TOUCHLINE_DEMO_FOOTAGE", "data/footage"), ("TOUCHLINE_RENDITION_CORES", "0")];
    let program = Program::serve_demo(&settings).await;
    let viewer = Viewer::new(&program).await;
    let games = async |state| {
        let games = viewer.call(&program, &format!("/api/events?stream_status={state}&limit=100")).await;
        games["data"].as_array().unwrap().clone()
    };
    let mut ahead = games("upcoming").await;
    ahead.sort_by_key(start);
    let [first, second] = [0, 1].map(|index: usize| ahead[index]["id"].as_i64().unwrap());
    for game in [first, second] {
        let game = viewer.game(&program, game).await;
        assert_eq!(game["stream_status"], "upcoming");
        assert!(start(&game) > now() && start(&game) < now() + 600, "{game}");
    }
    assert!(!games("live").await.is_empty(), "others are live");

    let mut announced = 0;
    let game = until("the first game", TIMEOUT, async || {
        let game = viewer.game(&program, first).await;
        if game["stream_status"] == "live" {
            return Some(game);
        }
        announced = start(&game);
        None
    })
    .await;
    assert!(now() >= announced - EARLY, "{} s before its start", announced - now());
    assert_eq!(start(&game), announced, "it began when it was to begin");
    let live = viewer.address(&program, first, LIVE).await;
    let playlist = until("its pictures", TIMEOUT, async || viewer.playlist(&live).await).await;
    assert!(playlist.text.contains("#EXT-X-PART:"), "{}", playlist.text);
    let mut films = program.folder.path().join("data/footage").read_dir().unwrap();
    let is_whole = |file: PathBuf| file.extension().is_some_and(|name| name == "flv");
    assert!(!films.any(|film| is_whole(film.unwrap().path())), "nothing is whole yet");
    let game = viewer.game(&program, second).await;
    assert!(game["stream_status"] == "upcoming" && start(&game) > announced, "{game}");
}
