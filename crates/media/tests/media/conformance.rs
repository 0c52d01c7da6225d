//! What we write, judged by ffmpeg: a real stream goes through reader, packager, recording and playlists, and is decoded.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use domain::time::Timestamp;
use media::codec::cmaf::parse_fragments;
use media::codec::flv::Reader;
use media::codec::frame::{Clock, Input};
use media::hls::{Label, MediaPlaylist, Rendition, SegmentEvent, Settings, SoundTrack, Variant, multivariant};
use media::live::Packager;
use media::recording::{Download, Meta, Recording, replay};
use tempfile::TempDir;

const NOW: Timestamp = Timestamp(1_700_000_000_000);
const SECOND: u64 = 90_000;
/// A white picture and a tone in the first tenth of every second.
const FLASHES: &str = "color=black:s=320x180:r=30,drawbox=enable='lt(mod(t,1),0.1)':color=white:t=fill";
const BEEPS: &str = "aevalsrc='if(lt(mod(t,1),0.1),sin(2*PI*1000*t),0)':s=48000";

/// Standard output; whatever is said beside it fails the test, warnings too.
fn quiet(program: &str, folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new(program)
        .current_dir(folder)
        .args(["-hide_banner", "-v", "warning"])
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{program} {arguments:?} said:\n{said}");
    String::from_utf8(output.stdout).unwrap()
}

/// An FLV stream as an encoder would push it, with reordered pictures and a key frame every two seconds.
fn encode(folder: &Path, name: &str, picture: &str, sound: &str, seconds: &str) -> PathBuf {
    let arguments = [
        "-f",
        "lavfi",
        "-i",
        picture,
        "-f",
        "lavfi",
        "-i",
        sound,
        "-t",
        seconds,
        "-pix_fmt",
        "yuv420p",
        "-c:v",
        "libx264",
        "-preset",
        "veryfast",
        "-threads",
        "1",
        "-bf",
        "2",
        "-g",
        "60",
        "-keyint_min",
        "60",
        "-sc_threshold",
        "0",
        "-c:a",
        "aac",
        "-ac",
        "2",
        "-flvflags",
        "no_duration_filesize",
        "-y",
        name,
    ];
    quiet("ffmpeg", folder, &arguments);
    folder.join(name)
}

/// A folder with a recorded game and its playlists.
struct Game {
    folder: TempDir,
    events: Vec<SegmentEvent>,
}

impl Game {
    /// Each stream is one connection; the encoder was away in between.
    fn record(streams: &[PathBuf]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut packager = Packager::new(Settings::default());
        let mut events = Vec::new();
        let mut now = NOW;
        for stream in streams {
            events.extend(packager.connect(Clock::Milliseconds));
            let mut reader = Reader::default();
            for piece in fs::read(stream).unwrap().chunks(1460) {
                reader.push(piece);
                while let Some(input) = reader.next_input().unwrap() {
                    events.extend(match input {
                        Input::Config(config) => packager.config(config),
                        Input::Frame(frame) => {
                            let at = now.plus(i64::try_from(frame.dts).unwrap());
                            packager.frame(frame, at)
                        }
                    });
                }
            }
            events.extend(packager.disconnect());
            now = now.plus(60_000);
        }
        events.extend(packager.end());
        let game = Self { folder, events };
        game.write();
        game
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn write(&self) {
        let mut recording = Recording::create(self.path(), Meta::new(NOW, Settings::default())).unwrap();
        let mut playlists = BTreeMap::new();
        let (mut variant, mut sound) = (None, None);
        for event in &self.events {
            recording.apply(event).unwrap();
            if let SegmentEvent::InitReady { rendition, codec, .. } = event {
                let new = || MediaPlaylist::new(*rendition, Settings::default());
                playlists.entry(*rendition).or_insert_with(new);
                match codec.clone() {
                    media::codec::Codec::Avc(codec) => {
                        let (peak, average, key_frames) = (1_000_000, 500_000, None);
                        variant = Some(Variant { rendition: *rendition, codec, peak, average, key_frames });
                    }
                    media::codec::Codec::Aac(codec) => {
                        sound = Some(SoundTrack { rendition: *rendition, codec, name: Label::new("Main") });
                    }
                }
            }
            for playlist in playlists.values_mut() {
                playlist.apply(event);
            }
        }
        for (rendition, playlist) in &playlists {
            let path = self.path().join(rendition.to_string()).join("index.m3u8");
            fs::write(path, playlist.render(&[]).full).unwrap();
        }
        let renditions = multivariant(&[variant.unwrap()], sound.as_ref(), &[]);
        fs::write(self.path().join("index.m3u8"), renditions).unwrap();
    }

    fn segments(&self, rendition: Rendition) -> usize {
        let of = |event: &&SegmentEvent| matches!(event, SegmentEvent::SegmentReady { rendition: of, .. } if *of == rendition);
        self.events.iter().filter(of).count()
    }

    fn download(&self, from: u64, to: u64) -> PathBuf {
        let replay = replay(self.path()).unwrap();
        let download = Download::plan(&replay, &[Rendition::SOURCE, Rendition::SOUND], from, to).unwrap();
        let path = self.path().join("download.mp4");
        download.write_to(&mut fs::File::create(&path).unwrap()).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().len(), download.length());
        path
    }
}

