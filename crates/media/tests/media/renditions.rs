//! Lower renditions by a real ffmpeg, and what it makes of them.

use std::fs;
use std::path::Path;

use crate::common::{NOW, clip, ffmpeg, quiet};
use crate::flv::inputs;
use media::codec::frame::{Clock, Input};
use media::ffmpeg::Ffmpeg;
use media::hls::{Label, Rendition, SegmentEvent, Settings};
use media::live::encoder::{LadderEncoder, LowerRendition, Output};
use media::live::{LivePackager, RingLimits};
use media::recording::{Meta, Recording, replay};
use tokio::sync::{mpsc, watch};

/// Small, so that it is quick.
const LADDER: [LowerRendition; 2] =
    [LowerRendition { index: 1, height: 120, rate: 300 }, LowerRendition { index: 2, height: 90, rate: 200 }];

struct Game {
    live: LivePackager,
    renditions: LadderEncoder,
    outputs: mpsc::Receiver<Output>,
    allowed: watch::Sender<usize>,
    events: Vec<SegmentEvent>,
    /// Pictures of the source, and of the second lower rendition.
    fed: usize,
    back: usize,
}

impl Game {
    fn start(ffmpeg: Ffmpeg, allowed: usize) -> Self {
        let mut live = LivePackager::new(Settings::default(), RingLimits::default());
        live.show_pictures(true);
        let (allowed, changes) = watch::channel(allowed);
        let (renditions, outputs) = LadderEncoder::start(ffmpeg, LADDER.to_vec(), changes);
        Self { live, renditions, outputs, allowed, events: Vec::new(), fed: 0, back: 0 }
    }

    /// One connection of an encoder; no faster than the child follows.
    async fn stream(&mut self, inputs: &[Input]) {
        let events = self.live.connect(Clock::Milliseconds);
        self.events.extend(events);
        for input in inputs {
            let now = match input {
                Input::Frame(frame) => NOW.plus(i64::try_from(frame.dts).unwrap()),
                Input::Config(_) => NOW,
            };
            let events = self.live.input(input.clone(), now);
            self.events.extend(events);
            let pictures = self.live.take_pictures();
            self.fed += pictures.iter().filter(|picture| matches!(picture, media::live::Picture::Frame(_))).count();
            self.renditions.feed(pictures);
            while self.fed > self.back + 30 {
                self.take().await;
            }
        }
        let events = self.live.disconnect();
        self.events.extend(events);
        self.renditions.feed(self.live.take_pictures());
        while self.take().await != (Output::Stopped { index: 2 }) {}
        self.back = self.fed;
    }

    async fn take(&mut self) -> Output {
        let output = self.outputs.recv().await.unwrap();
        self.back += usize::from(matches!(output, Output::Input { index: 2, input: Input::Frame(_) }));
        let events = output.clone().apply(&mut self.live);
        self.events.extend(events);
        output
    }

    fn cuts(&self, wanted: Rendition) -> Vec<(u64, u64, u64, Vec<u64>)> {
        let of = |event: &SegmentEvent| match event {
            SegmentEvent::SegmentReady { rendition, segment } if *rendition == wanted => {
                let parts = segment.parts.iter().map(|part| part.duration).collect();
                Some((segment.head.number, segment.head.start, segment.duration, parts))
            }
            _ => None,
        };
        self.events.iter().filter_map(of).collect()
    }

    fn record(&self, folder: &Path) {
        let mut recording = Recording::create(folder, Meta::new(NOW, Settings::default())).unwrap();
        self.events.iter().for_each(|event| recording.apply(event).unwrap());
    }
}

