//! Lower renditions of a recording, made after its end by a real ffmpeg.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::common::{NOW, clip, ffmpeg, quiet};
use crate::flv::inputs;
use domain::ids::MediaId;
use media::codec::cmaf::parse_fragments;
use media::codec::frame::{Clock, Input};
use media::ffmpeg::Ffmpeg;
use media::hls::{Label, Rendition, SegmentEvent, Settings};
use media::live::LivePackager;
use media::live::encoder::LowerRendition;
use media::recording::{Meta, Recording};
use media::storage::{Objects, RecordingStore};
use media::vod::import::{Limits, import};
use media::vod::ladder::{LadderError, Pace, Plan, make};
use tempfile::TempDir;
use tokio::sync::watch;

/// Small, so that it is quick.
const LADDER: [LowerRendition; 2] =
    [LowerRendition { index: 1, height: 120, rate: 300 }, LowerRendition { index: 2, height: 90, rate: 200 }];
const MEDIA: MediaId = MediaId(7);

struct Recorded {
    folder: TempDir,
    recordings: RecordingStore,
    ffmpeg: Ffmpeg,
}

impl Recorded {
    fn empty(ffmpeg: Ffmpeg) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let objects = Objects::open(&format!("file:{}", folder.path().join("media").display())).unwrap();
        Self { recordings: RecordingStore::new(objects, folder.path()), folder, ffmpeg }
    }

    async fn upload(ffmpeg: Ffmpeg, size: &str, seconds: u32, options: &[&str]) -> Self {
        let this = Self::empty(ffmpeg);
        let file = clip(this.folder.path(), "a.mp4", size, seconds, options);
        import(&this.ffmpeg, &file, &this.recordings.folder(MEDIA), NOW, Limits::default(), |_| {}).await.unwrap();
        this
    }

    /// A live game of several connections, without lower renditions.
    fn live(ffmpeg: Ffmpeg, connections: &[Vec<Input>]) -> Self {
        let this = Self::empty(ffmpeg);
        let mut live = LivePackager::new(Settings::default(), media::live::RingLimits::default());
        let mut events: Vec<SegmentEvent> = Vec::new();
        for connection in connections {
            events.extend(live.connect(Clock::Milliseconds));
            for input in connection {
                let at = match input {
                    Input::Frame(frame) => NOW.plus(i64::try_from(frame.dts).unwrap()),
                    Input::Config(_) => NOW,
                };
                events.extend(live.input(input.clone(), at));
            }
        }
        events.extend(live.end());
        let mut recording =
            Recording::create(&this.recordings.folder(MEDIA), Meta::new(NOW, Settings::default())).unwrap();
        events.iter().for_each(|event| recording.apply(event).unwrap());
        this
    }

    async fn plan(&self) -> Plan {
        Plan::of(&self.recordings, MEDIA, &LADDER).await.unwrap().unwrap()
    }

    async fn lacking(&self) -> Vec<u16> {
        self.plan().await.lacking().iter().map(|lower| lower.height).collect()
    }

    /// The heights that were made.
    async fn make(&self) -> Result<Vec<u16>, LadderError> {
        let pace = Pace { done: watch::Sender::new(0), go: watch::channel(true).1 };
        let made = make(&self.ffmpeg, &self.recordings, MEDIA, self.plan().await, pace).await?;
        Ok(made.iter().map(|lower| lower.height).collect())
    }

    async fn multivariant(&self) -> String {
        let replay = self.recordings.replay(MEDIA).await.unwrap().unwrap();
        String::from_utf8(replay.tracks().multivariant(Label::new("Main")).unwrap().to_vec()).unwrap()
    }

    async fn playlist(&self, rendition: u8) -> String {
        let replay = self.recordings.replay(MEDIA).await.unwrap().unwrap();
        let playlist = replay.playlist(Rendition::Video(rendition)).unwrap();
        String::from_utf8(playlist.render(&[]).full.to_vec()).unwrap()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.recordings.folder(MEDIA).join(name)
    }

    fn scratch(&self) -> PathBuf {
        self.recordings.folder(MEDIA).with_extension("rungs")
    }

    /// What ffprobe says of a rendition.
    async fn probed(&self, rendition: u8, options: &[&str]) -> Vec<String> {
        let folder = self.path(&format!("v{rendition}"));
        fs::write(folder.join("index.m3u8"), self.playlist(rendition).await).unwrap();
        let said = quiet("ffprobe", &folder, &[options, &["-of", "csv=p=0", "index.m3u8"]].concat());
        fs::remove_file(folder.join("index.m3u8")).unwrap();
        said.lines().map(|line| line.trim_end_matches(',').to_owned()).filter(|line| !line.is_empty()).collect()
    }

    /// When its key frames are shown, in ticks of 90 kHz, by what is stored: ffprobe moves all pictures of a rendition
    /// whose order of decoding is another.
    async fn key_frames(&self, rendition: u8) -> Vec<u64> {
        let playlist = self.playlist(rendition).await;
        let files = playlist.lines().filter(|line| !line.starts_with('#'));
        let samples = files
            .flat_map(|name| parse_fragments(&fs::read(self.path(&format!("v{rendition}/{name}"))).unwrap()).unwrap());
        samples.filter(|sample| sample.keyframe).map(|key| key.dts.strict_add_signed(key.cts.into())).collect()
    }

    async fn size_and_count(&self, rendition: u8) -> Vec<String> {
        let mut said =
            self.probed(rendition, &["-count_frames", "-show_entries", "stream=width,height,nb_read_frames"]).await;
        said.dedup();
        said
    }
}