/// A line for each stream or frame; a playlist's streams are told as a program first, and then once more.
fn probe(folder: &Path, file: &str, stream: &str, entries: &str) -> Vec<String> {
    let arguments = ["-count_frames", "-select_streams", stream, "-show_entries", entries, "-of", "csv=p=0:nk=1", file];
    let said = quiet("ffprobe", folder, &arguments);
    said.lines().map(|line| line.trim_end_matches(',').to_owned()).filter(|line| !line.is_empty()).collect()
}

fn count_of(folder: &Path, file: &str) -> String {
    probe(folder, file, "v", "stream=nb_read_frames").pop().unwrap()
}

fn duration_of(folder: &Path, file: &str) -> f64 {
    number(&probe(folder, file, "v", "format=duration").pop().unwrap())
}

fn times_of(folder: &Path, file: &str) -> Vec<f64> {
    probe(folder, file, "0", "frame=pts_time").iter().map(|line| number(line)).collect()
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or_else(|_| panic!("no number: {text:?}"))
}

#[test]
fn every_segment_decodes_and_the_whole_plays() {
    let folder = tempfile::tempdir().unwrap();
    let stream = encode(folder.path(), "a.flv", "testsrc2=s=320x180:r=30", "sine=f=440:r=48000", "13");
    let game = Game::record(&[stream]);
    assert_eq!(game.segments(Rendition::SOURCE), 4);
    for rendition in [Rendition::SOURCE, Rendition::SOUND] {
        for number in 0..4 {
            let part = |name: &str| fs::read(game.path().join(rendition.to_string()).join(name)).unwrap();
            let whole = [
                part(if rendition == Rendition::SOURCE { "init-0.mp4" } else { "init-1.mp4" }),
                part(&format!("{number}.m4s")),
            ];
            fs::write(game.path().join("one.mp4"), whole.concat()).unwrap();
            quiet("ffmpeg", game.path(), &["-i", "one.mp4", "-f", "null", "-"]);
        }
    }
    quiet("ffmpeg", game.path(), &["-i", "index.m3u8", "-map", "0", "-f", "null", "-"]);
    assert_eq!(count_of(game.path(), "index.m3u8"), "390");
    let samples = parse_fragments(&fs::read(game.path().join("v0/0.m4s")).unwrap()).unwrap();
    let first = samples.iter().map(|sample| sample.dts.checked_add_signed(sample.cts.into()).unwrap()).min();
    assert_eq!(first, Some(0), "presentation starts at 0");
    let times = times_of(game.path(), "v0/index.m3u8");
    // No picture is missing, none comes twice; RTMP rounds to milliseconds.
    assert!(times.windows(2).all(|pair| (pair[1] - pair[0] - 1.0 / 30.0).abs() < 0.002));
    let times = times_of(game.path(), "a0/index.m3u8");
    assert!(times[0].abs() < 0.001);
    assert!(times.windows(2).all(|pair| (pair[1] - pair[0] - 1024.0 / 48_000.0).abs() < 0.0001));
}

/// The moments at which a filter said that something ended.
fn ends(folder: &Path, arguments: &[&str], key: &str) -> Vec<f64> {
    let mut command = Command::new("ffmpeg");
    command.current_dir(folder).args(["-hide_banner", "-nostats"]).args(arguments);
    let said = command.args(["-f", "null", "-"]).stdin(Stdio::null()).output().unwrap().stderr;
    let said = String::from_utf8(said).unwrap();
    let after = said.lines().filter_map(|line| line.split_once(key)).map(|(_, rest)| rest.trim_start());
    after.filter_map(|rest| rest.split(|c: char| !c.is_ascii_digit() && c != '.').next()?.parse().ok()).collect()
}

/// Flashes and beeps, each moved by so many seconds, come together.
fn in_sync(folder: &Path, file: &str, expected: usize, late: f64) {
    let flashes = ends(folder, &["-copyts", "-i", file, "-vf", "blackdetect=d=0.3", "-an"], "black_end:");
    let beeps = ends(folder, &["-copyts", "-i", file, "-af", "silencedetect=n=-20dB:d=0.3", "-vn"], "silence_end:");
    assert!(flashes.len() >= expected && beeps.len() >= expected, "{flashes:?} {beeps:?}");
    // At the very end both stop, each with its own last frame.
    for (flash, beep) in flashes.iter().zip(&beeps).take(expected) {
        assert!((flash - late - beep).abs() < 0.045, "{file} {late}: {flashes:?} {beeps:?}");
    }
}

