//! Clips by a real ffmpeg: each picture carries its number, and the sound beeps on every second.

use std::fs;
use std::future::ready;
use std::io;
use std::path::{Path, PathBuf};

use crate::common::{NOW, ffmpeg, quiet};
use crate::flv::inputs;
use bytes::Bytes;
use media::codec::cmaf::parse_fragments;
use media::codec::frame::{Clock, Input, Track};
use media::ffmpeg::Ffmpeg;
use media::recording::clip::{Cut, Listed, around, plan};
use media::recording::{Download, Meta, Recording, RecordingFile, read, stills};
use media::vod::import::{Limits, import};
use media::vod::pictures;

use media::hls::{Rendition, SegmentEvent, Settings};
use media::live::{LivePackager, RingLimits};
use media::vod::reframe::{self, Framing, Logo};
use tempfile::TempDir;

const SIDE: usize = 64;
const RATE: usize = 48_000;
/// Of the clips, in milliseconds and in pictures.
const LENGTH: u64 = 4000;
const PICTURES: usize = 120;

/// Sixteen seconds, 30 pictures a second, some of them reordered.
struct Game {
    folder: TempDir,
    ffmpeg: Ffmpeg,
}

impl Game {
    /// As an operator uploads it.
    async fn record() -> Self {
        let game = Self::draw();
        let file = game.path("game.mp4");
        import(&game.ffmpeg, &file, &game.path("7"), NOW, Limits::default(), |_| {}).await.unwrap();
        game
    }

    fn draw() -> Self {
        let ffmpeg = ffmpeg();
        let folder = tempfile::tempdir().unwrap();
        let number = "geq=lum='if(lt(X,32),16+mod(N,16)*13,16+floor(N/16)*5)':cb=128:cr=128";
        let picture = format!("color=s={SIDE}x{SIDE}:r=30,{number}");
        let beep = "aevalsrc='if(lt(mod(t,1),0.1),0.8*sin(2*PI*1000*t),0)':s=48000";
        let source = ["-f", "lavfi", "-i", &picture, "-f", "lavfi", "-i", beep, "-t", "16"];
        let codec = "-pix_fmt yuv420p -c:v libx264 -preset veryfast -bf 2 -g 60 -sc_threshold 0 -crf 12 -threads 1 -c:a aac -b:a 128k";
        let codec: Vec<&str> = codec.split(' ').collect();
        quiet("ffmpeg", folder.path(), &[&source[..], &codec, &["-y", "game.mp4"]].concat());
        Self { folder, ffmpeg }
    }

    /// The same as an encoder sends it.
    fn sent(&self) -> Vec<Input> {
        quiet("ffmpeg", self.folder.path(), &["-i", "game.mp4", "-c", "copy", "-y", "game.flv"]);
        inputs(&self.path("game.flv"))
    }

    /// When each picture of the recording is shown, in milliseconds.
    fn shown(&self) -> Vec<u64> {
        let replay = read(&self.path("7")).unwrap();
        let mut shown = Vec::new();
        for entry in replay.playlist(Rendition::SOURCE).unwrap().listed() {
            let bytes = self.file(RecordingFile::Segment(Rendition::SOURCE, entry.number)).unwrap().unwrap();
            let samples = parse_fragments(&bytes).unwrap();
            shown.extend(samples.iter().map(|sample| sample.dts.strict_add_signed(sample.cts.into()) - replay.begin()));
        }
        shown.sort_unstable();
        shown.into_iter().map(|ticks| ticks / 90).collect()
    }

