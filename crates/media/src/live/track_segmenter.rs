//! One rendition of a live session: collects samples into parts and parts into segments, and cuts when told to.

use bytes::{Bytes, BytesMut};

use crate::codec::Codec;
use crate::codec::cmaf::{Sample, fragment, init_segment, key_end};
use crate::hls::{Gap, Head, Part, Rendition, Segment, SegmentEvent};
use crate::live::timeline::Timeline;

pub struct TrackSegmenter {
    rendition: Rendition,
    codec: Codec,
    init: u32,
    /// Of the open segment, or of the next.
    number: u64,
    /// Whether the next segment does not follow from the last.
    discontinuity: bool,
    discontinuities: u32,
    /// Where the next part begins; what is cut has no gap before it.
    cursor: u64,
    pending: Vec<Sample>,
    pending_bytes: usize,
    /// Counts fragments for readers that look for lost ones.
    sequence: u32,
    open: Option<Open>,
}

struct Open {
    head: Head,
    duration: u64,
    key_end: Option<u32>,
    parts: Vec<Part>,
    chunks: Vec<Bytes>,
    bytes: usize,
}

impl TrackSegmenter {
    pub fn new(
        rendition: Rendition,
        codec: Codec,
        init: u32,
        number: u64,
        cursor: u64,
        events: &mut Vec<SegmentEvent>,
    ) -> Self {
        let segmenter = Self {
            rendition,
            codec,
            init,
            number,
            discontinuity: false,
            discontinuities: 0,
            cursor,
            pending: Vec::new(),
            pending_bytes: 0,
            sequence: 0,
            open: None,
        };
        segmenter.announce(events);
        segmenter
    }

    pub fn rendition(&self) -> Rendition {
        self.rendition
    }

    pub fn codec(&self) -> &Codec {
        &self.codec
    }

    pub fn number(&self) -> u64 {
        self.number
    }

    /// From here on the samples are coded differently.
    pub fn change_codec(&mut self, codec: Codec, init: u32, events: &mut Vec<SegmentEvent>) {
        self.codec = codec;
        self.init = init;
        self.announce(events);
    }

    /// The next segment begins at `cursor` and does not follow from the last.
    pub fn restart(&mut self, cursor: u64, discontinuities: u32) {
        self.cursor = cursor;
        self.discontinuity = discontinuities > 0;
        self.discontinuities = discontinuities;
    }

    /// The next segment begins at `cursor`, and follows from one that was not of this segmenter.
    pub fn join(&mut self, cursor: u64, discontinuities: u32) {
        self.restart(cursor, discontinuities);
        self.discontinuity = false;
    }

    /// Numbers were given up: none is used twice.
    pub fn renumber(&mut self, number: u64) {
        self.number = self.number.max(number);
    }

    /// Where the open segment, or the next one, begins.
    pub fn segment_start(&self) -> u64 {
        self.open.as_ref().map_or(self.cursor, |open| open.head.start)
    }

    pub fn part_start(&self) -> u64 {
        self.cursor
    }

    pub fn has_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    pub fn is_empty(&self) -> bool {
        self.pending.is_empty() && self.open.is_none()
    }

    /// What the open segment holds in memory.
    pub fn bytes(&self) -> usize {
        self.pending_bytes + self.open.as_ref().map_or(0, |open| open.bytes)
    }

    pub fn pending(&self) -> usize {
        self.pending.len()
    }

    pub fn push(&mut self, sample: Sample) {
        self.pending_bytes += sample.data.len();
        self.pending.push(sample);
    }

    /// The samples so far are a part, which lasts until `end`.
    pub fn close_part(&mut self, end: u64, timeline: &Timeline, events: &mut Vec<SegmentEvent>) {
        let Some(first) = self.pending.first() else { return };
        let independent = first.keyframe;
        let bytes = fragment(self.sequence, &self.pending, end);
        let key_end = key_end(&bytes, &self.pending);
        self.sequence = self.sequence.wrapping_add(1);
        self.pending.clear();
        self.pending_bytes = 0;
        let head = self.head(timeline);
        let open = self.open.get_or_insert_with(|| {
            events.push(SegmentEvent::SegmentOpened { rendition: self.rendition, head });
            Open { head, duration: 0, key_end, parts: Vec::new(), chunks: Vec::new(), bytes: 0 }
        });
        let duration = end - self.cursor;
        let index = u32::try_from(open.parts.len()).unwrap_or(u32::MAX);
        open.duration += duration;
        open.parts.push(Part { duration, independent, range: open.bytes..open.bytes + bytes.len() });
        open.bytes += bytes.len();
        open.chunks.push(bytes.clone());
        self.cursor = end;
        let (rendition, number) = (self.rendition, self.number);
        events.push(SegmentEvent::PartReady { rendition, number, index, duration, independent, bytes });
    }

    /// The segment ends at `end`; without anything in it, it is a gap.
    pub fn close_segment(&mut self, end: u64, timeline: &Timeline, events: &mut Vec<SegmentEvent>) {
        self.close_part(end, timeline, events);
        let Some(open) = self.open.take() else { return self.give_up_segment(end, timeline, events) };
        self.number += 1;
        self.discontinuity = false;
        // One piece, so that a whole segment goes out in one write.
        let mut bytes = BytesMut::with_capacity(open.bytes);
        open.chunks.iter().for_each(|chunk| bytes.extend_from_slice(chunk));
        let Open { head, duration, key_end, parts, .. } = open;
        let segment = Segment { head, duration, key_end, parts, bytes: bytes.freeze() };
        events.push(SegmentEvent::SegmentReady { rendition: self.rendition, segment });
    }

    /// The segment will never be whole: until `end` its number is a gap, and what there was of it is forgotten.
    pub fn give_up_segment(&mut self, end: u64, timeline: &Timeline, events: &mut Vec<SegmentEvent>) {
        self.pending.clear();
        self.pending_bytes = 0;
        let head = self.open.take().map_or_else(|| self.head(timeline), |open| open.head);
        let gap = Gap { head, duration: end.saturating_sub(head.start) };
        self.number += 1;
        self.discontinuity = false;
        self.cursor = end;
        events.push(SegmentEvent::Gap { rendition: self.rendition, gap });
    }

    fn head(&self, timeline: &Timeline) -> Head {
        let timescale = self.codec.timescale();
        Head {
            number: self.number,
            init: self.init,
            start: self.cursor,
            timescale,
            wall: timeline.wall(self.cursor, timescale),
            discontinuity: self.discontinuity,
            discontinuities: self.discontinuities,
        }
    }

    fn announce(&self, events: &mut Vec<SegmentEvent>) {
        let bytes = init_segment(&self.codec);
        let (rendition, index, codec) = (self.rendition, self.init, self.codec.clone());
        events.push(SegmentEvent::InitReady { rendition, index, codec, bytes });
    }
}
