//! What goes wrong between an encoder, the program and its disk, with real processes.

use std::fs::File;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::time::Duration;

use media::hls::Rendition;
use media::recording::read;
use reqwest::Method;
use serde_json::Value;

use crate::console::Owner;
use crate::encoder::Encoder;
use crate::process::Program;
use crate::serving::{anonymous_key, log_in};
use crate::viewer::{Playlist, Viewer, until};

const LIVE: i64 = 2;

/// How long the server waits for an encoder that is connected and sends nothing, in seconds.
const TIMEOUT: u64 = 20;

/// How long encoders are away, in seconds; `make chaos` says more than is waited for in each run of the tests.
fn outages() -> Vec<u64> {
    let said = std::env::var("TOUCHLINE_TEST_OUTAGES").unwrap_or_else(|_| "1,5".into());
    said.split(',').map(|seconds| seconds.trim().parse().expect("seconds, as in 1,5")).collect()
}

/// A live game with an encoder that has sent a little.
struct Game {
    program: Program,
    viewer: Viewer,
    ingest: String,
    live: String,
    id: i64,
}

impl Game {
    async fn begin(program: Program, push: impl FnOnce(&str) -> Encoder) -> (Self, Encoder) {
        let viewer = Viewer::new(&program).await;
        let id = viewer.upcoming_game(&program).await;
        let ingest = program.ingest_address(id);
        let encoder = push(&ingest);
        let live = viewer.address(&program, id, LIVE).await;
        let game = Self { program, viewer, ingest, live, id };
        game.until(|playlist| !playlist.segments.is_empty()).await;
        (game, encoder)
    }

    async fn until(&self, wanted: impl FnMut(&Playlist) -> bool) -> Playlist {
        self.viewer.until(&self.live, wanted).await
    }

    /// The playlist with two more whole segments than in another.
    async fn two_more(&self, before: &Playlist) -> Playlist {
        let wanted = before.newest().map(|newest| newest + 2);
        self.until(|playlist| playlist.newest() >= wanted).await
    }
}

/// PLAY-05: an encoder that is lost for a while, killed or cut off from the network, goes on in the same stream:
/// nothing that was listed goes, numbers go on, and there is one break at most.
#[tokio::test]
async fn a_lost_encoder_goes_on_after_its_outage() {
    let program = Program::serve_demo(&[("TOUCHLINE_RENDITION_CORES", "0")]).await;
    let (game, mut encoder) = Game::begin(program, Encoder::push).await;
    for seconds in outages() {
        let before = game.until(|_| true).await;
        encoder.kill();
        tokio::time::sleep(Duration::from_secs(seconds)).await;
        let away = game.until(|_| true).await;
        assert!(!away.ended && away.segments.starts_with(&before.segments), "{}", away.text);
        encoder = Encoder::push(&game.ingest);
        let back = game.two_more(&away).await;
        assert_eq!(back.discontinuities, before.discontinuities + 1, "{seconds} s: {}", back.text);

        encoder.hold();
        tokio::time::sleep(Duration::from_secs(seconds)).await;
        let held = game.until(|_| true).await;
        assert!(!held.ended && held.segments.starts_with(&back.segments), "{}", held.text);
        encoder.go_on();
        // One that was silent for so long may have been let go, and comes back as encoders do.
        if seconds >= TIMEOUT && encoder.ends_within(Duration::from_secs(5)).await {
            encoder = Encoder::push(&game.ingest);
        }
        let after = game.two_more(&held).await;
        assert!(after.discontinuities <= back.discontinuities + 1, "{seconds} s: {}", after.text);
        assert_eq!((after.first, after.gaps), (0, 0), "{}", after.text);
        game.viewer.has_all(&game.live, &after).await;
    }
}

