//! Object storage against a real S3 server, which `scripts/python-packages` installs.

use std::path::Path;

use crate::common::{NOW, clip, ffmpeg};

use domain::ids::{ClipId, MediaId};
use domain::secret::Secret;
use domain::time::Timestamp;
use media::hls::{Label, Rendition, Settings};
use media::live::encoder::LowerRendition;
use media::recording::{Download, DownloadSpan, Meta, Recording, RecordingFile, read};
use media::storage::{BucketKeys, Objects, RecordingStore};
use media::vod::import::{Limits, import};
use media::vod::ladder::{Pace, Plan, make};
use testkit::S3;
use tokio::sync::watch;

const LIMIT: u64 = 1024 * 1024;
const GAME: MediaId = MediaId(7);

fn open(s3: &S3) -> Objects {
    let keys = BucketKeys { access_key_id: "of-the-test".into(), secret_access_key: Secret::new("any".into()) };
    Objects::open_bucket(&s3.url(), keys).unwrap()
}

fn record(folder: &Path) {
    let meta = Meta::new(Timestamp(1_700_000_000_000), Settings::default());
    Recording::create(folder, meta).unwrap();
    std::fs::create_dir(folder.join("v0")).unwrap();
    for (name, bytes) in [("v0/init-0.mp4", "init"), ("v0/0.m4s", "segment"), ("v0/1.m4s.tmp", "half")] {
        std::fs::write(folder.join(name), bytes).unwrap();
    }
    std::fs::write(folder.join("poster.jpg"), "poster").unwrap();
}

/// PLAY-05, T3: a recording is the same from a bucket as from a disk, and the bucket's own address gives nothing away
/// that the program does not.
#[tokio::test]
async fn recordings_move_to_the_bucket_and_are_read_from_there() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let s3 = S3::start().await;
    let objects = open(&s3);
    assert_eq!(objects.get("nothing", LIMIT).await.unwrap(), None);
    objects.put("images/demo/a.png", "picture".into()).await.unwrap();
    assert_eq!(objects.get("images/demo/a.png", LIMIT).await.unwrap().unwrap(), "picture");
    assert!(objects.get("images/demo/a.png", 3).await.is_err());
    for key in ["../secret", "/x", "a//b", "a/../b"] {
        assert!(objects.get(key, LIMIT).await.is_err(), "{key}");
    }

    let spool = tempfile::tempdir().unwrap();
    let recordings = RecordingStore::new(objects.clone(), spool.path());
    assert!(recordings.replay(GAME).await.unwrap().is_none());
    record(&recordings.folder(GAME));
    let segment = async || recordings.file(GAME, RecordingFile::Segment(Rendition::SOURCE, 0)).await.unwrap();
    assert_eq!(segment().await.unwrap(), "segment");

    // One file is there already, as after a crash in the middle.
    objects.put("video/7/v0/init-0.mp4", "init".into()).await.unwrap();
    recordings.archive(GAME).await.unwrap();
    assert!(!recordings.folder(GAME).exists());
    // Begun again after a crash at its very end, it finds that nothing is left to do.
    std::fs::create_dir(recordings.folder(GAME).with_extension("moved")).unwrap();
    recordings.archive(GAME).await.unwrap();
    assert!(std::fs::read_dir(recordings.root()).unwrap().next().is_none());
    assert_eq!(segment().await.unwrap(), "segment");
    assert_eq!(recordings.file(GAME, RecordingFile::Poster).await.unwrap().unwrap(), "poster");
    assert_eq!(recordings.file(GAME, RecordingFile::Segment(Rendition::SOURCE, 1)).await.unwrap(), None);
    let names: Vec<_> = objects.list("video/7").await.unwrap().into_keys().collect();
    let expected = ["files.list", "meta.json", "poster.jpg", "v0/0.m4s", "v0/init-0.mp4"];
    assert_eq!(names, expected.map(|name| format!("video/7/{name}")));

    // Another server, with nothing of it on its disk.
    let elsewhere = tempfile::tempdir().unwrap();
    let replay = RecordingStore::new(open(&s3), elsewhere.path()).replay(GAME).await.unwrap().unwrap();
    assert_eq!(replay.meta().created, Timestamp(1_700_000_000_000));

    recordings.remove(GAME).await.unwrap();
    assert_eq!(segment().await, None);
    assert_eq!(objects.list("video").await.unwrap().len(), 0);
    assert!(objects.get("images/demo/a.png", LIMIT).await.unwrap().is_some());
}