    /// A clip from a picture of the film on, which is shown at `start_ms`: its pictures are these, to the first and the
    /// last, and its sound is where the film has it.
    async fn check(&self, frame: usize, start_ms: u64, pictures: impl Iterator<Item = usize>) {
        let file = self.cut(start_ms, LENGTH).await;
        assert_eq!(self.numbers(&file), pictures.collect::<Vec<_>>(), "from {frame} on");
        let duration = self.duration(&file);
        assert!((duration - 4.0).abs() <= 1.0 / 30.0, "{duration}");
        // The first beep after the silence that it is known by, and how late it is in the film itself.
        let late = self.beep(&self.path("game.mp4")).abs_diff(1000);
        assert!(late <= 5, "the film beeps on the second: {late}");
        let film_ms = frame * 1000 / 30;
        let seconds = (0..5).map(|second| film_ms.next_multiple_of(1000) + second * 1000 - film_ms);
        let expected = seconds.into_iter().find(|&at| at >= 200).unwrap();
        let beep = self.beep(&file);
        assert!(beep.abs_diff(expected) <= 25, "{frame}: {beep} instead of {expected}");
        let bytes = fs::read(&file).unwrap();
        let at = |kind: &[u8]| bytes.windows(4).position(|found| found == kind).unwrap();
        assert!(at(b"moov") < at(b"mdat"));
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn file(&self, stored: RecordingFile) -> io::Result<Option<Bytes>> {
        match fs::read(self.path("7").join(stored.to_string())) {
            Ok(bytes) => Ok(Some(bytes.into())),
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(cause) => Err(cause),
        }
    }

    /// The clip as a file, by the same way as the server's.
    async fn cut(&self, start_ms: u64, duration_ms: u64) -> PathBuf {
        let replay = read(&self.path("7")).unwrap();
        let from = replay.begin() + start_ms * 90;
        let to = from + duration_ms * 90;
        let entries = |rendition| (rendition, around(replay.playlist(rendition).unwrap().listed(), from, to));
        let listed = Listed([Rendition::SOURCE, Rendition::SOUND].map(entries).into());
        let cut = Cut::make(listed, from, to, |stored| ready(self.file(stored))).await.unwrap();
        let made = plan(&cut, &self.path("7"), |stored| ready(self.file(stored))).await.unwrap();
        let kept = made.encode().unwrap().into();
        let made = Download::decode(self.path("7"), &kept).unwrap();
        let file = self.path("clip.mp4");
        made.write_to(&mut fs::File::create(&file).unwrap()).unwrap();
        file
    }

    /// The numbers of the pictures that a player shows.
    fn numbers(&self, file: &Path) -> Vec<usize> {
        let file = file.to_str().unwrap();
        let decode = "-map 0:v -fps_mode passthrough -f rawvideo -pix_fmt yuv420p -y pictures.raw";
        let decode: Vec<&str> = decode.split(' ').collect();
        quiet("ffmpeg", self.folder.path(), &[&["-i", file][..], &decode].concat());
        let pictures = fs::read(self.path("pictures.raw")).unwrap();
        let number = |picture: &[u8]| {
            let at = |x: usize| usize::from(picture[SIDE * SIDE / 2 + x]).saturating_sub(16);
            (at(48) + 2) / 5 * 16 + (at(16) + 6) / 13
        };
        pictures.chunks(SIDE * SIDE * 3 / 2).map(number).collect()
    }

    /// When the first beep begins, in milliseconds, of those that begin within the file.
    fn beep(&self, file: &Path) -> usize {
        let file = file.to_str().unwrap();
        let decode = "-map 0:a -ac 1 -ar 48000 -f s16le -y sound.raw";
        let decode: Vec<&str> = decode.split(' ').collect();
        quiet("ffmpeg", self.folder.path(), &[&["-i", file][..], &decode].concat());
        let bytes = fs::read(self.path("sound.raw")).unwrap();
        let loud: Vec<bool> =
            bytes.as_chunks::<2>().0.iter().map(|sample| i16::from_le_bytes(*sample).unsigned_abs() > 6000).collect();
        // After a silence, so that one that was under way does not count.
        let quiet = RATE / 5;
        let begin = (quiet..loud.len()).find(|&at| loud[at] && !loud[at - quiet..at].contains(&true));
        begin.unwrap() * 1000 / RATE
    }

    fn duration(&self, file: &Path) -> f64 {
        let entries = ["-show_entries", "format=duration", "-of", "csv=p=0", file.to_str().unwrap()];
        quiet("ffprobe", self.folder.path(), &entries).trim().parse().unwrap()
    }
}

/// CLIP-02: the first picture is the asked one, they are all there to the end, the sound is in time, and it plays while
/// it loads.
#[tokio::test]
async fn a_clip_is_exact_at_both_ends() {
    let game = Game::record().await;
    for frame in [0, 1, 59, 60, 61, 137, 200, 299] {
        game.check(frame, frame as u64 * 1000 / 30, frame..frame + PICTURES).await;
    }
}

/// CLIP-04, PLAY-08: a segment has a small picture, of the moment that it begins with.
#[tokio::test]
async fn a_segment_has_a_small_picture() {
    let game = Game::record().await;
    let init = game.file(RecordingFile::Init(Rendition::SOURCE, 0)).unwrap().unwrap();
    for number in 0..4 {
        let segment = game.file(RecordingFile::Segment(Rendition::SOURCE, number)).unwrap().unwrap();
        let stream = stills::key_frame(&init, &segment).unwrap().unwrap();
        assert!(stream.len() < segment.len(), "nothing but the key frame");
        fs::write(game.path("still.jpg"), pictures::still(&game.ffmpeg, &stream).await.unwrap()).unwrap();
        let decode = "-i still.jpg -f rawvideo -pix_fmt yuvj420p -y still.raw";
        quiet("ffmpeg", game.folder.path(), &decode.split(' ').collect::<Vec<_>>());
        let shown = fs::read(game.path("still.raw")).unwrap();
        assert_eq!(shown.len(), 160 * 90 * 3 / 2, "one picture");
        // The square of the game is in the middle; pictures use all 256 steps, video 16 to 235.
        let at = |x: usize| usize::from(shown[45 * 160 + 35 + x * 90 / SIDE]) * 219 / 255;
        assert_eq!((at(48) + 2) / 5 * 16 + (at(16) + 6) / 13, number as usize * 120);
        assert!(shown[45 * 160 + 10] < 8, "beside it there is nothing");
    }
    let (damaged, silent) = (Bytes::from_static(b"\0\0\0\x20moof"), Bytes::new());
    assert!(stills::key_frame(&init, &damaged).is_err() && stills::key_frame(&damaged, &silent).is_err());
    assert_eq!(stills::key_frame(&init, &silent).unwrap(), None);
    assert!(pictures::still(&game.ffmpeg, b"this is no stream at all, whatever it is").await.is_err());
}

/// A game that an encoder sends.
struct Sent {
    live: LivePackager,
    recording: Recording,
}

impl Sent {
    fn begin(game: &Game) -> Self {
        let live = LivePackager::new(Settings::default(), RingLimits::default());
        Self { live, recording: Recording::create(&game.path("7"), Meta::new(NOW, Settings::default())).unwrap() }
    }