/// PLAY-05: several renditions with the same numbers and boundaries, in playlists and on disk, and all of them decode.
#[tokio::test]
async fn lower_renditions_are_cut_like_the_source_and_decode() {
    let ffmpeg = ffmpeg();
    let folder = tempfile::tempdir().unwrap();
    let stream = inputs(&clip(folder.path(), "a.flv", "320x180", 9, &["-bf", "2", "-g", "60"]));
    let mut game = Game::start(ffmpeg, 2);
    game.stream(&stream).await;
    game.stream(&stream).await;
    let events = game.live.end();
    game.events.extend(events);
    let source = game.cuts(Rendition::SOURCE);
    assert_eq!(source.len(), 6);
    for lower in [1, 2] {
        assert_eq!(game.cuts(Rendition::Video(lower)), source, "{lower}");
    }
    let renditions = game.live.multivariant(Label::new("Main")).unwrap();
    let renditions = String::from_utf8(renditions.to_vec()).unwrap();
    for size in ["320x180", "214x120", "160x90"] {
        assert!(renditions.contains(size), "{renditions}");
    }
    let recorded = folder.path().join("recorded");
    game.record(&recorded);
    let replay = replay(&recorded).unwrap();
    for (rendition, size) in [(Rendition::Video(1), "214,120"), (Rendition::Video(2), "160,90")] {
        let path = recorded.join(rendition.to_string());
        fs::write(path.join("index.m3u8"), replay.playlist(rendition).unwrap().render(&[]).full).unwrap();
        let entries = ["-count_frames", "-show_entries", "stream=width,height,nb_read_frames", "-of", "csv=p=0"];
        let said = quiet("ffprobe", &path, &[&entries[..], &["index.m3u8"]].concat());
        assert!(said.contains(&format!("{size},540")), "{said}");
    }
}

/// PLAY-05: pictures that come off their beat, as after a hiccup of the encoder, have their lower renditions too.
#[tokio::test]
async fn lower_renditions_follow_pictures_off_the_beat() {
    let folder = tempfile::tempdir().unwrap();
    let mut stream = inputs(&clip(folder.path(), "a.flv", "320x180", 12, &["-g", "60"]));
    for input in &mut stream {
        if let Input::Frame(frame) = input {
            let late = 17 * (frame.dts / 3_000);
            (frame.dts, frame.pts) = (frame.dts + late, frame.pts + late);
        }
    }
    let mut game = Game::start(ffmpeg(), 2);
    game.stream(&stream).await;
    let events = game.live.end();
    game.events.extend(events);
    let source = game.cuts(Rendition::SOURCE);
    assert!(source.len() > 2, "{source:?}");
    for lower in [1, 2] {
        assert_eq!(game.cuts(Rendition::Video(lower)), source, "{lower}");
    }
}

/// PLAY-05: a lower rendition that is not allowed any more is not listed, has gaps, and comes back.
#[tokio::test]
async fn lower_rendition_goes_and_comes_back() {
    let ffmpeg = ffmpeg();
    let folder = tempfile::tempdir().unwrap();
    let stream = inputs(&clip(folder.path(), "a.flv", "320x180", 9, &["-g", "60"]));
    let mut game = Game::start(ffmpeg, 2);
    game.stream(&stream).await;
    game.allowed.send_replace(1);
    game.stream(&stream).await;
    let listed = |game: &Game| {
        let renditions = game.live.multivariant(Label::new("Main")).unwrap();
        let renditions = String::from_utf8(renditions.to_vec()).unwrap();
        [1, 2].map(|lower| renditions.contains(&format!("\nv{lower}/index.m3u8")))
    };
    assert_eq!(listed(&game), [false, true]);
    game.allowed.send_replace(2);
    game.stream(&stream).await;
    assert_eq!(listed(&game), [true, true]);
    let numbers = |lower| -> Vec<u64> { game.cuts(Rendition::Video(lower)).iter().map(|cut| cut.0).collect() };
    assert_eq!(numbers(1), [0, 1, 2, 6, 7, 8]);
    assert_eq!(numbers(2), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    let playlist = String::from_utf8(game.live.render(Rendition::Video(1)).unwrap().full.to_vec()).unwrap();
    assert_eq!(playlist.matches("#EXT-X-GAP").count(), 3, "{playlist}");
    assert_eq!(playlist.matches("#EXTINF").count(), 9, "{playlist}");
}