/// PLAY-05: a picture that suddenly needs ten times the bits is no break.
#[tokio::test]
async fn a_bitrate_that_changes_is_no_break() {
    let noisy =
        |ingest: &str| Encoder::push_filtered(ingest, "320x180", "noise=alls=60:allf=t:enable='gt(t,5)'", "anull");
    let program = Program::serve_demo(&[("TOUCHLINE_RENDITION_CORES", "0")]).await;
    let (game, _encoder) = Game::begin(program, noisy).await;
    let playlist = game.until(|playlist| playlist.segments.len() >= 4).await;
    assert_eq!((playlist.gaps, playlist.discontinuities), (0, 0), "{}", playlist.text);
    let mut sizes = Vec::new();
    for name in &playlist.segments {
        let address = crate::viewer::file(&game.live, &format!("v0/{name}"));
        sizes.push(game.viewer.get(&address).await.1.len());
    }
    assert!(sizes[sizes.len() - 1] > 5 * sizes[0], "{sizes:?}");
}

/// PLAY-05: a clock that jumps by an hour is one break, and nobody waits for that hour.
#[tokio::test]
async fn timestamps_that_jump_are_one_break() {
    let jumping = |ingest: &str| {
        let [picture, sound] = ["", "a"].map(|kind| format!("{kind}setpts='PTS+gt(T,6)*3600/TB'"));
        Encoder::push_filtered(ingest, "320x180", &picture, &sound)
    };
    let program = Program::serve_demo(&[("TOUCHLINE_RENDITION_CORES", "0")]).await;
    let (game, _encoder) = Game::begin(program, jumping).await;
    let jumped = game.until(|playlist| playlist.discontinuities >= 1).await;
    let after = game.two_more(&jumped).await;
    assert_eq!((after.gaps, after.discontinuities), (0, 1), "{}", after.text);
    game.viewer.has_all(&game.live, &after).await;
}

/// Longer than a test takes.
const MANY: u64 = 300;

/// What takes the room of recordings away.
struct Ballast(Vec<PathBuf>);

impl Ballast {
    /// All that is left of a disk of the program's own; where it has none, the next segments go to a device that is
    /// always full.
    fn put(recordings: &Path, has_own_disk: bool, newest: u64) -> Self {
        if has_own_disk {
            let path = recordings.join("ballast");
            let mut file = File::create(&path).unwrap();
            let block = [7; 4096];
            while file.write_all(&block).is_ok() {}
            return Self(vec![path]);
        }
        let game = std::fs::read_dir(recordings).unwrap().next().unwrap().unwrap().path();
        let name = |number: u64| ["v0", "a0"].map(|rendition| game.join(format!("{rendition}/{number}.m4s.tmp")));
        let names: Vec<_> = (newest + 1..newest + MANY).flat_map(name).collect();
        // One that is just being written has its name already.
        names.iter().for_each(|name| drop(symlink("/dev/full", name)));
        Self(names)
    }

    fn take_away(self) {
        // Those that were tried are gone.
        self.0.iter().for_each(|path| drop(std::fs::remove_file(path)));
    }
}

/// T51: a full disk under the database turns readiness red and costs the writes meanwhile; with room again both are
/// well by themselves, and what was answered is there.
#[tokio::test]
async fn readiness_follows_the_disk_under_the_database() {
    let settings = [("DATABASE_URL", "sqlite:data/db/touchline.db")];
    let Some(mut program) = Program::serve_demo_with_disk_at("db", "48m", &settings).await else { return };
    let other = Program::serve_demo(&[]).await;
    let anonymous = anonymous_key(&program).await;
    let login = log_in(&program, &anonymous, "fan@demo.test", "touchline-demo").await;
    let key = login["data"]["api_key"].as_str().unwrap();
    let client = reqwest::Client::new();
    let favour = async |group: usize| {
        let body = serde_json::json!({ "api_key": key, "favoritable_id": group, "favoritable_type": "group" });
        client.post(program.url("/api/favorite")).json(&body).send().await.unwrap().status().as_u16()
    };
    let ready = async |program: &Program| reqwest::get(program.url("/readyz")).await.unwrap().status().as_u16();
    let owner = Owner::log_in(&program).await;
    let questions = format!("/console/api/channels/{}/faq", owner.channel);
    let ask = async || {
        let body = serde_json::json!({ "question": "Why?", "answer": "word ".repeat(8_000) });
        owner.request(&program, Method::POST, &questions).json(&body).send().await.unwrap().status().as_u16()
    };
    assert_eq!(ask().await, 200);
    assert_eq!((favour(1).await, ready(&program).await), (200, 200));
    let ballast = program.data("db").join("ballast");
    let file = File::create(&ballast).unwrap();
    let is_red = async || {
        // A log that was brought into the file is written over from its beginning: it grows once the file cannot, for which
        // there are to be long new rows.
        while (&file).write_all(&[7; 4096]).is_ok() {}
        for _ in 0..5 {
            ask().await;
        }
        (ready(&program).await == 503).then_some(())
    };
    until(is_red).await.expect("readiness turns red");
    let mut answered = vec![1];
    // The log that was brought into the file has left a little room.
    for group in 2..6 {
        let status = favour(group).await;
        assert!([200, 503].contains(&status), "{status}");
        answered.extend((status == 200).then_some(group));
    }
    assert_eq!(ready(&other).await, 200);
    // As long as it is open its room is taken.
    drop(file);
    std::fs::remove_file(&ballast).unwrap();
    until(async || (ready(&program).await == 200).then_some(())).await.expect("readiness turns green");
    assert_eq!(favour(6).await, 200);
    answered.push(6);
    let kept: Value =
        reqwest::get(program.url(&format!("/api/favorites?api_key={key}"))).await.unwrap().json().await.unwrap();
    for group in answered {
        let is_kept = kept["data"].as_array().unwrap().iter().any(|one| one["favoritable_id"] == group);
        assert!(is_kept, "{group} in {kept}");
    }
    assert!(program.is_running());
}

