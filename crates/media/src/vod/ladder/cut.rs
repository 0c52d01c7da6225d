//! Cuts a lower rendition at the source's segment boundaries.

use std::collections::BTreeMap;

use crate::codec::AvcConfig;
use crate::codec::cmaf::{ParsedSample, Sample, fragment, key_end};
use crate::codec::frame::Frame;
use crate::recording::Record;

/// Pictures on their way through the child. Small ones are many in its pipes.
const MAX_TIMES: usize = 16_384;

/// A segment of the source, and where its pictures begin.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    record: Record,
    /// The first picture as it is shown.
    from: u64,
    /// Its key frames, as they are shown.
    keys: Vec<u64>,
    /// Nothing can be decoded of it, by anybody.
    hopeless: bool,
}

impl Cut {
    /// `is_begun` says whether there was a key frame before it.
    pub(super) fn new(record: Record, samples: &[ParsedSample], is_begun: bool) -> Self {
        let keys: Vec<u64> = samples.iter().filter(|sample| sample.keyframe).map(ParsedSample::pts).collect();
        let first = samples.first().filter(|sample| sample.keyframe);
        let from = first.map_or(record.head.start, ParsedSample::pts);
        Self { record, from, keys, hopeless: first.is_none() && !is_begun }
    }
}

/// What was fed: segments, and the exact times of their pictures, which milliseconds do not tell.
#[derive(Default)]
pub(super) struct FedSoFar {
    cuts: Vec<Cut>,
    times: BTreeMap<u64, u64>,
}

impl FedSoFar {
    pub(super) fn segment(&mut self, cut: Cut) {
        self.cuts.push(cut);
    }

    pub(super) fn picture(&mut self, milliseconds: u64, ticks: u64) {
        self.times.entry(milliseconds).or_insert(ticks);
        if self.times.len() > MAX_TIMES {
            self.times.pop_first();
        }
    }
}

/// A segment of a lower rendition, or a number that will have none.
#[derive(Debug)]
pub(super) struct Made {
    pub(super) record: Record,
    /// Nothing where it could not be made as it should be.
    pub(super) media: Option<(AvcConfig, bytes::Bytes)>,
    /// Where nobody could have.
    pub(super) excused: bool,
}

/// One lower rendition of one run.
#[derive(Default)]
pub(super) struct Cutter {
    config: Option<AvcConfig>,
    /// The segment that pictures go to, by its place in the run.
    at: usize,
    pictures: Vec<(u64, Frame)>,
    /// Whether the segment before was made: one without a key frame at its start needs it.
    whole: bool,
}

impl Cutter {
    pub(super) fn config(&mut self, config: AvcConfig) {
        // It comes before the pictures of a child, and once.
        self.config.get_or_insert(config);
    }

    /// A picture that came back, with the time that it was fed with; gives the segments that it shows to be whole.
    pub(super) fn picture(&mut self, frame: Frame, fed: &FedSoFar) -> Vec<Made> {
        let mut made = Vec::new();
        let Some(&ticks) = fed.times.get(&frame.pts) else { return made };
        // Of before the run: those that are shown first but need what is not there.
        if fed.cuts.first().is_none_or(|cut| ticks < cut.from) {
            return made;
        }
        while fed.cuts.get(self.at + 1).is_some_and(|next| ticks >= next.from) {
            made.extend(self.close(fed));
        }
        self.pictures.push((ticks, frame));
        made
    }

    /// Nothing more comes.
    pub(super) fn finish(mut self, fed: &FedSoFar) -> Vec<Made> {
        let mut made = Vec::new();
        while self.at < fed.cuts.len() {
            made.extend(self.close(fed));
        }
        made
    }

    fn close(&mut self, fed: &FedSoFar) -> Option<Made> {
        let cut = fed.cuts.get(self.at)?;
        self.at += 1;
        let pictures = std::mem::take(&mut self.pictures);
        let is_key = |at: &u64| pictures.iter().any(|(ticks, frame)| ticks == at && frame.keyframe);
        let starts = pictures.first().is_some_and(|(_, frame)| frame.keyframe || self.whole);
        self.whole = starts && cut.keys.iter().all(is_key);
        let config = self.config.clone().filter(|_| self.whole);
        let mut record = Record { bytes: 0, key_end: None, ..cut.record };
        let media = config.map(|config| {
            let (bytes, key_end) = segment(&cut.record, pictures);
            (record.bytes, record.key_end) = (bytes.len() as u64, key_end);
            (config, bytes)
        });
        Some(Made { record, media, excused: cut.hopeless })
    }
}

