//! Tests with real files and the real ffmpeg.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use footage::{Counts, Match, Rgb, Size, Sport, Team};
use tokio::sync::watch;
use tokio::time::Instant;

use super::film::{Drawing, part_of};
use super::flv::{AUDIO, Tags, VIDEO};
use super::{Film, Footage, Pusher, name};

const TIMEOUT: Duration = Duration::from_secs(60);

fn a_match(seconds: u32) -> Match {
    let team = |code: &str, shirt| Team {
        code: code.into(),
        name: code.into(),
        shirt: Rgb(shirt),
        shorts: Rgb(0x101820),
        light: Rgb(0xf1f4f9),
    };
    Match {
        sport: Sport::Soccer,
        teams: [team("AWY", 0xc4122f), team("HOM", 0x14427a)],
        score: [0, 0],
        points: [0, 0],
        clock: 0,
        counts: Counts::Up,
        period: "1ST".into(),
        channel: "Northline".into(),
        accent: Rgb(0x3b6ef5),
        goal: "Goal".into(),
        live: Some("Live".into()),
        seconds,
        seed: 1,
    }
}

async fn footage(folder: &Path) -> Footage {
    Footage::open(folder.to_owned(), "ffmpeg").await.expect("scripts/setup-system installs ffmpeg")
}

fn probe(file: &Path, arguments: &[&str]) -> String {
    let output = Command::new("ffprobe")
        .args(["-v", "error", "-of", "csv=p=0"])
        .args(arguments)
        .arg(file)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[tokio::test]
async fn a_clip_is_h264_and_aac_with_a_key_frame_every_two_seconds() {
    let folder = tempfile::tempdir().unwrap();
    let footage = footage(folder.path()).await;
    let file = footage.recording(&a_match(6)).await.unwrap();
    let streams = probe(&file, &["-show_entries", "stream=codec_name,width,height,pix_fmt,sample_rate,has_b_frames"]);
    assert!(streams.contains("h264,640,360,0,yuv420p"), "{streams}");
    assert!(streams.contains("aac,48000"), "{streams}");
    let packets = probe(&file, &["-select_streams", "v", "-show_entries", "packet=pts_time,flags"]);
    let keys = packets.lines().filter(|line| line.contains(",K")).map(|line| line.split(',').next().unwrap());
    let keys: Vec<f64> = keys.map(|time| time.parse().unwrap()).collect();
    assert_eq!(keys.len(), 3);
    assert!(keys.windows(2).all(|pair| (pair[1] - pair[0] - 2.0).abs() < 0.0005), "{keys:?}");
    assert_eq!(packets.lines().filter(|line| !line.trim().is_empty()).count(), 150);
    assert_eq!(Tags::span(&file).await.unwrap().len(), 6000);
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "nothing unfinished stays behind");
}

#[tokio::test]
async fn existing_recording_is_reused() {
    let folder = tempfile::tempdir().unwrap();
    let footage = footage(folder.path()).await;
    let game = a_match(2);
    let file = footage.recording(&game).await.unwrap();
    let before = std::fs::metadata(&file).unwrap().modified().unwrap();
    assert_eq!(footage.recording(&game).await.unwrap(), file);
    assert_eq!(std::fs::metadata(&file).unwrap().modified().unwrap(), before);
    assert_ne!(name(&game, Size::SMALL), name(&game, Size::HD));
    assert_ne!(name(&game, Size::SMALL), name(&Match { seed: 2, ..game.clone() }, Size::SMALL));
}

#[tokio::test]
async fn a_demo_without_ffmpeg_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    assert!(Footage::open(folder.path().into(), folder.path().join("no-such-program")).await.is_none());
}

#[tokio::test]
async fn a_failure_says_what_ffmpeg_said_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let footage = footage(folder.path()).await;
    let game = a_match(2);
    // Where the file should be written there is a folder.
    let blocked = folder.path().join(name(&game, Size::SMALL)).with_extension("part");
    std::fs::create_dir(&blocked).unwrap();
    let cause = footage.recording(&game).await.unwrap_err().to_string();
    assert!(cause.contains("directory"), "{cause}");
}

/// INGEST: ffmpeg itself is the server here, so that our way of sending is read by foreign code. Gives the times of what
/// it received: sound, then pictures.
struct Received {
    file: PathBuf,
    url: String,
    server: tokio::process::Child,
}