/// PAY-18, I3: a full disk under the test bank costs the calls that need it and nothing else: they are answered with an
/// error, the program goes on, and with room again the bank has everything that it ever said yes to.
#[tokio::test]
async fn a_full_disk_under_the_test_bank_ends_nothing() {
    let Some(mut program) = Program::serve_demo_with_disk_at("testbank", "6m", &[]).await else { return };
    let other = Program::serve_demo(&[]).await;
    let client = reqwest::Client::new();
    let bank = program.data("testbank");
    let keys: Value = serde_json::from_slice(&std::fs::read(bank.join("keys.json")).unwrap()).unwrap();
    let secret = keys["secret_key"].as_str().unwrap();
    let customers = program.url("/testbank/v1/customers");
    let make = async |number: usize| {
        let form = format!("email=fan{number}@demo.test&description={}", "x".repeat(300));
        let request = client.post(&customers).bearer_auth(secret).body(form);
        let answer = request.header("content-type", "application/x-www-form-urlencoded").send().await.unwrap();
        let (status, body) = (answer.status().as_u16(), answer.json::<Value>().await.unwrap());
        (status == 200).then(|| body["id"].as_str().unwrap().to_owned()).ok_or(status)
    };
    let mut made = vec![make(0).await.unwrap()];
    let mut ballast = File::create(bank.join("ballast")).unwrap();
    while ballast.write_all(&[7; 4096]).is_ok() {}
    // The bank opens its file again after a refusal, which may give back a little room: full is what refuses again.
    let mut refusals = Vec::new();
    for number in 1..5_000 {
        match make(number).await {
            Ok(id) => {
                made.push(id);
                refusals.clear();
            }
            Err(status) => refusals.push(status),
        }
        if refusals.len() == 3 {
            break;
        }
    }
    assert_eq!(refusals, [503; 3], "after {}", made.len());
    for program in [&program, &other] {
        assert_eq!(reqwest::get(program.url("/readyz")).await.unwrap().status(), 200);
    }
    // As long as it is open its room is taken.
    drop(ballast);
    std::fs::remove_file(bank.join("ballast")).unwrap();
    made.push(make(0).await.expect("there is room again"));
    for id in &made {
        let kept = client.get(format!("{customers}/{id}")).bearer_auth(secret).send().await.unwrap();
        assert_eq!(kept.status(), 200, "{id}");
    }
    assert!(program.is_running());
    let (status, log) = program.stop();
    assert!(status.success() && log.contains("test bank writes again"), "{log}");
    // Said once as it begins and once as it ends, however many calls fail in between.
    let said = |line| log.matches(line).count();
    assert_eq!(said("test bank cannot write"), said("test bank writes again"), "{log}");
    other.stop();
}

