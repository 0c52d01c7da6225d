use std::future::ready;
use std::io;

use super::*;
use crate::codec::cmaf::parse_fragments;
use crate::hls::Settings;
use crate::live::packager::tests::{NOW, game};
use crate::live::{LivePackager, LiveStream, RingLimits};
use crate::recording::{Meta, Recording, read};

/// Twenty seconds on disk, in segments of four, with a key frame every two.
struct Recorded {
    folder: tempfile::TempDir,
    listed: Listed,
}

impl Recorded {
    fn new(from: u64, to: u64) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut recording = Recording::create(folder.path(), Meta::new(NOW, Settings::default())).unwrap();
        for event in game(30, 60, 20) {
            recording.apply(&event).unwrap();
        }
        let replay = read(folder.path()).unwrap();
        let entries = |rendition| {
            let playlist = replay.playlist(rendition).unwrap();
            (rendition, around(playlist.listed(), from, to))
        };
        let listed = Listed([Rendition::SOURCE, Rendition::SOUND].map(entries).into());
        Self { folder, listed }
    }

    fn file(&self, stored: RecordingFile) -> io::Result<Option<Bytes>> {
        match std::fs::read(self.folder.path().join(stored.to_string())) {
            Ok(bytes) => Ok(Some(bytes.into())),
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(cause) => Err(cause),
        }
    }

    async fn cut(&self, from: u64, to: u64) -> Result<Cut, ClipError> {
        Cut::make(self.listed.clone(), from, to, |stored| ready(self.file(stored))).await
    }
}

fn at(ms: u64) -> u64 {
    ms * 90
}

fn text(cut: &Cut, rendition: Rendition) -> String {
    String::from_utf8(cut.playlist(rendition).unwrap().to_vec()).unwrap()
}

/// CLIP-02: the playlist lists the clip's own seconds, from the key frame before its start to its very end.
#[tokio::test]
async fn a_clip_lists_its_own_seconds() {
    let recorded = Recorded::new(at(7000), at(13_500));
    let cut = recorded.cut(at(7000), at(13_500)).await.unwrap();
    let expected = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:1\n\
        #EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-START:TIME-OFFSET=1.000,PRECISE=YES\n#EXT-X-MAP:URI=\"init-0.mp4\"\n\
        #EXTINF:2.000,\n1.m4s\n#EXTINF:4.000,\n2.m4s\n#EXTINF:1.500,\n3.m4s\n#EXT-X-ENDLIST\n";
    assert_eq!(text(&cut, Rendition::SOURCE), expected);
    assert!(text(&cut, Rendition::SOUND).contains("#EXT-X-START"));
    assert_eq!(cut.share(Rendition::SOURCE, 2), Some(Share::Whole));
    for number in [1, 3] {
        assert_eq!(cut.share(Rendition::SOURCE, number), Some(Share::Part(at(6000), at(13_500))));
    }
    // T5: other numbers are none of its business.
    for number in [0, 4, 5, 99] {
        assert_eq!(cut.share(Rendition::SOURCE, number), None, "{number}");
    }
    assert_eq!(cut.share(Rendition::Video(3), 2), None);
    assert!(cut.has_init(Rendition::SOURCE, 0) && !cut.has_init(Rendition::SOURCE, 9));
}

/// T5: what is sent of the first and the last segment is within the clip, and plays from a key frame.
#[tokio::test]
async fn first_and_last_segments_are_trimmed() {
    let recorded = Recorded::new(at(7000), at(13_500));
    let cut = recorded.cut(at(7000), at(13_500)).await.unwrap();
    for (rendition, number, from, to) in [
        (Rendition::SOURCE, 1, 6000, 8000),
        (Rendition::SOURCE, 3, 12_000, 13_500),
        (Rendition::SOUND, 1, 6000, 8000),
        (Rendition::SOUND, 3, 12_000, 13_500),
    ] {
        let Some(Share::Part(begin, end)) = cut.share(rendition, number) else { panic!("{rendition} {number}") };
        let bytes = recorded.file(RecordingFile::Segment(rendition, number)).unwrap().unwrap();
        let init =
            recorded.file(RecordingFile::Init(rendition, cut.init_of(rendition, number).unwrap())).unwrap().unwrap();
        let timescale = u64::from(crate::codec::cmaf::parse_init(&init).unwrap().timescale);
        let trimmed = trim(&bytes, &init, number, begin, end).unwrap();
        let samples = parse_fragments(&trimmed).unwrap();
        let whole = parse_fragments(&bytes).unwrap();
        assert!(samples.len() < whole.len() && samples[0].keyframe);
        let ms = |time: u64| time * 1000 / timescale;
        let frame = ms(u64::from(samples[0].duration)) + 1;
        let (first, last) = (ms(samples[0].pts()), samples.iter().map(ParsedSample::pts).map(ms).max().unwrap());
        assert!(first <= from && first + frame >= from, "{rendition} {number}: {first}");
        assert!(last < to && last + 2 * frame >= to, "{rendition} {number}: {last}");
        // The bytes of each sample are those that were stored.
        for sample in &samples {
            let same = whole.iter().find(|other| other.dts == sample.dts).unwrap();
            let data = |bytes: &Bytes, one: &ParsedSample| {
                bytes.slice(
                    usize::try_from(one.offset).unwrap()..usize::try_from(one.offset).unwrap() + one.size as usize,
                )
            };
            assert_eq!(data(&trimmed, sample), data(&bytes, same));
        }
    }
}

