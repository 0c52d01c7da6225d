//! Uploaded files by a real ffmpeg: those that become recordings, and those that are refused.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::common::{NOW, clip, ffmpeg, quiet};
use crate::flv::inputs;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use media::codec::Codec;
use media::codec::cmaf::init_segment;
use media::codec::frame::{Config, Input};
use media::ffmpeg::Ffmpeg;
use media::hls::Rendition;
use media::recording::{Download, replay};
use media::vod::import::{ImportError, Imported, Limits, Refused, captions, import};
use media::vod::pictures;
use tempfile::TempDir;

struct Upload {
    folder: TempDir,
    ffmpeg: Ffmpeg,
}

impl Upload {
    fn new(ffmpeg: Ffmpeg) -> Self {
        Self { folder: tempfile::tempdir().unwrap(), ffmpeg }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn target(&self) -> PathBuf {
        self.path().join("video/7")
    }

    async fn import(&self, file: &Path) -> Result<(Imported, Vec<u8>), ImportError> {
        let mut told = Vec::new();
        let progress = |percent| told.push(percent);
        let imported = import(&self.ffmpeg, file, &self.target(), NOW, Limits::default(), progress).await?;
        Ok((imported, told))
    }

    /// Nothing stays behind of what is refused.
    async fn refused(&self, file: &Path) -> Refused {
        let refused = match self.import(file).await {
            Err(ImportError::Refused(refused)) => refused,
            other => panic!("{}: {other:?}", file.display()),
        };
        let left = fs::read_dir(self.path().join("video")).map_or(0, Iterator::count);
        assert_eq!(left, 0, "{refused}");
        refused
    }

    /// The recording as one file again: codec, size and pictures of the video, and how long it is.
    fn shown(&self) -> String {
        let replay = replay(&self.target()).unwrap();
        assert!(replay.ended());
        let plan = Download::plan(&replay, &[Rendition::SOURCE, Rendition::SOUND], 0, replay.length()).unwrap();
        plan.write_to(&mut fs::File::create(self.path().join("shown.mp4")).unwrap()).unwrap();
        let entries = "stream=codec_name,width,height,nb_read_frames";
        let options = ["-count_frames", "-select_streams", "v", "-show_entries", entries, "-of", "csv=p=0"];
        quiet("ffprobe", self.path(), &[&options[..], &["shown.mp4"]].concat()).trim().to_owned()
    }
}

/// PLAY-06: H.264 with AAC is passed through, bit for bit.
#[tokio::test]
async fn h264_with_aac_is_passed_through() {
    let ffmpeg = ffmpeg();
    let upload = Upload::new(ffmpeg);
    let file = clip(upload.path(), "a.mp4", "320x180", 7, &["-bf", "2", "-g", "60", "-preset", "veryfast"]);
    let (imported, told) = upload.import(&file).await.unwrap();
    assert!(imported.passed_through);
    assert!((imported.length.as_secs_f64() - 7.0).abs() < 0.1, "{:?}", imported.length);
    assert!(told.is_sorted() && told.first() == Some(&0) && told.last() == Some(&100), "{told:?}");
    assert_eq!(upload.shown(), "h264,320,180,210");
    let hashes = |file: &str| {
        let said = quiet("ffmpeg", upload.path(), &["-i", file, "-map", "0:v", "-f", "framemd5", "-"]);
        let hash = |line: &str| line.rsplit(',').next().unwrap().trim().to_owned();
        said.lines().filter(|line| !line.starts_with('#')).map(hash).collect::<Vec<_>>()
    };
    assert_eq!(hashes("a.mp4"), hashes("shown.mp4"));
}

/// PLAY-06: everything else is encoded, 720p at most and the right way up.
#[tokio::test]
async fn upload_in_another_format_is_encoded() {
    let ffmpeg = ffmpeg();
    let upload = Upload::new(ffmpeg);
    let old = ["-c:v", "mpeg4", "-c:a", "mp3"];
    let file = clip(upload.path(), "a.avi", "1440x810", 2, &old);
    let (imported, _) = upload.import(&file).await.unwrap();
    assert!(!imported.passed_through);
    // The sound of such a file begins a little before its picture.
    assert!(["h264,1280,720,60", "h264,1280,720,61"].contains(&upload.shown().as_str()));
    assert!(replay(&upload.target()).unwrap().renditions().any(|rendition| rendition == Rendition::SOUND));

    let upload = Upload::new(upload.ffmpeg);
    let file = clip(upload.path(), "a.mp4", "320x180", 2, &["-an"]);
    // A phone that was held upright says so in the matrix of the track.
    let mut bytes = fs::read(&file).unwrap();
    let matrix = bytes.windows(4).position(|part| part == b"tkhd").unwrap() + 4 + 40;
    let turned = [0, 0x1_0000, 0, -0x1_0000, 0, 0, 0, 0, 0x4000_0000_i32];
    bytes[matrix..matrix + 36].copy_from_slice(&turned.map(i32::to_be_bytes).concat());
    fs::write(&file, bytes).unwrap();
    let (imported, _) = upload.import(&file).await.unwrap();
    assert!(!imported.passed_through);
    assert_eq!(upload.shown(), "h264,180,320,60");
}

/// PLAY-06, PLAY-08: texts of a file are read as captions, and its video is what it is.
#[tokio::test]
async fn texts_of_a_file_become_captions() {
    let ffmpeg = ffmpeg();
    let upload = Upload::new(ffmpeg);
    clip(upload.path(), "plain.mkv", "160x90", 4, &["-an", "-g", "30"]);
    fs::write(upload.path().join("a.srt"), "1\n00:00:01,000 --> 00:00:02,500\n<i>One</i> & two\n").unwrap();
    let options = "-y -i plain.mkv -i a.srt -map 0 -map 1 -map 1 -c:v copy -c:s:0 ass -c:s:1 subrip \
                   -metadata:s:s:0 language=fre -metadata:s:s:1 language=eng a.mkv";
    quiet("ffmpeg", upload.path(), &options.split_whitespace().collect::<Vec<_>>());
    let (imported, _) = upload.import(&upload.path().join("a.mkv")).await.unwrap();
    let tags: Vec<&str> = imported.texts.iter().map(|text| text.language.tag()).collect();
    assert_eq!((imported.passed_through, tags), (true, vec!["fr", "en"]));
    for text in imported.texts {
        let read = captions(&upload.ffmpeg, &upload.path().join("a.mkv"), text, imported.length).await.unwrap();
        assert_eq!(read.to_vtt(), "WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n<i>One</i> &amp; two\n");
    }
}

/// PLAY-06: without sound nothing of the picture is lost.
#[tokio::test]
async fn a_silent_file_is_whole() {
    let ffmpeg = ffmpeg();
    let upload = Upload::new(ffmpeg);
    let file = clip(upload.path(), "a.mkv", "160x90", 5, &["-an", "-g", "30"]);
    assert!(upload.import(&file).await.unwrap().0.passed_through);
    assert_eq!(upload.shown(), "h264,160,90,150");
    pictures::make(&upload.ffmpeg, &upload.target()).await.unwrap();
    let list = fs::read_to_string(upload.target().join("thumbs.vtt")).unwrap();
    assert_eq!(list.matches("-->").count(), 1, "{list}");
}

/// PLAY-06: a file that tells of its sound late loses nothing of its picture.
#[tokio::test]
async fn a_transport_stream_is_whole() {
    let ffmpeg = ffmpeg();
    let upload = Upload::new(ffmpeg);
    let file = clip(upload.path(), "a.ts", "160x90", 6, &["-g", "90"]);
    assert!(upload.import(&file).await.unwrap().0.passed_through);
    assert_eq!(upload.shown(), "h264,160,90,180");
    assert!(replay(&upload.target()).unwrap().renditions().any(|rendition| rendition == Rendition::SOUND));
}

/// PLAY-06: poster, thumbnails and preview.
#[tokio::test]
async fn an_upload_has_its_pictures() {
    let ffmpeg = ffmpeg();
    let upload = Upload::new(ffmpeg);
    let file = clip(upload.path(), "a.mp4", "320x180", 34, &["-g", "60", "-an"]);
    upload.import(&file).await.unwrap();
    pictures::make(&upload.ffmpeg, &upload.target()).await.unwrap();
    let size = |file: &str| {
        let options =
            ["-count_frames", "-show_entries", "stream=codec_name,width,height,nb_read_frames", "-of", "csv=p=0"];
        quiet("ffprobe", &upload.target(), &[&options[..], &[file]].concat()).trim().to_owned()
    };
    assert_eq!(size("poster.jpg"), "mjpeg,320,180,1");
    assert_eq!(size("sprite-0.jpg"), "mjpeg,800,450,1");
    assert_eq!(size("preview.mp4"), "h264,320,180,180");
    let list = fs::read_to_string(upload.target().join("thumbs.vtt")).unwrap();
    assert!(list.starts_with("WEBVTT\n\n00:00:00.000 --> 00:00:10.000\nsprite-0.jpg#xywh=0,0,160,90\n"), "{list}");
    assert!(list.contains("\n00:00:30.000 --> 00:00:34.0"), "{list}");
    assert!(list.ends_with("\nsprite-0.jpg#xywh=480,0,160,90\n"), "{list}");
    // Each of the four is the picture of its time, and the fifth place is empty.
    let spread = |left: usize| {
        let crop = format!("crop=160:90:{left}:0");
        let stats = "signalstats,metadata=print:file=-:key=lavfi.signalstats.YHIGH";
        let filter = format!("{crop},{stats}");
        let said = quiet("ffmpeg", &upload.target(), &["-i", "sprite-0.jpg", "-vf", &filter, "-f", "null", "-"]);
        said.rsplit('=').next().unwrap().trim().parse::<f64>().unwrap()
    };
    assert!([0, 160, 320, 480].iter().all(|&left| spread(left) > 100.0));
    assert!(spread(640) < 20.0);
    // A recording with its pictures is still a recording, and nothing half-done is left.
    replay(&upload.target()).unwrap();
    let names = fs::read_dir(upload.target()).unwrap().map(|item| item.unwrap().file_name());
    assert!(!names.into_iter().any(|name| name.to_string_lossy().ends_with(".tmp")));
}

/// PLAY-06: a cancelled import leaves nothing behind.
#[tokio::test]
async fn a_cancelled_upload_leaves_nothing() {
    let ffmpeg = ffmpeg();
    let upload = Upload::new(ffmpeg);
    let file = clip(upload.path(), "a.mp4", "320x180", 20, &["-c:v", "mpeg4", "-an"]);
    let (told, mut telling) = tokio::sync::mpsc::unbounded_channel();
    let progress = move |percent| {
        let _ = told.send(percent);
    };
    let target = upload.target();
    let work = import(&upload.ffmpeg, &file, &target, NOW, Limits::default(), progress);
    tokio::select! {
        done = work => panic!("{done:?}"),
        () = async { while telling.recv().await.is_some_and(|percent| percent < 10) {} } => {}
    }
    // The writer notices by itself.
    while fs::read_dir(upload.path().join("video")).unwrap().count() > 0 {
        tokio::task::yield_now().await;
    }
}

/// A picture of 100 megapixels in a few kilobytes.
fn bomb() -> Vec<u8> {
    let side: u32 = 10_000;
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut chunk = |kind: &[u8; 4], body: &[u8]| {
        out.extend(u32::try_from(body.len()).unwrap().to_be_bytes());
        let whole = [kind, body].concat();
        out.extend(&whole);
        out.extend(crc32fast::hash(&whole).to_be_bytes());
    };
    let size = [side.to_be_bytes(), side.to_be_bytes()].concat();
    chunk(b"IHDR", &[&size[..], &[1, 0, 0, 0, 0]].concat());
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    let row = vec![0; 1 + side as usize / 8];
    (0..side).for_each(|_| packed.write_all(&row).unwrap());
    chunk(b"IDAT", &packed.finish().unwrap());
    chunk(b"IEND", &[]);
    out
}

/// An MP4 that claims an hour and has no frame.
fn hollow(folder: &Path) -> Bytes {
    let stream = inputs(&clip(folder, "short.flv", "160x90", 1, &["-an"]));
    let config = stream.into_iter().find_map(|input| match input {
        Input::Config(Config::Video(config)) => Some(config),
        _ => None,
    });
    let mut bytes = init_segment(&Codec::Avc(config.unwrap())).to_vec();
    for (kind, at) in [(b"mvhd", 16), (b"mdhd", 16), (b"tkhd", 20)] {
        let start = bytes.windows(4).position(|part| part == kind).unwrap() + 4;
        let long = 3600_u32 * 90_000;
        bytes[start + at..start + at + 4].copy_from_slice(&long.to_be_bytes());
    }
    bytes.into()
}

type Judge<'a> = &'a dyn Fn(&Refused) -> bool;

/// T33, T34: hostile files are refused by their bytes, with a reason in plain words, and no file but the upload is read.
#[tokio::test]
async fn hostile_files_are_refused() {
    let found = ffmpeg();
    for ffmpeg in [found.clone(), found.without_sandbox()] {
        let upload = Upload::new(ffmpeg);
        let whole = clip(upload.path(), "whole.mp4", "160x90", 4, &["-movflags", "+faststart", "-g", "30"]);
        let bytes = fs::read(&whole).unwrap();
        let name = |name: &str| upload.path().join(name);
        fs::write(name("other.ts"), "").unwrap();
        clip(upload.path(), "paid.ts", "160x90", 1, &[]);
        let paid = name("paid.ts").display().to_string();
        let bomb = bomb();
        assert!(bomb.len() < 100_000);
        fs::write(name("bomb.png"), &bomb).unwrap();
        quiet("ffmpeg", upload.path(), &["-i", "bomb.png", "-c", "copy", "bomb.mov"]);
        fs::write(name("hollow.mp4"), hollow(upload.path())).unwrap();
        clip(upload.path(), "sound.mp4", "160x90", 1, &["-vn"]);
        let broken = |refused: &Refused| matches!(refused, Refused::Broken(_));
        let cases: [(&str, Option<Vec<u8>>, Judge<'_>); 12] = [
            ("a.mp4", Some(b"#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n".to_vec()), &|r| *r == Refused::Playlist),
            ("b.mp4", Some(format!("#EXTM3U\n#EXTINF:1,\n{paid}\n").into()), &|r| *r == Refused::Playlist),
            ("c.mp4", Some(format!("ffconcat version 1.0\nfile '{paid}'\n").into()), &|r| *r == Refused::Playlist),
            ("d.mp4", Some(format!("file '{paid}'\n").into()), &|r| *r == Refused::Text),
            ("bomb.png", None, &|r| *r == Refused::Picture),
            ("bomb.mov", None, &|r| *r == Refused::Codec("png".to_owned())),
            ("e.mp4", Some(bytes[..bytes.len() / 3].to_vec()), &broken),
            ("f.mp4", Some([b"PK\x03\x04", &bytes[..]].concat()), &|r| *r == Refused::Archive),
            ("g.mp4", Some(b"Just some words.\n".to_vec()), &|r| *r == Refused::Text),
            ("hollow.mp4", None, &broken),
            ("sound.mp4", None, &|r| *r == Refused::NoPicture),
            ("h.mp4", Some((0..5000_u32).flat_map(|n| n.wrapping_mul(2_654_435_761).to_be_bytes()).collect()), &|r| {
                matches!(r, Refused::NotVideo(_) | Refused::Broken(_))
            }),
        ];
        for (file, bytes, expected) in cases {
            if let Some(bytes) = bytes {
                fs::write(name(file), bytes).unwrap();
            }
            let refused = upload.refused(&name(file)).await;
            assert!(expected(&refused), "{file}: {refused}");
            assert!(!refused.to_string().contains('/'), "{refused}");
        }
        let small = Limits { bytes: 1000, ..Limits::default() };
        let large = import(&upload.ffmpeg, &whole, &upload.target(), NOW, small, |_| {}).await;
        assert!(matches!(large, Err(ImportError::Refused(Refused::TooLarge(1000)))));
        let brief = Limits { length: std::time::Duration::from_secs(2), ..Limits::default() };
        let long = import(&upload.ffmpeg, &whole, &upload.target(), NOW, brief, |_| {}).await;
        assert!(matches!(long, Err(ImportError::Refused(Refused::TooLong(_)))));
    }
}