/// The status of the server, as soon as its disk is in this state.
async fn told(owner: &Owner, program: &Program, state: &str) -> Value {
    let mut last = Value::Null;
    let found = until(async || {
        let asked = owner.request(program, Method::GET, "/console/api/status").send().await.unwrap();
        last = asked.json::<Value>().await.unwrap()["data"].clone();
        (last["storage"]["state"] == state).then(|| last.clone())
    });
    found.await.unwrap_or_else(|| panic!("not {state}: {last}"))
}

/// PLAY-05: a full disk costs the recording what could not be written, which it says, and nothing else: viewers see the
/// game go on, the operator is told, and with room again it is recorded again.
#[tokio::test]
async fn a_full_disk_is_a_hole_in_the_recording() {
    let settings = [("DISK_WARN_MB", "0"), ("DISK_REFUSE_MB", "0"), ("RENDITION_CORES", "0")]
        .map(|(name, value)| (format!("TOUCHLINE_{name}"), value));
    let settings: Vec<_> = settings.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    let (program, has_own_disk) = Program::serve_demo_on_small_disk("16m", &settings).await;
    let owner = Owner::log_in(&program).await;
    let (game, encoder) = Game::begin(program, Encoder::push).await;
    let recordings = game.program.recordings();
    let before = game.until(|_| true).await;
    assert_eq!(told(&owner, &game.program, "ample").await["games"][0]["is_recorded"], true);
    let ballast = Ballast::put(&recordings, has_own_disk, before.newest().unwrap());
    let during = game.two_more(&before).await;
    let full = told(&owner, &game.program, "full").await;
    assert!(full["storage"]["since"].is_i64() && full["storage"]["free_bytes"].is_u64(), "{full}");
    let shown = &full["games"][0];
    assert_eq!((&shown["event_id"], &shown["is_recorded"]), (&game.id.into(), &false.into()), "{full}");
    assert_eq!(shown["encoder"], "sending", "{full}");
    assert_eq!((during.gaps, during.discontinuities), (0, 0), "memory has it: {}", during.text);
    game.viewer.has_all(&game.live, &during).await;
    ballast.take_away();
    let after = game.two_more(&during).await;
    game.viewer.has_all(&game.live, &after).await;
    let mended = told(&owner, &game.program, "ample").await;
    assert!(mended["games"][0]["missing"].as_f64() > Some(0.0), "{mended}");
    let while_full = before.newest().unwrap()..=game.until(|_| true).await.newest().unwrap();
    encoder.kill();
    game.program.end_game(game.id);
    game.until(|playlist| playlist.ended).await;

    let folder = std::fs::read_dir(&recordings).unwrap().next().unwrap().unwrap().path();
    let recorded = read(&folder).unwrap();
    assert!(recorded.ended());
    for rendition in [Rendition::SOURCE, Rendition::SOUND] {
        let playlist = recorded.playlist(rendition).unwrap();
        let entries = playlist.entries();
        let gaps: Vec<_> = entries.iter().map(|entry| entry.gap).collect();
        assert!(gaps.contains(&true) && !gaps[0] && !gaps[gaps.len() - 1], "{rendition}: {gaps:?}");
        for gap in entries.iter().filter(|entry| entry.gap) {
            assert!(while_full.contains(&gap.number), "{rendition}: {gaps:?}, full during {while_full:?}");
        }
        for entry in entries.iter().filter(|entry| !entry.gap) {
            let file = folder.join(rendition.to_string()).join(format!("{}.m4s", entry.number));
            assert_eq!(&std::fs::read(&file).unwrap()[4..8], b"moof", "{}", file.display());
        }
    }
    // The operator is told, once in the log, and of the gap for good.
    let gaps = format!("/console/api/channels/{}/recording-gaps", owner.channel);
    let gap = until(async || {
        let listed = owner.request(&game.program, Method::GET, &gaps).send().await.unwrap();
        let gap = listed.json::<Value>().await.unwrap()["data"][0].clone();
        (gap["is_live"] == false).then_some(gap)
    });
    let gap = gap.await.expect("a gap in the list");
    assert_eq!(gap["event_id"], game.id);
    assert!((gap["missing"].as_f64().unwrap() - recorded.missing().as_secs_f64()).abs() < 0.01, "{gap}");
    let (_, log) = game.program.stop();
    assert_eq!(log.matches("recording interrupted").count(), 1, "{log}");
}