/// The encoder leaves and comes back with a clock that starts again.
#[test]
fn picture_and_sound_stay_together_over_a_reconnect() {
    let folder = tempfile::tempdir().unwrap();
    let stream = encode(folder.path(), "a.flv", FLASHES, BEEPS, "7");
    in_sync(folder.path(), "a.flv", 6, 0.0);
    let game = Game::record(&[stream.clone(), stream]);
    let playlist = fs::read_to_string(game.path().join("v0/index.m3u8")).unwrap();
    assert_eq!(playlist.matches("#EXT-X-DISCONTINUITY").count(), 1, "{playlist}");
    assert_eq!(playlist.matches("#EXT-X-MAP").count(), 1, "{playlist}");
    quiet("ffmpeg", game.path(), &["-i", "index.m3u8", "-map", "0", "-f", "null", "-"]);
    // ffmpeg adds the largest negative offset of a fragment to all its times, which no player does.
    let late = times_of(game.path(), "v0/index.m3u8")[0];
    in_sync(game.path(), "index.m3u8", 12, late);
    let duration = duration_of(game.path(), "index.m3u8");
    assert!((duration - 14.0).abs() < 0.1, "{duration}");
    assert_eq!(count_of(game.path(), "index.m3u8"), "420");
}

/// The encoder comes back with another size: another init, and both in one download.
#[test]
fn another_size_decodes_with_its_own_init() {
    let folder = tempfile::tempdir().unwrap();
    let first = encode(folder.path(), "a.flv", FLASHES, BEEPS, "5");
    let second = encode(folder.path(), "b.flv", &FLASHES.replace("320x180", "640x360"), BEEPS, "5");
    let game = Game::record(&[first, second]);
    let playlist = fs::read_to_string(game.path().join("v0/index.m3u8")).unwrap();
    assert!(playlist.contains("#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI=\"init-2.mp4\"\n"), "{playlist}");
    let file = |name: &str| fs::read(game.path().join(name)).unwrap();
    let after = [file("v0/init-2.mp4"), file("v0/2.m4s"), file("v0/3.m4s")].concat();
    fs::write(game.path().join("after.mp4"), after).unwrap();
    quiet("ffmpeg", game.path(), &["-i", "after.mp4", "-f", "null", "-"]);
    assert_eq!(probe(game.path(), "after.mp4", "v", "stream=width,height,nb_read_frames"), ["640,360,150"]);
    game.download(0, 10 * SECOND);
    in_sync(game.path(), "download.mp4", 9, 0.0);
    assert_eq!(count_of(game.path(), "download.mp4"), "300");
}

#[test]
fn a_download_starts_at_the_exact_frame() {
    let folder = tempfile::tempdir().unwrap();
    let stream = encode(folder.path(), "a.flv", "testsrc2=s=320x180:r=30", "sine=f=440:r=48000", "13");
    let game = Game::record(std::slice::from_ref(&stream));
    // In the middle of a group of pictures; milliseconds of RTMP make it a hair less than 161 frames.
    game.download(161 * 3000, 161 * 3000 + 4 * SECOND);
    quiet("ffmpeg", game.path(), &["-i", "download.mp4", "-map", "0", "-f", "null", "-"]);
    let duration = duration_of(game.path(), "download.mp4");
    assert!((duration - 4.0).abs() < 0.001, "{duration}");
    let hashes = |file: &str, filter: &str, count: &str| -> Vec<String> {
        let arguments =
            ["-i", file, "-an", "-vf", filter, "-fps_mode", "passthrough", "-frames:v", count, "-f", "framemd5", "-"];
        let lines = quiet("ffmpeg", game.path(), &arguments);
        let hash = |line: &str| line.rsplit(',').next().unwrap().trim().to_owned();
        lines.lines().filter(|line| !line.starts_with('#')).map(hash).collect()
    };
    let stream = stream.to_str().unwrap();
    let wanted = hashes(stream, "select=gte(n\\,161)", "20");
    assert_eq!(wanted.len(), 20);
    let shown = hashes("download.mp4", "null", "21");
    assert!(shown.starts_with(&wanted) || shown[1..] == wanted[..], "another frame is first");
}

/// Silence of our own making, where sound was lost, is sound to a decoder.
#[test]
fn filled_silence_decodes() {
    let folder = tempfile::tempdir().unwrap();
    for channels in ["1", "2"] {
        let arguments = [
            "-f",
            "lavfi",
            "-i",
            "testsrc2=s=160x90:r=30",
            "-f",
            "lavfi",
            "-i",
            "sine=f=440:r=44100",
            "-t",
            "9",
            "-pix_fmt",
            "yuv420p",
            "-c:v",
            "libx264",
            "-preset",
            "ultrafast",
            "-g",
            "60",
            "-af",
            "aselect='not(between(t,3,6))'",
            "-c:a",
            "aac",
            "-ac",
            channels,
            "-y",
            "a.flv",
        ];
        quiet("ffmpeg", folder.path(), &arguments);
        let game = Game::record(&[folder.path().join("a.flv")]);
        quiet("ffmpeg", game.path(), &["-i", "index.m3u8", "-map", "0", "-f", "null", "-"]);
        let silences =
            ends(game.path(), &["-i", "index.m3u8", "-af", "silencedetect=n=-50dB:d=0.5", "-vn"], "silence_end:");
        assert_eq!(silences.len(), 1, "{silences:?}");
        assert!((silences[0] - 6.0).abs() < 0.1, "{silences:?}");
        assert_eq!(game.segments(Rendition::SOURCE), game.segments(Rendition::SOUND));
    }
}
