//! A segment without the samples outside a clip, rewritten in memory.

use bytes::Bytes;

use crate::codec::cmaf::{ParseError, ParsedSample, Sample, fragment, parse_fragments, parse_init};
use crate::codec::{VIDEO_TIMESCALE, rescale};

/// The samples from `from` until `to`, in ticks of 90 kHz. A picture that is needed to decode one before it stays, as
/// do those from the key frame on; `number` is the segment's.
pub fn trim(segment: &Bytes, init: &Bytes, number: u64, from: u64, to: u64) -> Result<Bytes, ParseError> {
    let track = parse_init(init)?;
    let scaled = |time: u64| rescale(time, VIDEO_TIMESCALE, track.timescale);
    let (from, to) = (scaled(from), scaled(to));
    let samples = parse_fragments(segment)?;
    let first = samples.iter().rposition(|sample| sample.keyframe && sample.pts() <= from).unwrap_or(0);
    let end = samples.iter().rposition(|sample| sample.pts() < to).map_or(0, |last| last + 1);
    let kept = samples.get(first..end).unwrap_or_default();
    let Some(last) = kept.last() else { return Ok(Bytes::new()) };
    let sample = |parsed: &ParsedSample| {
        let data = parsed.data(segment)?;
        Ok(Sample { dts: parsed.dts, cts: parsed.cts, keyframe: parsed.keyframe, data })
    };
    let samples = kept.iter().map(sample).collect::<Result<Vec<_>, ParseError>>()?;
    let sequence = u32::try_from(number).unwrap_or(u32::MAX);
    Ok(fragment(sequence, &samples, last.dts.saturating_add(last.duration.into())))
}
