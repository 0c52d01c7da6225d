//! Stills of a game without thumbnail sheets: one per segment, made on request.

use std::fmt::Write;

use bytes::Bytes;

use super::RecordingFile;
use crate::codec::cmaf::{ParseError, parse_fragments, parse_init};
use crate::codec::{Codec, SECOND, flv, ticks};
use crate::hls::{Entry, Rendition};

pub(crate) const WIDTH: usize = 160;
pub(crate) const HEIGHT: usize = 90;
/// Of a thumbnail's place on the timeline.
pub(crate) const THUMBNAIL_INTERVAL: u64 = 10 * SECOND;
/// Longer recordings have them further apart.
pub(crate) const MAX_THUMBNAILS: u64 = 2_000;
/// Of so much before the end every segment is listed: that is where clips are cut while a game is live.
const RECENT_TICKS: u64 = 120 * SECOND;
/// Segments that are looked through for a key frame: the asked one, and those before it.
const MAX_SEGMENTS_SEARCHED: usize = 4;

/// A segment with a picture on the timeline, in ticks of 90 kHz since the recording began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cue {
    number: u64,
    from: u64,
    to: u64,
}

/// Which segments of the source stand for which time: one in every ten seconds, and all of the last two minutes. A time
/// of which nothing was recorded has no picture.
pub fn cues<'a>(listed: impl DoubleEndedIterator<Item = &'a Entry> + Clone) -> Vec<Cue> {
    let begin = listed.clone().next().map_or(0, |first| ticks(first.start));
    let since = |time| ticks(time).saturating_sub(begin);
    let length = listed.clone().next_back().map_or(0, |last| since(last.end()));
    let every = THUMBNAIL_INTERVAL.max(length / MAX_THUMBNAILS);
    let mut cues: Vec<Cue> = Vec::new();
    let mut wanted = 0;
    for entry in listed.filter(|entry| !entry.gap) {
        let (from, end) = (since(entry.start), since(entry.end()));
        if end <= wanted && from + RECENT_TICKS < length {
            continue;
        }
        wanted = (from.max(wanted) / every + 1) * every;
        if let Some(before) = cues.last_mut() {
            before.to = from.min(before.to + every);
        }
        cues.push(Cue { number: entry.number, from, to: end });
    }
    cues
}

/// The pictures as a list in WebVTT, like the one of a recording with sheets.
pub fn list(cues: &[Cue]) -> String {
    let mut out = String::from("WEBVTT\n");
    for cue in cues {
        let still = RecordingFile::Still(cue.number);
        // Writing into a string cannot fail.
        let _ = write!(out, "\n{} --> {}\n{still}#xywh=0,0,{WIDTH},{HEIGHT}\n", clock(cue.from), clock(cue.to));
    }
    out
}

/// What a picture of a segment can be made of: the segment in the least rendition that has it, and the few before it,
/// since encoders with few key frames send segments without one. Nothing where the segment is not there.
pub fn footage<'a, L: DoubleEndedIterator<Item = &'a Entry>>(
    renditions: impl Iterator<Item = (Rendition, L)>,
    number: u64,
) -> Option<(Rendition, Vec<Entry>)> {
    let video = renditions.filter(|(rendition, _)| matches!(rendition, Rendition::Video(_)));
    let there = video.filter_map(|(rendition, listed)| {
        let before = listed.rev().skip_while(|entry| entry.number > number).take_while(|entry| !entry.gap);
        let found: Vec<Entry> = before.take(MAX_SEGMENTS_SEARCHED).cloned().collect();
        (found.first()?.number == number).then_some((rendition, found))
    });
    there.max_by_key(|(rendition, _)| *rendition)
}

