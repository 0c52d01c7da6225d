//! What packaging and playlists cost: `cargo run --release -p media --example figures`.

#![expect(clippy::unwrap_used, reason = "a measurement that cannot go on stops at once")]

use std::time::Instant;

use bytes::Bytes;
use domain::time::Timestamp;
use media::codec::frame::{Clock, Config, Frame, Track};
use media::codec::{AacConfig, AvcConfig};
use media::hls::{MediaPlaylist, Rendition, SegmentEvent, Settings};
use media::live::{Packager, Ring, RingLimits};
use media::recording::{Download, Meta, Recording, replay};

const NOW: Timestamp = Timestamp(1_700_000_000_000);
const AVCC: &[u8] = &[
    1, 100, 0, 31, 0xff, 0xe1, 0, 26, 0x67, 0x64, 0x00, 0x1f, 0xac, 0xd9, 0x40, 0x50, 0x05, 0xbb, 0x01, 0x10, 0x00,
    0x00, 0x03, 0x00, 0x10, 0x00, 0x00, 0x03, 0x03, 0xc0, 0xf1, 0x83, 0x19, 0x60, 1, 0, 6, 0x68, 0xeb, 0xe3, 0xcb,
    0x22, 0xc0,
];

/// 720p30 at about 3 Mbit/s with sound at 128 kbit/s.
fn frames(seconds: u64) -> Vec<Frame> {
    let (key, delta, sound) =
        (Bytes::from(vec![1; 60_000]), Bytes::from(vec![2; 11_500]), Bytes::from_static(&[3; 340]));
    let mut frames = Vec::new();
    let mut heard = 0;
    for picture in 0..seconds * 30 {
        let time = picture * 1000 / 30;
        while heard * 1024 * 1000 / 48_000 <= time {
            let dts = heard * 1024 * 1000 / 48_000;
            frames.push(Frame { track: Track::Audio, dts, pts: dts, keyframe: true, data: sound.clone() });
            heard += 1;
        }
        let keyframe = picture % 60 == 0;
        let data = if keyframe { key.clone() } else { delta.clone() };
        frames.push(Frame { track: Track::Video, dts: time, pts: time, keyframe, data });
    }
    frames
}

fn connected() -> Packager {
    let mut packager = Packager::new(Settings::default());
    packager.connect(Clock::Milliseconds);
    packager.config(Config::Video(AvcConfig::parse(Bytes::from_static(AVCC)).unwrap()));
    packager.config(Config::Audio(AacConfig::parse(Bytes::from_static(&[0x11, 0x90])).unwrap()));
    packager
}

fn cost_of_a_frame() {
    let mut packager = connected();
    let mut ring = Ring::new(RingLimits::default());
    let frames = frames(600);
    let count = frames.len();
    let start = Instant::now();
    for frame in frames {
        for event in packager.frame(frame, NOW) {
            ring.apply(&event);
        }
    }
    let spent = start.elapsed();
    let per_frame = spent / u32::try_from(count).unwrap();
    let core = spent.as_secs_f64() / 600.0 * 100.0;
    eprintln!("packager and ring: {per_frame:?} a frame, {core:.4} % of a core for a 720p30 game");
    eprintln!("ring of 90 s at 3 Mbit/s: {:.1} MB", ring.bytes() as f64 / 1e6);
}

fn cost_of_a_playlist() {
    let mut packager = connected();
    let mut playlist = MediaPlaylist::new(Rendition::SOURCE, Settings::default());
    let (mut applied, mut changes) = (std::time::Duration::ZERO, 0);
    for mut frame in frames(3 * 3600) {
        frame.data.truncate(100);
        for event in packager.frame(frame, NOW) {
            let start = Instant::now();
            changes += u32::from(playlist.apply(&event));
            applied += start.elapsed();
        }
    }
    let rounds = 200;
    let start = Instant::now();
    for _ in 0..rounds {
        std::hint::black_box(playlist.render(&[]));
    }
    let rendered = playlist.render(&[]);
    eprintln!(
        "playlist of 3 h, {} segments: rendered in {:?} (full {} bytes, gzip {}, delta {}), applied in {:?} a change",
        playlist.entries().len(),
        start.elapsed() / rounds,
        rendered.full.len(),
        rendered.gzip.len(),
        rendered.delta.len(),
        applied / changes,
    );
    let start = Instant::now();
    playlist.apply(&SegmentEvent::Ended);
    eprintln!("all of it anew at the end of the game: {:?}", start.elapsed());
}

fn cost_of_a_recording_and_a_clip() {
    let folder = tempfile::tempdir().unwrap();
    let mut recording = Recording::create(folder.path(), Meta::new(NOW, Settings::default())).unwrap();
    let mut packager = connected();
    let (mut spent, mut segments) = (std::time::Duration::ZERO, 0);
    let mut events: Vec<_> = frames(600).into_iter().flat_map(|frame| packager.frame(frame, NOW)).collect();
    events.extend(packager.end());
    for event in &events {
        let start = Instant::now();
        recording.apply(event).unwrap();
        if matches!(event, SegmentEvent::SegmentReady { .. }) {
            segments += 1;
            spent += start.elapsed();
        }
    }
    eprintln!("recorded: {:?} a segment, all of it on disk", spent / segments);
    let start = Instant::now();
    let replay = replay(folder.path()).unwrap();
    eprintln!("ten minutes read back after a crash: {:?}", start.elapsed());
    let both = [Rendition::SOURCE, Rendition::SOUND];
    let start = Instant::now();
    let clip = Download::plan(&replay, &both, 301 * 90_000, 331 * 90_000).unwrap();
    let planned = start.elapsed();
    let mut file = Vec::with_capacity(usize::try_from(clip.length()).unwrap());
    clip.write_to(&mut file).unwrap();
    eprintln!("a clip of 30 s, {} bytes: planned in {planned:?}, read in {:?}", file.len(), start.elapsed() - planned);
    let start = Instant::now();
    let whole = Download::plan(&replay, &both, 0, 600 * 90_000).unwrap();
    eprintln!("all ten minutes, {} bytes: planned in {:?}", whole.length(), start.elapsed());
}

fn main() {
    cost_of_a_frame();
    cost_of_a_playlist();
    cost_of_a_recording_and_a_clip();
}
