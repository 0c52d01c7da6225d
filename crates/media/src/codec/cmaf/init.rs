//! The init segment of a track.

use bytes::{BufMut, Bytes, BytesMut};

use super::boxes::{TRACK_ID, Trak, full, mvhd, plain, stsd};
use crate::codec::Codec;

/// One track, no samples, no edit list: presentation starts at 0 by the packager's doing.
pub fn init_segment(codec: &Codec) -> Bytes {
    let mut out = BytesMut::with_capacity(1024);
    plain(&mut out, b"ftyp", |out| {
        out.put_slice(b"iso6");
        out.put_u32(0);
        out.put_slice(b"iso6cmfcmp41");
    });
    plain(&mut out, b"moov", |out| {
        // Some players add tracks of their own under this number and break when it is taken.
        mvhd(out, codec.timescale(), 0, TRACK_ID + 1);
        let trak = Trak { id: TRACK_ID, codec, movie_duration: 0, media_duration: 0, edits: Vec::new() };
        trak.write(out, |out| {
            stsd(out, &[codec]);
            for table in [b"stts", b"stsc", b"stco"] {
                full(out, table, 0, 0, |out| out.put_u32(0));
            }
            full(out, b"stsz", 0, 0, |out| out.put_u64(0));
        });
        plain(out, b"mvex", |out| {
            full(out, b"trex", 0, 0, |out| {
                out.put_u32(TRACK_ID);
                out.put_u32(1);
                out.put_bytes(0, 12);
            });
        });
    });
    out.freeze()
}