/// What all renditions have to have in common.
fn cuts(playlist: &str) -> Vec<&str> {
    let shared = |line: &&str| {
        line.starts_with("#EXTINF")
            || line.ends_with(".m4s")
            || ["#EXT-X-GAP", "#EXT-X-DISCONTINUITY", "#EXT-X-ENDLIST"].contains(line)
    };
    playlist.lines().filter(shared).collect()
}

fn files(folder: &Path) -> Vec<(String, std::time::SystemTime)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|item| item.unwrap())
        .map(|item| (item.file_name().into_string().unwrap(), item.metadata().unwrap().modified().unwrap()))
        .collect();
    files.sort();
    files
}

/// PLAY-05, PLAY-06: an upload gets its lower renditions, cut like the source, with its key frames, and all pictures of
/// it; they are named once they are whole.
#[tokio::test]
async fn an_upload_gets_its_lower_renditions() {
    let ffmpeg = ffmpeg();
    let recorded = Recorded::upload(ffmpeg, "320x180", 9, &["-bf", "2", "-g", "45"]).await;
    assert_eq!(recorded.lacking().await, [120, 90]);
    let (done, mut told) = watch::channel(0);
    let (go, may_go) = watch::channel(false);
    let plan = recorded.plan().await;
    assert_eq!((plan.source().width, plan.source().height, plan.source().rate), (320, 180, 30));
    let making = make(&recorded.ffmpeg, &recorded.recordings, MEDIA, plan, Pace { done, go: may_go });
    let mut seen = Vec::new();
    let watching = async {
        // Until `go` is true nothing is made.
        assert!(tokio::time::timeout(Duration::from_millis(200), told.changed()).await.is_err());
        assert!(!recorded.multivariant().await.contains("v1/"));
        go.send_replace(true);
        while told.changed().await.is_ok() {
            seen.push(*told.borrow_and_update());
        }
    };
    let (made, ()) = tokio::join!(making, watching);
    assert_eq!(made.unwrap(), LADDER);
    assert!(seen.is_sorted() && seen.last() == Some(&100), "{seen:?}");
    let renditions = recorded.multivariant().await;
    let bandwidth = |size: &str| -> u64 {
        let line = renditions.lines().find(|line| line.contains(&format!("RESOLUTION={size}"))).unwrap();
        line.split_once("BANDWIDTH=").unwrap().1.split(',').next().unwrap().parse().unwrap()
    };
    assert!(bandwidth("320x180") > bandwidth("214x120") && bandwidth("214x120") > bandwidth("160x90"), "{renditions}");
    assert!(renditions.contains("\nv1/index.m3u8\n") && renditions.contains("\nv2/index.m3u8\n"), "{renditions}");
    let source = recorded.playlist(0).await;
    let keys = recorded.key_frames(0).await;
    assert_eq!(keys.len(), 6, "every one and a half seconds");
    for (lower, size) in [(1, "214,120,270"), (2, "160,90,270")] {
        assert_eq!(cuts(&recorded.playlist(lower).await), cuts(&source));
        assert_eq!(recorded.size_and_count(lower).await, [size]);
        assert_eq!(recorded.key_frames(lower).await, keys, "v{lower}");
    }
    assert!(!recorded.scratch().exists());
    assert!(recorded.lacking().await.is_empty());
    assert_eq!(recorded.plan().await.there(), LADDER);
}

