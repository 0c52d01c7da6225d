//! Samples as one `moof` and one `mdat`.

use bytes::{BufMut, Bytes, BytesMut};

use super::Sample;
use super::boxes::{TRACK_ID, count, full, plain};

pub(super) const FLAGS_KEY: u32 = 0x0200_0000;
pub(super) const FLAGS_DELTA: u32 = 0x0101_0000;

const BASE_IS_MOOF: u32 = 0x2_0000;
const DEFAULT_DURATION: u32 = 0x8;
const DEFAULT_FLAGS: u32 = 0x20;
const RUN_OFFSET: u32 = 0x1;
const RUN_DURATIONS: u32 = 0x100;
const RUN_SIZES: u32 = 0x200;
const RUN_FLAGS: u32 = 0x400;
const RUN_CTS: u32 = 0x800;

/// Room for the boxes around the samples.
const HEAD: usize = 160;

/// Where the first sample of a fragment ends, where it is a key frame.
pub fn key_end(fragment: &[u8], samples: &[Sample]) -> Option<u32> {
    let first = samples.first().filter(|sample| sample.keyframe)?;
    let total: usize = samples.iter().map(|sample| sample.data.len()).sum();
    u32::try_from(fragment.len().checked_sub(total)? + first.data.len()).ok()
}

/// A fragment without samples for a gap: some players continue after an empty segment but stop at a missing one.
pub fn empty_fragment(start: u64) -> Bytes {
    let mut out = BytesMut::with_capacity(HEAD);
    plain(&mut out, b"moof", |out| {
        full(out, b"mfhd", 0, 0, |out| out.put_u32(0));
        plain(out, b"traf", |out| {
            full(out, b"tfhd", 0, BASE_IS_MOOF, |out| out.put_u32(TRACK_ID));
            full(out, b"tfdt", 1, 0, |out| out.put_u64(start));
            // VLC waits for ever for the samples of an `mdat` that no run is about.
            full(out, b"trun", 1, RUN_OFFSET | RUN_SIZES, |out| {
                out.put_u32(0);
                out.put_i32(0);
            });
        });
    });
    plain(&mut out, b"mdat", |_| {});
    out.freeze()
}

/// The samples until `end`, in ticks of their track; empty without samples. The only copy of the data is made here.
pub fn fragment(sequence: u32, samples: &[Sample], end: u64) -> Bytes {
    let Some(first) = samples.first() else { return Bytes::new() };
    let total: usize = samples.iter().map(|sample| sample.data.len()).sum();
    let mut out = BytesMut::with_capacity(HEAD + samples.len() * 16 + total);
    let mut offset_at = 0;
    let ends = samples.iter().skip(1).map(|sample| sample.dts).chain([end]);
    let durations = samples.iter().zip(ends).map(|(sample, end)| u32::try_from(end.saturating_sub(sample.dts)));
    let durations: Vec<u32> = durations.map(|duration| duration.unwrap_or(u32::MAX)).collect();
    // Audio is all alike, and says so once.
    let alike = samples.iter().all(|sample| sample.keyframe && sample.cts == 0)
        && durations.iter().all(|duration| Some(duration) == durations.first());
    plain(&mut out, b"moof", |out| {
        full(out, b"mfhd", 0, 0, |out| out.put_u32(sequence));
        plain(out, b"traf", |out| {
            let defaults = if alike { DEFAULT_DURATION | DEFAULT_FLAGS } else { 0 };
            full(out, b"tfhd", 0, BASE_IS_MOOF | defaults, |out| {
                out.put_u32(TRACK_ID);
                if alike {
                    out.put_u32(durations.first().copied().unwrap_or(0));
                    out.put_u32(FLAGS_KEY);
                }
            });
            full(out, b"tfdt", 1, 0, |out| out.put_u64(first.dts));
            let fields = if alike { RUN_SIZES } else { RUN_DURATIONS | RUN_SIZES | RUN_FLAGS | RUN_CTS };
            full(out, b"trun", 1, RUN_OFFSET | fields, |out| {
                out.put_u32(count(samples.len()));
                offset_at = out.len();
                out.put_i32(0);
                for (sample, duration) in samples.iter().zip(durations) {
                    if alike {
                        out.put_u32(count(sample.data.len()));
                        continue;
                    }
                    out.put_u32(duration);
                    out.put_u32(count(sample.data.len()));
                    out.put_u32(if sample.keyframe { FLAGS_KEY } else { FLAGS_DELTA });
                    out.put_i32(sample.cts);
                }
            });
        });
    });
    let offset = count(out.len() + 8);
    out[offset_at..offset_at + 4].copy_from_slice(&offset.to_be_bytes());
    plain(&mut out, b"mdat", |out| {
        for sample in samples {
            out.put_slice(&sample.data);
        }
    });
    out.freeze()
}
