//! The newest minute or two of a game in memory, which nearly all viewers play.
//!
//! Bounded by time and by bytes; what has left it is read from the recording.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use bytes::Bytes;

use crate::hls::{Rendition, Segment, SegmentEvent};

/// Inits are small and few; an encoder that changes its codec all the time does not make them many.
const MAX_INITS: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RingLimits {
    pub time: Duration,
    pub bytes: usize,
}

impl Default for RingLimits {
    /// 90 s at 8 Mbit/s.
    fn default() -> Self {
        Self { time: Duration::from_secs(90), bytes: 96 * 1024 * 1024 }
    }
}

#[derive(Debug, Default)]
pub struct Ring {
    limits: RingLimits,
    bytes: usize,
    tracks: BTreeMap<Rendition, Held>,
}

#[derive(Debug, Default)]
struct Held {
    segments: VecDeque<Segment>,
    open: Option<(u64, Vec<Bytes>)>,
    inits: BTreeMap<u32, Bytes>,
}

impl Ring {
    pub fn new(limits: RingLimits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// Takes in what the packager made, and lets go of the oldest.
    pub fn apply(&mut self, event: &SegmentEvent) {
        match event {
            SegmentEvent::InitReady { rendition, index, bytes, .. } => {
                let inits = &mut self.tracks.entry(*rendition).or_default().inits;
                inits.insert(*index, bytes.clone());
                while inits.len() > MAX_INITS {
                    inits.pop_first();
                }
            }
            SegmentEvent::SegmentOpened { rendition, head } => self.open(*rendition, Some((head.number, Vec::new()))),
            SegmentEvent::PartReady { rendition, number, bytes, .. } => {
                let held = self.tracks.entry(*rendition).or_default();
                if let Some((open, parts)) = &mut held.open
                    && open == number
                {
                    self.bytes += bytes.len();
                    parts.push(bytes.clone());
                }
                self.shrink();
            }
            SegmentEvent::SegmentReady { rendition, segment } => {
                self.open(*rendition, None);
                self.bytes += segment.bytes.len();
                self.tracks.entry(*rendition).or_default().segments.push_back(segment.clone());
                self.shrink();
            }
            SegmentEvent::Gap { rendition, .. } => self.open(*rendition, None),
            SegmentEvent::Discontinuity { .. } | SegmentEvent::Ended => {}
        }
    }

    pub fn init(&self, rendition: Rendition, index: u32) -> Option<Bytes> {
        self.tracks.get(&rendition)?.inits.get(&index).cloned()
    }

    pub fn segment(&self, rendition: Rendition, number: u64) -> Option<&Segment> {
        let segments = &self.tracks.get(&rendition)?.segments;
        let index = segments.binary_search_by_key(&number, |segment| segment.head.number).ok()?;
        segments.get(index)
    }

    /// A part of a segment that is open or still here.
    pub fn part(&self, rendition: Rendition, number: u64, index: u32) -> Option<Bytes> {
        let index = usize::try_from(index).ok()?;
        if let Some((open, parts)) = &self.tracks.get(&rendition)?.open
            && *open == number
        {
            return parts.get(index).cloned();
        }
        let segment = self.segment(rendition, number)?;
        segment.parts.get(index).map(|part| segment.bytes.slice(part.range.clone()))
    }

    /// A segment, as far as it has come where it is open: its bytes so far stay its first.
    pub fn so_far(&self, rendition: Rendition, number: u64) -> Option<Bytes> {
        match &self.tracks.get(&rendition)?.open {
            Some((open, parts)) if *open == number => Some(parts.concat().into()),
            _ => self.segment(rendition, number).map(|segment| segment.bytes.clone()),
        }
    }

    /// Of media; inits are not counted.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    fn open(&mut self, rendition: Rendition, open: Option<(u64, Vec<Bytes>)>) {
        let held = self.tracks.entry(rendition).or_default();
        if let Some((_, parts)) = std::mem::replace(&mut held.open, open) {
            self.bytes -= parts.iter().map(Bytes::len).sum::<usize>();
        }
    }

    /// The oldest goes first, whatever its rendition, so that picture and sound reach back equally far.
    fn shrink(&mut self) {
        loop {
            let newest = self.tracks.values().filter_map(|held| held.segments.back()).map(Segment::end).max();
            let front = |held: &Held| held.segments.front().map(Segment::end);
            let Some((end, held)) =
                self.tracks.values_mut().filter_map(|held| Some((front(held)?, held))).min_by_key(|(end, _)| *end)
            else {
                return;
            };
            let old = newest.is_some_and(|newest| newest - end > self.limits.time);
            if !old && self.bytes <= self.limits.bytes {
                return;
            }
            if let Some(segment) = held.segments.pop_front() {
                self.bytes -= segment.bytes.len();
            }
        }
    }
}