/// The picture that a player shows at a time rounded to milliseconds is the first of the clip.
#[tokio::test]
async fn the_asked_picture_is_the_first() {
    let recorded = Recorded::new(0, at(20_000));
    for frame in [1_u64, 31, 59, 60, 61, 200] {
        // As a player says it: rounded down, to the nearest, or from the middle of the picture.
        for ms in [frame * 100 / 3, (frame * 1000 + 15) / 30, frame * 100 / 3 + 16] {
            let cut = recorded.cut(at(ms), at(ms + 2000)).await.unwrap();
            // Encoders round to milliseconds too.
            assert!(cut.from.abs_diff(frame * 3000) <= MILLISECOND, "{frame} {ms}: {}", cut.from);
            assert!(cut.begin.abs_diff(frame / 60 * 60 * 3000) <= MILLISECOND);
            assert_eq!(cut.to - cut.from, at(2000));
        }
    }
}

/// A file holds the same samples, whichever way the segments are reached.
#[tokio::test]
async fn a_plan_is_that_of_a_download() {
    let recorded = Recorded::new(at(7000), at(13_500));
    let cut = recorded.cut(at(7000), at(13_500)).await.unwrap();
    let made = plan(&cut, recorded.folder.path(), |stored| ready(recorded.file(stored))).await.unwrap();
    let replay = read(recorded.folder.path()).unwrap();
    let both = [Rendition::SOURCE, Rendition::SOUND];
    let expected = crate::recording::Download::plan(&replay, &both, at(7000), at(13_500)).unwrap();
    let file = |download: &crate::recording::Download| {
        let mut bytes = Vec::new();
        download.write_to(&mut bytes).unwrap();
        bytes
    };
    assert_eq!(file(&made), file(&expected));
}

/// Where nothing was recorded there is nothing to cut.
#[tokio::test]
async fn a_gap_is_no_clip() {
    let mut recorded = Recorded::new(at(7000), at(13_500));
    for entry in recorded.listed.0.get_mut(&Rendition::SOURCE).unwrap() {
        entry.gap = entry.number < 2;
    }
    assert!(matches!(recorded.cut(at(7000), at(9000)).await, Err(ClipError::Nothing)));
    assert!(recorded.cut(at(8000), at(9000)).await.is_ok());
    let nobody = Cut::make(Listed::default(), 0, at(1000), |_| ready(Ok(None))).await;
    assert!(matches!(nobody, Err(ClipError::Nothing)));
}

/// CLIP-04: of a live game the open segment can be cut too, as far as it has come.
#[tokio::test]
async fn a_live_game_is_cut_up_to_its_edge() {
    let mut live = LivePackager::new(Settings::default(), RingLimits::default());
    crate::live::tests::stream(&mut live, 11);
    let stream = LiveStream::new(Settings::default(), live);
    let (begin, end) = stream.span().unwrap();
    assert!(begin == 0 && end > at(10_000) && end <= at(11_000), "{begin} {end}");
    let stream = &stream;
    let fetch = |stored| async move {
        io::Result::Ok(match stored {
            RecordingFile::Segment(rendition, number) => stream.so_far(rendition, number),
            RecordingFile::Init(rendition, index) => stream.file(rendition, crate::hls::FileName::Init(index)).await,
            _ => None,
        })
    };
    let (from, to) = (at(7000), at(10_000));
    let cut = Cut::make(stream.listed(from, to), from, to, fetch).await.unwrap();
    assert!(text(&cut, Rendition::SOURCE).ends_with("#EXTINF:2.000,\n2.m4s\n#EXT-X-ENDLIST\n"));
    let segment = stream.so_far(Rendition::SOURCE, 2).unwrap();
    let init = fetch(RecordingFile::Init(Rendition::SOURCE, 0)).await.unwrap().unwrap();
    let Some(Share::Part(begin, end)) = cut.share(Rendition::SOURCE, 2) else { panic!("all of it") };
    let samples = parse_fragments(&trim(&segment, &init, 2, begin, end).unwrap()).unwrap();
    assert_eq!(samples.iter().map(ParsedSample::pts).max(), Some(at(9960)));
}

/// T5: the last segment of a clip is cut to it, however long it was when it was listed.
#[tokio::test]
async fn the_last_segment_is_never_sent_as_it_comes() {
    let mut live = LivePackager::new(Settings::default(), RingLimits::default());
    crate::live::tests::stream(&mut live, 11);
    let stream = LiveStream::new(Settings::default(), live);
    let (_, edge) = stream.span().unwrap();
    let stream = &stream;
    let fetch = |stored| async move {
        io::Result::Ok(match stored {
            RecordingFile::Segment(rendition, number) => stream.so_far(rendition, number),
            _ => None,
        })
    };
    let cut = Cut::make(stream.listed(at(6000), edge), at(6000), edge, fetch).await.unwrap();
    assert_eq!(cut.share(Rendition::SOURCE, 1), Some(Share::Part(cut.begin, cut.to)), "it begins in the middle");
    assert!(cut.listed.contains_key(&Rendition::SOURCE));
    for (rendition, entries) in &cut.listed {
        let last = entries.last().unwrap().number;
        assert_eq!(cut.share(*rendition, last), Some(Share::Part(cut.begin, cut.to)), "{rendition}");
    }
}
