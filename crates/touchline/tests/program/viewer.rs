//! A viewer: finds a game by the API, then knows nothing but the address that it was given.

use std::time::{Duration, Instant};

use bytes::Bytes;
use reqwest::{Method, StatusCode};
use serde_json::Value;

use crate::process::Program;
use crate::serving::{anonymous_key, log_in};

/// Longer than anything takes that a viewer would wait for.
const TIMEOUT: Duration = Duration::from_secs(60);

pub struct Viewer {
    http: reqwest::Client,
    key: String,
}

/// A media playlist as it was at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Playlist {
    pub text: String,
    pub first: u64,
    /// Whole segments that are there, by their names.
    pub segments: Vec<String>,
    pub gaps: usize,
    /// How long the gaps say that they are, and how long nothing was recorded by the clock; in seconds.
    pub missing: f64,
    pub outage: f64,
    pub discontinuities: usize,
    pub parts: usize,
    pub ended: bool,
}

impl Playlist {
    fn parse(text: String) -> Self {
        let tag = |name: &str| text.lines().filter(|line| line.starts_with(name)).count();
        let first = text.lines().find_map(|line| line.strip_prefix("#EXT-X-MEDIA-SEQUENCE:"));
        let mut segments = Vec::new();
        let (mut gap, mut length, mut missing, mut outage) = (false, 0.0, 0.0, 0.0);
        // When what is listed ended, and when what comes next began.
        let (mut ended, mut began) = (0.0, 0.0);
        for line in text.lines() {
            if let Some(wall) = line.strip_prefix("#EXT-X-PROGRAM-DATE-TIME:") {
                began = wall.parse::<jiff::Timestamp>().unwrap().as_millisecond() as f64 / 1000.0;
            } else if let Some(seconds) = line.strip_prefix("#EXTINF:") {
                length = seconds.trim_end_matches(',').parse().unwrap();
            } else if line == "#EXT-X-GAP" {
                gap = true;
            } else if !line.starts_with('#') && !line.is_empty() {
                if std::mem::take(&mut gap) {
                    missing += length;
                } else {
                    if !segments.is_empty() {
                        outage += f64::max(began - ended, 0.0);
                    }
                    ended = f64::max(began, ended) + length;
                    segments.push(line.to_owned());
                }
            }
        }
        Self {
            missing,
            outage,
            first: first.map_or(0, |number| number.parse().unwrap()),
            segments,
            gaps: tag("#EXT-X-GAP"),
            discontinuities: tag("#EXT-X-DISCONTINUITY") - tag("#EXT-X-DISCONTINUITY-SEQUENCE"),
            parts: tag("#EXT-X-PART:"),
            ended: tag("#EXT-X-ENDLIST") > 0,
            text,
        }
    }

    /// The number of the newest whole segment.
    pub fn newest(&self) -> Option<u64> {
        self.segments.last()?.strip_suffix(".m4s")?.parse().ok()
    }
}