    fn feed(&mut self, step: impl FnOnce(&mut LivePackager) -> Vec<SegmentEvent>) {
        for event in step(&mut self.live) {
            self.recording.apply(&event).unwrap();
        }
    }

    fn send(&mut self, inputs: &[Input]) {
        for input in inputs {
            let now = match input {
                Input::Frame(frame) => NOW.plus(frame.dts.cast_signed()),
                Input::Config(_) => NOW,
            };
            self.feed(|live| live.input(input.clone(), now));
        }
    }
}

/// Where the key frame of this number stands in a stream.
fn key_frame(stream: &[Input], number: usize) -> usize {
    let is_key = |input: &Input| matches!(input, Input::Frame(frame) if frame.track == Track::Video && frame.keyframe);
    stream.iter().enumerate().filter(|(_, input)| is_key(input)).nth(number).unwrap().0
}

/// CLIP-01, CLIP-04: the same of a game that is live, and after its end.
#[tokio::test]
async fn a_clip_of_a_live_game_is_exact_too() {
    let game = Game::draw();
    let (stream, mut sent) = (game.sent(), Sent::begin(&game));
    sent.feed(|live| live.connect(Clock::Milliseconds));
    // Ten seconds and a bit, of which eight are whole segments.
    let (first, rest) = stream.split_at(key_frame(&stream, 5) + 20);
    sent.send(first);
    let shown = game.shown();
    for frame in [0, 59, 60, 100] {
        game.check(frame, shown[frame], frame..frame + PICTURES).await;
    }
    sent.send(rest);
    sent.feed(LivePackager::disconnect);
    sent.feed(LivePackager::end);
    let shown = game.shown();
    assert_eq!(shown.len(), 480);
    for frame in [61, 200, 299] {
        game.check(frame, shown[frame], frame..frame + PICTURES).await;
    }
}

/// CLIP-01, CLIP-04: a clip goes on across a reconnect: what was sent before, then what was sent after it.
#[tokio::test]
async fn a_clip_across_a_reconnect_is_exact() {
    let game = Game::draw();
    let (stream, mut sent) = (game.sent(), Sent::begin(&game));
    let configs = stream.iter().filter(|input| matches!(input, Input::Config(_))).cloned().collect::<Vec<_>>();
    let before = &stream[..key_frame(&stream, 4)];
    sent.feed(|live| live.connect(Clock::Milliseconds));
    sent.send(before);
    sent.feed(LivePackager::disconnect);
    // The encoder is back, and goes on from a later key frame of the film.
    sent.feed(|live| live.connect(Clock::Milliseconds));
    sent.send(&configs);
    sent.send(&stream[key_frame(&stream, 5)..]);
    sent.feed(LivePackager::disconnect);
    sent.feed(LivePackager::end);
    let shown = game.shown();
    for frame in [150, 195] {
        let expected = (frame..240).chain(300..).take(PICTURES);
        game.check(frame, shown[frame], expected).await;
    }
    game.check(300, shown[240], 300..300 + PICTURES).await;
}

/// CLIP-03: the forms: upright ones of 9:16, a wide one, as long as the clip, from the same picture on, with sound, and with
/// the logo where it was asked for. What is cropped is the middle.
#[tokio::test]
async fn a_clip_has_other_forms() {
    let game = Game::record().await;
    let clip = fs::read(game.cut(2000, 2000).await).unwrap();
    let logo = ["-f", "lavfi", "-i", "color=white:s=64x64", "-frames:v", "1", "-y", "logo.png"];
    quiet("ffmpeg", game.folder.path(), &logo);
    let logo = Logo::of("image/png", fs::read(game.path("logo.png")).unwrap().into()).unwrap();
    let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240"><path d="M0 0H240V240H0Z" fill="#fff"/></svg>"##;
    let drawn = Logo::of("image/svg+xml", svg.into()).unwrap();
    assert!(Logo::of("text/html", svg.into()).is_none());
    let work = game.path("work");
    fs::create_dir(&work).unwrap();
    for (framing, logo) in [
        (Framing::Crop, None),
        (Framing::Padded, Some(&logo)),
        (Framing::Padded, None),
        (Framing::Padded, Some(&drawn)),
        (Framing::Wide, Some(&drawn)),
    ] {
        let made = reframe::make(&game.ffmpeg, &clip, framing, logo, &work).await.unwrap();
        assert_eq!(fs::read_dir(&work).unwrap().count(), 0, "nothing is left half done");
        let file = game.path("upright.mp4");
        fs::write(&file, made).unwrap();
        let entries = "stream=codec_name,width,height";
        let shown = ["-show_entries", entries, "-of", "csv=p=0", "upright.mp4"];
        let shown = quiet("ffprobe", game.folder.path(), &shown);
        // What is square stays square where it is not made upright.
        let height = if framing == Framing::Wide { 720 } else { 1280 };
        assert_eq!(shown.lines().collect::<Vec<_>>(), [&format!("h264,720,{height}"), "aac"]);
        assert!((game.duration(&file) - 2.0).abs() < 0.1);
        let first = ["-i", "upright.mp4", "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-y", "first.raw"];
        quiet("ffmpeg", game.folder.path(), &first);
        let picture = fs::read(game.path("first.raw")).unwrap();
        let corner = picture[100 * 720 + 720 - 100];
        // Both halves of the film meet in the middle, whatever is left and right of it.
        let middle = |x: usize| usize::from(picture[height / 2 * 720 + x]).saturating_sub(16);
        for (left, right) in [(180, 540), (330, 390)] {
            let number = (middle(right) + 2) / 5 * 16 + (middle(left) + 6) / 13;
            assert!(number.abs_diff(60) <= 1, "{framing:?}: {number} at {left} and {right}");
        }
        if framing != Framing::Crop {
            assert_eq!(corner > 200, logo.is_some(), "{corner}");
        }
    }
}