/// The first key frame of a segment as a stream of one picture; nothing where it has none.
pub fn key_frame(init: &Bytes, segment: &Bytes) -> Result<Option<Vec<u8>>, ParseError> {
    let Codec::Avc(config) = parse_init(init)?.codec else { return Ok(None) };
    let samples = parse_fragments(segment)?;
    let Some(key) = samples.iter().find(|sample| sample.keyframe) else { return Ok(None) };
    Ok(Some(flv::picture(config, key.data(segment)?)))
}

pub(crate) fn clock(ticks: u64) -> String {
    let (seconds, milliseconds) = (ticks / SECOND, ticks % SECOND * 1000 / SECOND);
    format!("{:02}:{:02}:{:02}.{milliseconds:03}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hls::tests::entry;

    /// Segments of four seconds, of which some are not there.
    fn entries(numbers: std::ops::Range<u64>, gaps: &[u64]) -> Vec<Entry> {
        let entry = |number| Entry { gap: gaps.contains(&number), ..entry(number) };
        numbers.map(entry).collect()
    }

    fn numbers(cues: &[Cue]) -> Vec<u64> {
        cues.iter().map(|cue| cue.number).collect()
    }

    /// CLIP-04: all of the last two minutes, and before them the segment that each ten seconds begin in.
    #[test]
    fn the_last_minutes_are_listed_whole() {
        let cues = cues(entries(0..60, &[]).iter());
        assert_eq!(numbers(&cues)[..6], [0, 2, 5, 7, 10, 12]);
        assert!(numbers(&cues).ends_with(&(30..60).collect::<Vec<_>>()) && !numbers(&cues).contains(&29));
        assert!(cues.windows(2).all(|pair| pair[0].to == pair[1].from), "every moment has its picture");
        let list = list(&cues);
        assert!(list.starts_with("WEBVTT\n\n00:00:00.000 --> 00:00:08.000\nstill-0.jpg#xywh=0,0,160,90\n\n"), "{list}");
        assert!(list.ends_with("\n00:03:56.000 --> 00:04:00.000\nstill-59.jpg#xywh=0,0,160,90\n"), "{list}");
    }

    /// A gap has no picture for long, and times are told from where the recording begins.
    #[test]
    fn gaps_have_no_picture() {
        let (begun_late, gap) = (100, (110..125).collect::<Vec<_>>());
        let cues = cues(entries(begun_late..130, &gap).iter());
        let at = |second: u64| cues.iter().rfind(|cue| (cue.from..cue.to).contains(&(second * SECOND)));
        assert_eq!(at(0).map(|cue| cue.number), Some(100));
        assert_eq!(at(39).map(|cue| cue.number), Some(109));
        assert_eq!(at(60), None);
        assert_eq!(at(101).map(|cue| cue.number), Some(125));
    }

    /// A list has an end, however long a stream goes on.
    #[test]
    fn cue_list_of_a_long_stream_is_bounded() {
        let cues = cues(entries(0..21_600, &[]).iter());
        assert!((1_900..2_100).contains(&cues.len()), "{}", cues.len());
        assert!(self::cues([].iter()).is_empty());
    }

    /// The least rendition that has the segment is decoded, with those before it up to a gap.
    #[test]
    fn the_least_rendition_is_taken() {
        let (source, low, sound) = (entries(0..9, &[]), entries(0..8, &[3, 7]), entries(0..9, &[]));
        let game = || {
            let tracks = [(Rendition::SOURCE, &source), (Rendition::Video(3), &low), (Rendition::SOUND, &sound)];
            tracks.into_iter().map(|(rendition, entries)| (rendition, entries.iter()))
        };
        let found = |number| {
            let (rendition, entries) = footage(game(), number)?;
            Some((rendition, entries.iter().map(|entry| entry.number).collect::<Vec<_>>()))
        };
        assert_eq!(found(6), Some((Rendition::Video(3), vec![6, 5, 4])));
        assert_eq!(found(7), Some((Rendition::SOURCE, vec![7, 6, 5, 4])));
        assert_eq!(found(0), Some((Rendition::Video(3), vec![0])));
        assert_eq!(found(9), None);
    }
}