/// One fragment from the source's beginning to its end.
fn segment(record: &Record, pictures: Vec<(u64, Frame)>) -> (bytes::Bytes, Option<u32>) {
    let (start, end, count) = (record.head.start, record.end(), pictures.len() as u64);
    let first = |index: usize, ticks: u64| if index == 0 { start } else { ticks };
    let times: Vec<u64> = pictures.iter().enumerate().map(|(index, (ticks, _))| first(index, *ticks)).collect();
    // Decoding goes on from picture to picture, from the beginning to the end; what is shown when does not depend on
    // it.
    let fits = times.is_sorted_by(|before, after| before < after) && times.last().is_some_and(|last| *last < end);
    let decoded = |index: u64, time: u64| if fits { time } else { start + (end - start) * index / count };
    let samples: Vec<Sample> = (0_u64..)
        .zip(times)
        .zip(pictures)
        .map(|((index, time), (ticks, frame))| {
            let dts = decoded(index, time);
            let cts = i32::try_from(ticks.cast_signed() - dts.cast_signed()).unwrap_or(0);
            Sample { dts, cts, keyframe: frame.keyframe, data: frame.data }
        })
        .collect();
    let bytes = fragment(u32::try_from(record.head.number).unwrap_or(0), &samples, end);
    let key_end = key_end(&bytes, &samples);
    (bytes, key_end)
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use domain::time::Timestamp;

    use super::*;
    use crate::codec::cmaf::parse_fragments;
    use crate::codec::frame::Track;
    use crate::codec::tests::avc;
    use crate::hls::Head;
    use crate::recording::RecordKind;

    /// A second of ten pictures.
    fn record(number: u64) -> Record {
        let head = Head {
            number,
            init: 0,
            start: number * 90_000,
            timescale: 90_000,
            wall: Timestamp(0),
            discontinuity: false,
            discontinuities: 0,
        };
        Record { kind: RecordKind::Segment, head, duration: 90_000, bytes: 1, key_end: None }
    }

    fn samples(number: u64, keyframe: bool) -> Vec<ParsedSample> {
        let sample = |index: u64| ParsedSample {
            dts: number * 90_000 + index * 9_000,
            duration: 9_000,
            cts: 0,
            keyframe: keyframe && index == 0,
            offset: 0,
            size: 1,
        };
        (0..10).map(sample).collect()
    }

    fn back(milliseconds: u64, keyframe: bool) -> Frame {
        let data = Bytes::from_static(b"picture");
        Frame { track: Track::Video, dts: milliseconds, pts: milliseconds, keyframe, data }
    }

    /// Three seconds; each says whether it begins with a key frame.
    fn fed(keys: [bool; 3]) -> FedSoFar {
        let mut fed = FedSoFar::default();
        let mut is_begun = false;
        for (number, key) in (0..).zip(keys) {
            fed.segment(Cut::new(record(number), &samples(number, key), is_begun));
            is_begun |= key;
        }
        (0..30).for_each(|index| fed.picture(index * 100, index * 9_000));
        fed
    }

    fn cut(fed: &FedSoFar, came: impl Iterator<Item = Frame>) -> Vec<(bool, bool)> {
        let mut cutter = Cutter::default();
        cutter.config(avc());
        let mut made: Vec<Made> = came.flat_map(|frame| cutter.picture(frame, fed)).collect();
        made.extend(cutter.finish(fed));
        assert!((0..).zip(&made).all(|(number, made)| made.record.head.number == number));
        made.iter().map(|made| (made.media.is_some(), made.excused)).collect()
    }

    /// PLAY-05: key frames are the source's, or there is no lower rendition.
    #[test]
    fn a_segment_begins_where_the_source_does() {
        let all = fed([true; 3]);
        let pictures = |keys: [u64; 3]| (0..30).map(move |index| back(index * 100, keys.contains(&index)));
        assert_eq!(cut(&all, pictures([0, 10, 20])), [(true, false); 3]);
        assert_eq!(cut(&all, pictures([0, 11, 20])), [(true, false), (false, false), (true, false)]);
        assert_eq!(
            cut(&all, pictures([0, 10, 20]).filter(|frame| frame.pts < 2_000)),
            [(true, false), (true, false), (false, false)]
        );
        // One that follows from the segment before it is as good as that.
        let long = fed([true, false, true]);
        assert_eq!(cut(&long, pictures([0, 99, 20])), [(true, false); 3]);
        assert_eq!(cut(&long, pictures([99, 99, 20])), [(false, false), (false, false), (true, false)]);
        // What was lost before it took the key frame along: nobody can show it.
        let torn = fed([false, true, true]);
        let later = pictures([0, 10, 20]).filter(|frame| frame.pts >= 1_000);
        assert_eq!(cut(&torn, later), [(false, true), (true, false), (true, false)]);
    }

    #[test]
    fn a_segment_lasts_as_long_as_the_source() {
        let source = record(1);
        for times in [vec![90_000, 99_000, 170_000], vec![89_000, 90_500, 181_000], vec![90_000; 3]] {
            let pictures = times.iter().map(|ticks| (*ticks, back(0, true))).collect();
            let samples = parse_fragments(&segment(&source, pictures).0).unwrap();
            assert_eq!(samples[0].dts, 90_000);
            assert_eq!(samples.iter().map(|sample| u64::from(sample.duration)).sum::<u64>(), 90_000, "{times:?}");
            assert!(samples.is_sorted_by(|before, after| before.dts < after.dts));
            assert_eq!(
                samples.iter().map(ParsedSample::pts).collect::<Vec<_>>(),
                times,
                "what is shown when is the source's"
            );
        }
    }
}
