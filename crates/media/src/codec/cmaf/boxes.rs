//! Boxes as closures: the length is filled in when the body is written. And the boxes that all our files share.

use bytes::{BufMut, BytesMut};

use crate::codec::Codec;

/// The only track of a file, and the first of a download.
pub const TRACK_ID: u32 = 1;

const UNITY: [u32; 9] = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000];
/// "und" in five bits a letter.
const UNDETERMINED: u16 = 0x55c4;

pub fn plain(out: &mut BytesMut, kind: &[u8; 4], body: impl FnOnce(&mut BytesMut)) {
    let start = out.len();
    out.put_u32(0);
    out.put_slice(kind);
    body(out);
    let length = u32::try_from(out.len() - start).unwrap_or(u32::MAX);
    out[start..start + 4].copy_from_slice(&length.to_be_bytes());
}

pub fn full(out: &mut BytesMut, kind: &[u8; 4], version: u8, flags: u32, body: impl FnOnce(&mut BytesMut)) {
    plain(out, kind, |out| {
        out.put_u32(u32::from(version) << 24 | flags);
        body(out);
    });
}

/// A count that the caller has bounded.
pub fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

pub fn mvhd(out: &mut BytesMut, timescale: u32, duration: u64, next_track: u32) {
    full(out, b"mvhd", 1, 0, |out| {
        out.put_bytes(0, 16);
        out.put_u32(timescale);
        out.put_u64(duration);
        out.put_u32(0x1_0000);
        out.put_u16(0x100);
        out.put_bytes(0, 10);
        UNITY.iter().for_each(|&value| out.put_u32(value));
        out.put_bytes(0, 24);
        out.put_u32(next_track);
    });
}

/// What of a presentation a track shows: `duration` in the movie's ticks, from `media_time` in the track's own;
/// nothing where that is -1.
pub struct Edit {
    pub duration: u64,
    pub media_time: i64,
}

pub struct Trak<'a> {
    pub id: u32,
    pub codec: &'a Codec,
    /// In ticks of the movie.
    pub movie_duration: u64,
    /// In ticks of the track.
    pub media_duration: u64,
    pub edits: Vec<Edit>,
}

impl Trak<'_> {
    pub fn write(&self, out: &mut BytesMut, tables: impl FnOnce(&mut BytesMut)) {
        let video = self.codec.is_video();
        plain(out, b"trak", |out| {
            self.tkhd(out);
            if !self.edits.is_empty() {
                plain(out, b"edts", |out| {
                    full(out, b"elst", 1, 0, |out| {
                        out.put_u32(count(self.edits.len()));
                        for edit in &self.edits {
                            out.put_u64(edit.duration);
                            out.put_i64(edit.media_time);
                            out.put_u32(0x1_0000);
                        }
                    });
                });
            }
            plain(out, b"mdia", |out| {
                full(out, b"mdhd", 1, 0, |out| {
                    out.put_bytes(0, 16);
                    out.put_u32(self.codec.timescale());
                    out.put_u64(self.media_duration);
                    out.put_u16(UNDETERMINED);
                    out.put_u16(0);
                });
                full(out, b"hdlr", 0, 0, |out| {
                    out.put_u32(0);
                    out.put_slice(if video { b"vide" } else { b"soun" });
                    out.put_bytes(0, 13);
                });
                plain(out, b"minf", |out| {
                    if video {
                        full(out, b"vmhd", 0, 1, |out| out.put_bytes(0, 8));
                    } else {
                        full(out, b"smhd", 0, 0, |out| out.put_bytes(0, 4));
                    }
                    plain(out, b"dinf", |out| {
                        full(out, b"dref", 0, 0, |out| {
                            out.put_u32(1);
                            full(out, b"url ", 0, 1, |_| ());
                        });
                    });
                    plain(out, b"stbl", tables);
                });
            });
        });
    }

    fn tkhd(&self, out: &mut BytesMut) {
        let (width, height, volume) = match self.codec {
            Codec::Avc(config) => (config.width(), config.height(), 0),
            Codec::Aac(_) => (0, 0, 0x100),
        };
        full(out, b"tkhd", 1, 7, |out| {
            out.put_bytes(0, 16);
            out.put_u32(self.id);
            out.put_u32(0);
            out.put_u64(self.movie_duration);
            out.put_bytes(0, 12);
            out.put_u16(volume);
            out.put_u16(0);
            UNITY.iter().for_each(|&value| out.put_u32(value));
            out.put_u32(u32::from(width) << 16);
            out.put_u32(u32::from(height) << 16);
        });
    }
}

/// The sample descriptions, in the order in which chunks refer to them.
pub fn stsd(out: &mut BytesMut, codecs: &[&Codec]) {
    full(out, b"stsd", 0, 0, |out| {
        out.put_u32(count(codecs.len()));
        for codec in codecs {
            match codec {
                Codec::Avc(config) => plain(out, b"avc1", |out| {
                    out.put_bytes(0, 6);
                    out.put_u16(1);
                    out.put_bytes(0, 16);
                    out.put_u16(config.width());
                    out.put_u16(config.height());
                    out.put_u32(0x48_0000);
                    out.put_u32(0x48_0000);
                    out.put_u32(0);
                    out.put_u16(1);
                    out.put_bytes(0, 32);
                    out.put_u16(0x18);
                    out.put_u16(0xffff);
                    plain(out, b"avcC", |out| out.put_slice(config.record()));
                }),
                Codec::Aac(config) => plain(out, b"mp4a", |out| {
                    out.put_bytes(0, 6);
                    out.put_u16(1);
                    out.put_bytes(0, 8);
                    out.put_u16(config.channels());
                    out.put_u16(16);
                    out.put_u32(0);
                    // 16.16, which 96 kHz does not fit: then the record tells.
                    out.put_u32(u16::try_from(config.sample_rate()).map_or(0, u32::from) << 16);
                    esds(out, config.record());
                }),
            }
        }
    });
}

/// Descriptors inside each other, each with a tag and a length in four bytes of seven bits.
fn esds(out: &mut BytesMut, record: &[u8]) {
    const HEAD: usize = 5;
    let specific = record.len();
    let decoder = 13 + HEAD + specific;
    let stream = 3 + HEAD + decoder + HEAD + 1;
    full(out, b"esds", 0, 0, |out| {
        descriptor(out, 3, stream);
        out.put_u16(1);
        out.put_u8(0);
        descriptor(out, 4, decoder);
        out.put_slice(&[0x40, 0x15, 0, 0, 0]);
        out.put_bytes(0, 8);
        descriptor(out, 5, specific);
        out.put_slice(record);
        descriptor(out, 6, 1);
        out.put_u8(2);
    });
}

fn descriptor(out: &mut BytesMut, tag: u8, length: usize) {
    out.put_u8(tag);
    for shift in [21, 14, 7, 0] {
        let more = if shift == 0 { 0 } else { 0x80 };
        out.put_u8(u8::try_from(length >> shift & 0x7f).unwrap_or(0) | more);
    }
}
