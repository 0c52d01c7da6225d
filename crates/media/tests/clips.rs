//! Clips by a real ffmpeg: each picture carries its number, and the sound beeps on every second.
//!
//! Skipped, and said so, where ffmpeg is not installed.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops at once")]

#[expect(dead_code, reason = "the game here is drawn in a way of its own")]
mod common;

use std::fs;
use std::future::ready;
use std::io;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use common::{NOW, ffmpeg, quiet};
use media::clip::{Cut, Listed, around, plan};
use media::ffmpeg::Ffmpeg;
use media::import::{Limits, import};
use media::portrait::{self, Framing, Logo};
use media::recording::{Download, read};
use media::segment::Rendition;
use media::vault::Stored;
use tempfile::TempDir;

const SIDE: usize = 64;
const RATE: usize = 48_000;

/// Sixteen seconds, 30 pictures a second, some of them reordered.
struct Game {
    folder: TempDir,
    ffmpeg: Ffmpeg,
}

impl Game {
    async fn record() -> Option<Self> {
        let ffmpeg = ffmpeg()?;
        let folder = tempfile::tempdir().unwrap();
        let number = "geq=lum='if(lt(X,32),16+mod(N,16)*13,16+floor(N/16)*5)':cb=128:cr=128";
        let picture = format!("color=s={SIDE}x{SIDE}:r=30,{number}");
        let beep = "aevalsrc='if(lt(mod(t,1),0.1),0.8*sin(2*PI*1000*t),0)':s=48000";
        let source = ["-f", "lavfi", "-i", &picture, "-f", "lavfi", "-i", beep, "-t", "16"];
        let codec = "-pix_fmt yuv420p -c:v libx264 -preset veryfast -bf 2 -g 60 -crf 12 -threads 1 -c:a aac -b:a 128k";
        let codec: Vec<&str> = codec.split(' ').collect();
        quiet("ffmpeg", folder.path(), &[&source[..], &codec, &["-y", "game.mp4"]].concat());
        let game = Self { folder, ffmpeg };
        let file = game.path("game.mp4");
        import(&game.ffmpeg, &file, &game.path("7"), NOW, Limits::default(), |_| {}).await.unwrap();
        Some(game)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn file(&self, stored: Stored) -> io::Result<Option<Bytes>> {
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
    let Some(game) = Game::record().await else { return };
    let whole = game.cut(0, 15_000).await;
    assert_eq!(game.numbers(&whole)[..3], [0, 1, 2]);
    let late = game.beep(&whole) - 1000;
    for frame in [0, 1, 59, 60, 61, 137, 200, 299] {
        let start_ms = frame * 1000 / 30;
        let file = game.cut(start_ms as u64, 4000).await;
        let numbers = game.numbers(&file);
        assert_eq!(numbers[0], frame, "the asked picture is the first");
        let expected: Vec<usize> = (frame..frame + numbers.len()).collect();
        assert_eq!(numbers, expected);
        assert!((119..=121).contains(&numbers.len()), "{}", numbers.len());
        let duration = game.duration(&file);
        assert!((duration - 4.0).abs() <= 1.0 / 30.0, "{duration}");
        // The first beep after the silence that it is known by.
        let expected = (1..5).map(|second| start_ms.next_multiple_of(1000) + (second - 1) * 1000 + late - start_ms);
        let expected = expected.into_iter().find(|&at| at >= 200).unwrap();
        let beep = game.beep(&file);
        assert!(beep.abs_diff(expected) <= 20, "{frame}: {beep} instead of {expected}");
        let bytes = fs::read(&file).unwrap();
        let at = |kind: &[u8]| bytes.windows(4).position(|found| found == kind).unwrap();
        assert!(at(b"moov") < at(b"mdat"));
    }
}

/// The forms for phones: 9:16, as long as the clip, with sound, and with the logo where it was asked for.
#[tokio::test]
async fn a_clip_becomes_upright() {
    let Some(game) = Game::record().await else { return };
    let clip = fs::read(game.cut(2000, 2000).await).unwrap();
    let logo = ["-f", "lavfi", "-i", "color=white:s=64x64", "-frames:v", "1", "-y", "logo.png"];
    quiet("ffmpeg", game.folder.path(), &logo);
    let logo = Logo::of("image/png", fs::read(game.path("logo.png")).unwrap().into()).unwrap();
    assert!(Logo::of("image/svg+xml", Bytes::new()).is_none());
    for (framing, logo) in [(Framing::Crop, None), (Framing::Padded, Some(&logo)), (Framing::Padded, None)] {
        let made = portrait::make(&game.ffmpeg, &clip, framing, logo).await.unwrap();
        let file = game.path("upright.mp4");
        fs::write(&file, made).unwrap();
        let entries = "stream=codec_name,width,height";
        let shown = ["-show_entries", entries, "-of", "csv=p=0", "upright.mp4"];
        let shown = quiet("ffprobe", game.folder.path(), &shown);
        assert_eq!(shown.lines().collect::<Vec<_>>(), ["h264,720,1280", "aac"]);
        assert!((game.duration(&file) - 2.0).abs() < 0.1);
        let first = ["-i", "upright.mp4", "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "gray", "-y", "first.raw"];
        quiet("ffmpeg", game.folder.path(), &first);
        let picture = fs::read(game.path("first.raw")).unwrap();
        let corner = picture[100 * 720 + 720 - 100];
        if framing == Framing::Padded {
            assert_eq!(corner > 200, logo.is_some(), "{corner}");
        }
    }
}