impl Viewer {
    pub async fn new(program: &Program) -> Self {
        let http = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(20)).build().unwrap();
        Self { http, key: anonymous_key(program).await }
    }

    /// With the key of an account of the demo from now on.
    pub async fn log_in(&mut self, program: &Program, email: &str) {
        let answer = log_in(program, &self.key, email, "touchline-demo").await;
        answer["data"]["api_key"].as_str().unwrap().clone_into(&mut self.key);
    }

    pub async fn call(&self, program: &Program, path: &str) -> Value {
        let sign = if path.contains('?') { '&' } else { '?' };
        let address = program.url(&format!("{path}{sign}api_key={}", self.key));
        self.http.get(address).send().await.unwrap().json().await.unwrap()
    }

    /// A call that changes something.
    pub async fn send(&self, program: &Program, method: Method, path: &str, mut body: Value) -> Value {
        body["api_key"] = self.key.as_str().into();
        let address = program.url(&format!("{path}?api_key={}", self.key));
        self.http.request(method, address).json(&body).send().await.unwrap().json().await.unwrap()
    }

    /// A game that everybody may watch, and that has not begun.
    pub async fn upcoming_game(&self, program: &Program) -> i64 {
        let games = self.call(program, "/api/events?stream_status=upcoming&limit=100").await;
        let games = games["data"].as_array().unwrap();
        let is_free = |game: &&Value| game["access_type"] == "free" && game["is_geo_blocked"] == false;
        games.iter().rfind(is_free).unwrap()["id"].as_i64().unwrap()
    }

    pub async fn game(&self, program: &Program, game: i64) -> Value {
        self.call(program, &format!("/api/events/{game}")).await["data"].clone()
    }

    /// The address of a game's media of that type, as soon as there is one.
    pub async fn address(&self, program: &Program, game: i64, kind: i64) -> String {
        let mut last = Value::Null;
        let found = until(async || {
            last = self.game(program, game).await;
            let media = last["media"].as_array().unwrap().iter().find(|media| media["type"] == kind)?.clone();
            media["url"].as_str().map(|path| program.url(path))
        });
        found.await.unwrap_or_else(|| panic!("no media of type {kind}: {last}"))
    }

    pub async fn get(&self, address: &str) -> (StatusCode, Bytes) {
        let answer = self.http.get(address).send().await.unwrap();
        (answer.status(), answer.bytes().await.unwrap())
    }

    /// The playlist of the source, by the address of the game.
    pub async fn playlist(&self, address: &str) -> Option<Playlist> {
        self.rendition(address, "v0").await
    }

    pub async fn rendition(&self, address: &str, name: &str) -> Option<Playlist> {
        let answer = self.http.get(file(address, &format!("{name}/index.m3u8"))).send().await.ok()?;
        if answer.status() == StatusCode::SERVICE_UNAVAILABLE {
            return None;
        }
        assert_eq!(answer.status(), StatusCode::OK, "a viewer with access was turned away");
        Some(Playlist::parse(answer.text().await.ok()?))
    }

    /// The list of renditions, as soon as it names this one.
    pub async fn until_listed(&self, address: &str, name: &str) -> String {
        let mut last = String::new();
        let found = until(async || {
            last = String::from_utf8(self.get(address).await.1.to_vec()).unwrap();
            last.contains(&format!("\n{name}/index.m3u8")).then(|| last.clone())
        });
        found.await.unwrap_or_else(|| panic!("{name} is not listed: {last}"))
    }

    /// The playlist, as soon as it looks like this.
    pub async fn until(&self, address: &str, mut wanted: impl FnMut(&Playlist) -> bool) -> Playlist {
        let mut last = None;
        let found = until(async || {
            last = self.playlist(address).await.or(last.take());
            last.clone().filter(&mut wanted)
        });
        found.await.unwrap_or_else(|| panic!("it did not come: {}", last.map_or_else(String::new, |last| last.text)))
    }

    /// Every segment that is listed is there, and none is empty.
    pub async fn has_all(&self, address: &str, playlist: &Playlist) {
        for name in &playlist.segments {
            let (status, bytes) = self.get(&file(address, &format!("v0/{name}"))).await;
            assert_eq!(status, StatusCode::OK, "{name}");
            assert_eq!(&bytes[4..8], b"moof", "{name}");
        }
    }
}

/// A file beside the one at the address.
pub fn file(address: &str, name: &str) -> String {
    let (folder, _) = address.rsplit_once('/').unwrap();
    format!("{folder}/{name}")
}

pub async fn until<T>(look: impl AsyncFnMut() -> Option<T>) -> Option<T> {
    until_within(TIMEOUT, look).await
}

pub async fn until_within<T>(patience: Duration, mut look: impl AsyncFnMut() -> Option<T>) -> Option<T> {
    let begun = Instant::now();
    while begun.elapsed() < patience {
        if let Some(found) = look().await {
            return Some(found);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    None
}