/// PLAY-05: where the encoder changed, or something was not recorded, a lower rendition has what the source has; none
/// is larger than any part of the source.
#[tokio::test]
async fn breaks_and_gaps_are_those_of_the_source() {
    let ffmpeg = ffmpeg();
    let folder = tempfile::tempdir().unwrap();
    let [wide, small] = ["320x180", "256x144"]
        .map(|size| inputs(&clip(folder.path(), &format!("{size}.flv"), size, 9, &["-g", "60", "-bf", "2"])));
    let recorded = Recorded::live(ffmpeg, &[wide.clone(), wide, small]);
    fs::remove_file(recorded.path("v0/4.m4s")).unwrap();
    assert_eq!(recorded.lacking().await, [90], "120 lines are too many for a part of it");
    assert_eq!(recorded.make().await.unwrap(), [90]);
    let (source, lower) = (recorded.playlist(0).await, recorded.playlist(2).await);
    assert_eq!(cuts(&lower), cuts(&source));
    assert_eq!(
        (lower.matches("#EXT-X-GAP").count(), lower.matches("#EXT-X-DISCONTINUITY\n").count()),
        (1, 2),
        "{lower}"
    );
    for number in [0, 1, 2, 3, 5, 6, 7, 8] {
        let pictures = |rendition: &str| {
            let segment = fs::read(recorded.path(&format!("{rendition}/{number}.m4s"))).unwrap();
            parse_fragments(&segment).unwrap().len()
        };
        assert_eq!(pictures("v2"), pictures("v0"), "{number}");
    }
    assert!(recorded.lacking().await.is_empty());
}

/// PLAY-05: a lower rendition with gaps gets what it lacks and keeps what viewers are playing.
#[tokio::test]
async fn lower_rendition_with_gaps_is_mended() {
    let ffmpeg = ffmpeg();
    let recorded = Recorded::upload(ffmpeg, "320x180", 14, &["-g", "60"]).await;
    recorded.make().await.unwrap();
    let whole = recorded.playlist(1).await;
    fs::remove_file(recorded.path("v1/1.m4s")).unwrap();
    fs::remove_file(recorded.path("v1/2.m4s")).unwrap();
    let left = files(&recorded.path("v1"));
    let other = files(&recorded.path("v2"));
    assert!(!recorded.multivariant().await.contains("v1/"), "half of it is missing");
    assert_eq!(recorded.lacking().await, [120]);
    assert_eq!(recorded.make().await.unwrap(), [120]);
    assert_eq!(recorded.playlist(1).await, whole);
    assert_eq!(recorded.size_and_count(1).await, ["214,120,420"]);
    let now = files(&recorded.path("v1"));
    assert!(left.iter().all(|file| now.contains(file) || file.0 == "index.log"), "nothing that was there is another");
    assert_eq!(now.len(), left.len() + 2, "the same init");
    assert_eq!(files(&recorded.path("v2")), other);
}

/// I3: what a kill leaves is never named, and the next try is whole. Cancelling leaves nothing.
#[tokio::test]
async fn a_kill_leaves_nothing_listed() {
    let ffmpeg = ffmpeg();
    let recorded = Recorded::upload(ffmpeg, "320x180", 6, &["-g", "60"]).await;
    let (done, mut told) = watch::channel(0);
    let go = watch::Sender::new(true);
    let making =
        make(&recorded.ffmpeg, &recorded.recordings, MEDIA, recorded.plan().await, Pace { done, go: go.subscribe() });
    let stopped = async {
        told.changed().await.unwrap();
        go.send_replace(false);
    };
    tokio::select! {
        made = making => panic!("{made:?}"),
        () = stopped => {}
    }
    assert!(!recorded.multivariant().await.contains("v1/"));
    while recorded.scratch().exists() {
        tokio::task::yield_now().await;
    }

    // As a kill leaves it: half of a lower rendition beside the recording, and one in it that nobody names.
    for folder in [recorded.scratch().join("v1"), recorded.path("v2")] {
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("0.m4s"), "half").unwrap();
        fs::write(folder.join("7.m4s"), "half").unwrap();
    }
    assert!(!recorded.multivariant().await.contains("v2/"));
    assert_eq!(recorded.lacking().await, [120, 90]);
    assert_eq!(recorded.make().await.unwrap(), [120, 90]);
    for lower in [1, 2] {
        assert_eq!(cuts(&recorded.playlist(lower).await), cuts(&recorded.playlist(0).await));
        assert!(recorded.multivariant().await.contains(&format!("\nv{lower}/index.m3u8")));
        recorded.size_and_count(lower).await;
    }
}

/// PLAY-05: what cannot be decoded has no lower rendition rather than a wrong one, and the recording is what it was.
#[tokio::test]
async fn undecodable_recording_gets_no_lower_rendition() {
    let ffmpeg = ffmpeg();
    let recorded = Recorded::upload(ffmpeg, "320x180", 9, &["-g", "60", "-an"]).await;
    let path = recorded.path("v0/1.m4s");
    let mut bytes = fs::read(&path).unwrap();
    let media = bytes.windows(4).position(|part| part == b"mdat").unwrap() + 4;
    bytes[media..].fill(0xff);
    fs::write(&path, &bytes).unwrap();
    let before = (recorded.multivariant().await, recorded.playlist(0).await);
    if let Ok(made) = recorded.make().await {
        assert_eq!(made, [0; 0]);
    }
    assert_eq!((recorded.multivariant().await, recorded.playlist(0).await), before);
    assert!(!recorded.path("v1").exists() && !recorded.scratch().exists());
}