impl Received {
    /// So many seconds of the stream.
    fn seconds(folder: &Path, seconds: &str) -> Self {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let url = format!("rtmp://127.0.0.1:{port}/live/1-1-key");
        let file = folder.join("received.flv");
        let server = tokio::process::Command::new("ffmpeg")
            .args(["-hide_banner", "-loglevel", "error", "-listen", "1", "-f", "flv", "-i", &url])
            .args(["-t", seconds, "-c", "copy"])
            .arg(&file)
            .stdin(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        Self { file, url, server }
    }

    async fn times(mut self) -> [Vec<u32>; 2] {
        let ended = tokio::time::timeout(TIMEOUT, self.server.wait()).await.expect("the stream goes on");
        assert!(ended.unwrap().success());
        let mut tags = Tags::open(&self.file).await.unwrap();
        let mut times = [Vec::new(), Vec::new()];
        let mut configs = 0;
        while let Some(tag) = tags.next().await.unwrap() {
            configs += usize::from(tag.is_config());
            if tag.is_frame() {
                times[usize::from(tag.kind == VIDEO)].push(tag.at);
            }
            assert!(!tag.is_frame() || [AUDIO, VIDEO].contains(&tag.kind));
        }
        assert_eq!(configs, 2);
        times
    }
}

fn steps(times: &[u32]) -> impl Iterator<Item = u32> {
    times.windows(2).map(|pair| pair[1].checked_sub(pair[0]).expect("times never go back"))
}

fn assert_seamless([sound, pictures]: [Vec<u32>; 2]) {
    assert!(pictures.len() >= 120, "{}", pictures.len());
    assert!(steps(&pictures).all(|step| step == 40), "{pictures:?}");
    assert!(steps(&sound).all(|step| (10..=32).contains(&step)), "{sound:?}");
}

#[tokio::test]
async fn a_stream_goes_on_over_the_seam() {
    let folder = tempfile::tempdir().unwrap();
    let footage = footage(folder.path()).await;
    let file = footage.recording(&a_match(2)).await.unwrap();
    let received = Received::seconds(folder.path(), "5");
    let _pusher = Pusher::start(Film::drawn(file), &received.url, Instant::now()).unwrap();
    assert_seamless(received.times().await);
}

/// The bytes of a film, and another film that has only the first quarter of them.
async fn quarter_drawn(footage: &Footage, folder: &Path, seconds: u32) -> (Vec<u8>, watch::Sender<Drawing>, Film) {
    let bytes = std::fs::read(footage.recording(&a_match(seconds)).await.unwrap()).unwrap();
    let (told, progress) = watch::channel(Drawing::Stage);
    let file = folder.join("growing.flv");
    std::fs::write(part_of(&file), &bytes[..bytes.len() / 4]).unwrap();
    (bytes, told, Film::being_drawn(file, seconds, progress))
}

/// PLAY-05: what is drawn is sent while the rest is being drawn, and repeated once it is whole.
#[tokio::test]
async fn a_film_is_sent_while_it_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let footage = footage(folder.path()).await;
    let (bytes, told, film) = quarter_drawn(&footage, folder.path(), 4).await;
    let received = Received::seconds(folder.path(), "6");
    let _pusher = Pusher::start(film, &received.url, Instant::now()).unwrap();
    let file = folder.path().join("growing.flv");
    // About as fast as it is sent, in pieces that end anywhere.
    let mut part = std::fs::File::options().append(true).open(part_of(&file)).unwrap();
    for piece in bytes[bytes.len() / 4..].chunks(bytes.len() / 40) {
        part.write_all(piece).unwrap();
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    std::fs::rename(part_of(&file), &file).unwrap();
    told.send_replace(Drawing::Whole);
    assert_seamless(received.times().await);
}

/// PLAY-05: where the drawing is too slow the stream begins again, and nobody waits for more than a second or so.
#[tokio::test]
async fn a_film_that_does_not_grow_begins_again() {
    let folder = tempfile::tempdir().unwrap();
    let footage = footage(folder.path()).await;
    let (_, _told, film) = quarter_drawn(&footage, folder.path(), 4).await;
    let received = Received::seconds(folder.path(), "6");
    let _pusher = Pusher::start(film, &received.url, Instant::now()).unwrap();
    let [sound, pictures] = received.times().await;
    let seams = steps(&pictures).filter(|step| *step != 40).collect::<Vec<_>>();
    assert!(!seams.is_empty() && seams.iter().all(|step| *step < 200), "{pictures:?}");
    assert!(steps(&sound).all(|step| step < 200), "{sound:?}");
}
