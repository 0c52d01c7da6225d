//! The first start of the demo with its pictures: nothing is drawn yet.

use std::net::TcpListener;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::process::command;
use crate::viewer::file;

/// A busy machine puts the start off, and says so.
const PATIENCE: Duration = Duration::from_secs(600);
const LIVE: i64 = 2;
/// Seconds before the announced start at which the first picture may be sent, so that a page shows it in time.
const EARLY: i64 = 2;

/// The program with its pictures, which the tests of other things do without.
struct Demo {
    program: Child,
    origin: String,
    key: String,
}

impl Drop for Demo {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

fn free_port() -> String {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string()
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs().cast_signed()
}

async fn until<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "{what} did not come");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

impl Demo {
    async fn serve(folder: &std::path::Path) -> Self {
        let port = free_port();
        let mut program = command(folder);
        program.args(["serve", "--demo"]).stdout(Stdio::null()).stderr(Stdio::null());
        program.envs([("PORT", port.clone()), ("RTMP_PORT", free_port()), ("METRICS_PORT", "off".into())]);
        program.envs([("TOUCHLINE_DEMO_MOVES", "false"), ("TOUCHLINE_RENDITION_CORES", "0")]);
        program.envs(testkit::postgres_database().await.map(|url| ("DATABASE_URL", url)));
        let origin = format!("http://localhost:{port}");
        let mut demo = Self { program: program.spawn().unwrap(), origin, key: String::new() };
        let channel_key = until("a server", async || {
            let asked = reqwest::get(format!("{}/api/channel-key", demo.origin)).await.ok()?;
            asked.json::<Value>().await.ok()?["data"]["channel_key"].as_str().map(str::to_owned)
        })
        .await;
        let asked = reqwest::Client::new().post(format!("{}/api/get_api_key", demo.origin));
        let asked = asked.json(&json!({ "channel_key": channel_key })).send().await.unwrap();
        asked.json::<Value>().await.unwrap()["data"]["api_key"].as_str().unwrap().clone_into(&mut demo.key);
        demo
    }

    async fn data(&self, path: &str) -> Value {
        let sign = if path.contains('?') { '&' } else { '?' };
        let asked = reqwest::get(format!("{}{path}{sign}api_key={}", self.origin, self.key)).await.unwrap();
        asked.json::<Value>().await.unwrap()["data"].clone()
    }

    async fn game(&self, id: i64) -> Value {
        self.data(&format!("/api/events/{id}")).await
    }

    /// The upcoming games that begin first.
    async fn next_two(&self) -> [i64; 2] {
        let mut games = self.data("/api/events?stream_status=upcoming&limit=100").await.as_array().unwrap().clone();
        games.sort_by_key(start);
        [0, 1].map(|index: usize| games[index]["id"].as_i64().unwrap())
    }

    /// The playlist of a game's source, where there is one.
    async fn playlist(&self, game: &Value) -> Option<String> {
        let media = game["media"].as_array()?.iter().find(|media| media["type"] == LIVE)?;
        let address = format!("{}{}", self.origin, file(media["url"].as_str()?, "v0/index.m3u8"));
        reqwest::get(address).await.ok()?.error_for_status().ok()?.text().await.ok()
    }
}

fn start(game: &Value) -> i64 {
    game["event_utc_ts"].as_i64().unwrap()
}

/// PLAY-05: before anything is drawn the first live games are ahead, with a countdown that is true; what is drawn of them
/// is played while the rest is drawn, and the second stays ahead when the first begins.
#[tokio::test]
async fn a_first_start_counts_down_to_its_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let demo = Demo::serve(folder.path()).await;
    let [first, second] = demo.next_two().await;
    for game in [first, second] {
        let game = demo.game(game).await;
        assert_eq!(game["stream_status"], "upcoming");
        assert!(start(&game) > now() && start(&game) < now() + 600, "{game}");
    }
    assert!(!demo.data("/api/events?stream_status=live").await.as_array().unwrap().is_empty(), "others are live");

    let mut announced = 0;
    let game = until("the first game", async || {
        let game = demo.game(first).await;
        if game["stream_status"] == "live" {
            return Some(game);
        }
        announced = start(&game);
        None
    })
    .await;
    assert!(now() >= announced - EARLY, "{} s before its start", announced - now());
    assert_eq!(start(&game), announced, "it began when it was to begin");
    let playlist = until("its pictures", async || demo.playlist(&demo.game(first).await).await).await;
    assert!(playlist.contains("#EXT-X-PART:"), "{playlist}");
    assert!(
        !folder
            .path()
            .join("data/footage")
            .read_dir()
            .unwrap()
            .any(|file| { file.unwrap().path().extension().is_some_and(|name| name == "flv") }),
        "nothing is whole yet"
    );
    let game = demo.game(second).await;
    assert!(game["stream_status"] == "upcoming" && start(&game) > announced, "{game}");
}
