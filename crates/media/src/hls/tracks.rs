//! Codecs and measured bit rates of a game's renditions.

use std::collections::BTreeMap;
use std::time::Duration;

use bytes::Bytes;
use domain::captions::Track;

use crate::codec::Codec;
use crate::hls::{Label, Rendition, SoundTrack, Variant, multivariant};

/// Shorter segments say little: a key frame alone would look like a flood.
const MIN_MEASURED_DURATION: Duration = Duration::from_secs(1);

#[derive(Clone, Debug, Default)]
pub struct Tracks(BTreeMap<Rendition, Measured>);

#[derive(Clone, Debug, Default)]
struct Measured {
    codec: Option<Codec>,
    rate: Rate,
    /// Of key frames alone, where they can be asked for.
    keys: Rate,
    /// The lower rendition has gaps now, so new players should not choose it.
    incomplete: bool,
}

impl Tracks {
    /// The newest is what the playlist tells.
    pub fn set_codec(&mut self, rendition: Rendition, codec: Codec) {
        self.0.entry(rendition).or_default().codec = Some(codec);
    }

    pub fn add(&mut self, rendition: Rendition, bytes: u64, duration: Duration) {
        let measured = self.0.entry(rendition).or_default();
        measured.rate.add(bytes, duration);
        measured.incomplete = false;
    }

    /// A key frame at the beginning of a segment, which can be had by itself.
    pub fn add_key(&mut self, rendition: Rendition, bytes: u64, duration: Duration) {
        self.0.entry(rendition).or_default().keys.add(bytes, duration);
    }

    /// It has a gap: until its next segment it is not listed, unless it is the source or sound.
    pub fn set_incomplete(&mut self, rendition: Rendition) {
        self.0.entry(rendition).or_default().incomplete = matches!(rendition, Rendition::Video(1..));
    }

    /// Ticks in a second, of a rendition that is known.
    pub fn timescale(&self, rendition: Rendition) -> Option<u32> {
        self.0.get(&rendition)?.codec.as_ref().map(Codec::timescale)
    }

    /// Nothing without a picture.
    pub fn multivariant(&self, sound: Label) -> Option<Bytes> {
        self.written(sound, &[], false)
    }

    /// The same for a whole recording, with its captions and the list of its key frames.
    pub fn of_recording(&self, sound: Label, captions: &[Track]) -> Option<Bytes> {
        self.written(sound, captions, true)
    }

    fn written(&self, sound: Label, captions: &[Track], with_keys: bool) -> Option<Bytes> {
        let (mut variants, mut track, mut sound_rate) = (Vec::new(), None, Rate::default());
        for (&rendition, measured) in &self.0 {
            // A lower rendition is worth naming when there is something to see.
            let hidden = measured.incomplete || (rendition != Rendition::SOURCE && measured.rate.bytes == 0);
            match measured.codec.clone() {
                Some(Codec::Avc(_)) if hidden => {}
                Some(Codec::Avc(codec)) => variants.push((rendition, codec, measured)),
                Some(Codec::Aac(codec)) => {
                    track = Some(SoundTrack { rendition, codec, name: sound.clone() });
                    sound_rate = measured.rate;
                }
                None => {}
            }
        }
        let variants: Vec<_> = variants
            .into_iter()
            .map(|(rendition, codec, Measured { rate, keys, .. })| Variant {
                rendition,
                codec,
                // Players take 0 for a mistake; nothing is measured before the first segment.
                peak: (rate.peak() + sound_rate.peak()).max(1),
                average: (rate.average() + sound_rate.average()).max(1),
                key_frames: (with_keys && keys.bytes > 0).then(|| keys.peak().max(1)),
            })
            .collect();
        (!variants.is_empty()).then(|| multivariant(&variants, track.as_ref(), captions))
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Rate {
    peak: u64,
    bytes: u64,
    time: Duration,
}

impl Rate {
    fn add(&mut self, bytes: u64, duration: Duration) {
        self.bytes = self.bytes.saturating_add(bytes);
        self.time = self.time.saturating_add(duration);
        if duration >= MIN_MEASURED_DURATION {
            self.peak = self.peak.max(per_second(bytes, duration));
        }
    }

    /// Of the worst segment.
    fn peak(&self) -> u64 {
        self.peak.max(self.average())
    }

    fn average(&self) -> u64 {
        per_second(self.bytes, self.time)
    }
}

fn per_second(bytes: u64, duration: Duration) -> u64 {
    let bits = u128::from(bytes) * 8 * 1_000_000;
    u64::try_from(bits.checked_div(duration.as_micros()).unwrap_or(0)).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peak_and_average_are_measured() {
        let mut rate = Rate::default();
        assert_eq!((rate.peak(), rate.average()), (0, 0));
        rate.add(500_000, Duration::from_secs(4));
        rate.add(1_000_000, Duration::from_secs(4));
        rate.add(90_000, Duration::from_millis(100));
        assert_eq!(rate.peak(), 2_000_000);
        assert_eq!(rate.average(), 1_590_000 * 8 * 10 / 81);
    }
}