/// T3: whatever the program puts into the bucket is for the bucket's owner: a request to the bucket itself without its
/// keys gets none of the bytes.
#[tokio::test]
async fn the_bucket_itself_gives_nothing_to_strangers() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let s3 = S3::start().await;
    let objects = open(&s3);
    let spool = tempfile::tempdir().unwrap();
    let recordings = RecordingStore::new(objects.clone(), spool.path());
    record(&recordings.folder(GAME));
    recordings.archive(GAME).await.unwrap();
    recordings.put_clip_file(ClipId(3), "plan", "a clip".into()).await.unwrap();
    objects.put("images/demo/a.png", "picture".into()).await.unwrap();
    let keys =
        objects.list("video").await.unwrap().into_keys().chain(["clips/3/plan", "images/demo/a.png"].map(Into::into));
    let keys: Vec<String> = keys.collect();
    assert!(keys.iter().any(|key| key == "video/7/v0/0.m4s"), "{keys:?}");
    for key in &keys {
        assert_eq!(s3.unsigned(key), ("403".to_owned(), String::new()), "{key}");
    }
    // The server does tell those apart who may: this is what one word too much of the program's would look like.
    s3.open_to_all("video/7/v0/0.m4s");
    assert_eq!(s3.unsigned("video/7/v0/0.m4s"), ("200".to_owned(), "segment".to_owned()));
}

/// EVT-08: the file to take along is the same from a bucket, bit for bit, and its segments are fetched only to be sent.
#[tokio::test]
async fn a_download_is_the_same_from_the_bucket() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let ffmpeg = ffmpeg();
    let s3 = S3::start().await;
    let spool = tempfile::tempdir().unwrap();
    let recordings = RecordingStore::new(open(&s3), spool.path());
    assert!(recordings.download(GAME).await.unwrap().is_none());
    let file = clip(spool.path(), "game.mp4", "320x180", 9, &["-bf", "2"]);
    import(&ffmpeg, &file, &recordings.folder(GAME), NOW, Limits::default(), |_| {}).await.unwrap();
    let planned = Download::whole(&read(&recordings.folder(GAME)).unwrap()).unwrap();
    let mut expected = Vec::new();
    planned.write_to(&mut expected).unwrap();
    assert_eq!(recordings.download(GAME).await.unwrap().as_ref(), Some(&planned), "while it is on this machine");

    recordings.archive(GAME).await.unwrap();
    assert!(!recordings.folder(GAME).exists());
    let plan = recordings.download(GAME).await.unwrap().unwrap();
    assert!(!recordings.folder(GAME).exists());
    assert_eq!(plan, planned);
    let mut bytes = Vec::new();
    while let Some(place) = plan.at(bytes.len() as u64) {
        match place {
            DownloadSpan::Head(head) => bytes.extend_from_slice(head),
            DownloadSpan::Segment(range) => {
                let stored = RecordingFile::Segment(range.rendition, range.number);
                let segment = recordings.file(GAME, stored).await.unwrap().unwrap();
                let from = usize::try_from(range.offset).unwrap();
                bytes.extend_from_slice(&segment[from..from + usize::try_from(range.length).unwrap()]);
            }
        }
    }
    assert!(bytes == expected, "{} bytes instead of {}", bytes.len(), expected.len());
}

/// PLAY-05: lower renditions are made from what lies in a bucket, and lie there afterwards, for every server.
#[tokio::test]
async fn lower_renditions_come_to_the_bucket() {
    let ffmpeg = ffmpeg();
    let _ = rustls::crypto::ring::default_provider().install_default();
    let s3 = S3::start().await;
    let (spool, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let recordings = RecordingStore::new(open(&s3), spool.path());
    let file = clip(spool.path(), "a.mp4", "320x180", 6, &["-g", "60"]);
    import(&ffmpeg, &file, &recordings.folder(GAME), NOW, Limits::default(), |_| {}).await.unwrap();
    recordings.archive(GAME).await.unwrap();
    let lower = LowerRendition { index: 2, height: 90, rate: 200 };
    let plan = Plan::of(&recordings, GAME, &[lower]).await.unwrap().unwrap();
    let pace = Pace { done: watch::Sender::new(0), go: watch::channel(true).1 };
    assert_eq!(make(&ffmpeg, &recordings, GAME, plan, pace).await.unwrap(), [lower]);
    let other = RecordingStore::new(open(&s3), elsewhere.path());
    for recordings in [recordings, other] {
        let replay = recordings.replay(GAME).await.unwrap().unwrap();
        let renditions = replay.tracks().multivariant(Label::new("Main")).unwrap();
        assert!(String::from_utf8_lossy(&renditions).contains("RESOLUTION=160x90"));
        let playlist = replay.playlist(Rendition::Video(2)).unwrap();
        assert!(playlist.entries().len() == 2 && playlist.entries().iter().all(|entry| !entry.gap));
        let segment = recordings.file(GAME, RecordingFile::Segment(Rendition::Video(2), 1)).await.unwrap().unwrap();
        assert_eq!(&segment[4..8], b"moof");
        let here = std::fs::read_dir(recordings.folder(GAME).join("v2")).unwrap();
        assert_eq!(here.count(), 2, "its init and its index");
        assert!(Plan::of(&recordings, GAME, &[lower]).await.unwrap().unwrap().lacking().is_empty());
    }
    assert_eq!(std::fs::read_dir(spool.path().join("video")).unwrap().count(), 1, "nothing is left of the making");
}
