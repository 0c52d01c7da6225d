//! Reads FLV files tag by tag for sending; the content of tags is not parsed.

use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result, bail};
use tokio::fs::File;
use tokio::io::AsyncReadExt;

pub(super) const AUDIO: u8 = 8;
pub(super) const VIDEO: u8 = 9;

/// Larger than any frame that we make.
const MAX_TAG: usize = 4 * 1024 * 1024;
/// Bytes read at once.
const READ: usize = 64 * 1024;
/// Kind, length, time and stream of a tag; its length again follows the body.
const TAG_HEAD: usize = 11;
const TAG_FOOT: usize = 4;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Tag {
    pub(super) kind: u8,
    /// Milliseconds.
    pub(super) at: u32,
    pub(super) body: Vec<u8>,
}

impl Tag {
    /// What a decoder has to know first, rather than media.
    pub(super) fn is_config(&self) -> bool {
        matches!((self.kind, self.body.get(1)), (AUDIO | VIDEO, Some(0)))
    }

    pub(super) fn is_frame(&self) -> bool {
        matches!((self.kind, self.body.get(1)), (AUDIO | VIDEO, Some(1)))
    }
}

pub(super) struct Tags {
    file: File,
    /// Read, but no whole tag yet.
    bytes: Vec<u8>,
}

impl Tags {
    pub(super) async fn open(path: &Path) -> Result<Self> {
        let mut file = File::open(path).await.context("cannot read footage")?;
        // The head, and the length of nothing before the first tag.
        let mut head = [0; 13];
        file.read_exact(&mut head).await?;
        if &head[..3] != b"FLV" {
            bail!("not an FLV file");
        }
        Ok(Self { file, bytes: Vec::with_capacity(READ) })
    }

    /// The next tag; nothing at the end.
    pub(super) async fn next(&mut self) -> Result<Option<Tag>> {
        let tag = self.next_written().await?;
        if tag.is_none() && !self.bytes.is_empty() {
            bail!("the file ends in the middle of a tag");
        }
        Ok(tag)
    }

    /// The next tag of a file that is still written: nothing where the next one is not whole yet. Asked again, it goes
    /// on at the same place.
    pub(super) async fn next_written(&mut self) -> Result<Option<Tag>> {
        loop {
            if let Some(tag) = self.take()? {
                return Ok(Some(tag));
            }
            self.bytes.reserve(READ);
            if self.file.read_buf(&mut self.bytes).await? == 0 {
                return Ok(None);
            }
        }
    }

    fn take(&mut self) -> Result<Option<Tag>> {
        let Some(&[kind, l0, l1, l2, t0, t1, t2, t3, ..]) = self.bytes.first_chunk::<TAG_HEAD>() else {
            return Ok(None);
        };
        let length = u32::from_be_bytes([0, l0, l1, l2]) as usize;
        if length > MAX_TAG {
            bail!("a tag of {length} bytes");
        }
        let Some(body) = self.bytes.get(TAG_HEAD..TAG_HEAD + length) else { return Ok(None) };
        let whole = TAG_HEAD + length + TAG_FOOT;
        if self.bytes.len() < whole {
            return Ok(None);
        }
        let tag = Tag { kind, at: u32::from_be_bytes([t3, t0, t1, t2]), body: body.to_vec() };
        self.bytes.drain(..whole);
        Ok(Some(tag))
    }

    /// From the first picture to the end of the last one.
    pub(super) async fn span(path: &Path) -> Result<Range<u32>> {
        let mut tags = Self::open(path).await?;
        let mut first = None;
        let [mut last, mut frame] = [0; 2];
        while let Some(tag) = tags.next().await? {
            if tag.kind == VIDEO && tag.is_frame() {
                first = first.or(Some(tag.at));
                [last, frame] = [tag.at, tag.at.saturating_sub(last)];
            }
        }
        let first = first.filter(|first| last > *first).context("no moving pictures in it")?;
        Ok(first..last + frame)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn tag(at: u8, body: &[u8]) -> Vec<u8> {
        let length = body.len() as u8;
        [&[VIDEO, 0, 0, length, 0, 0, at, 0, 0, 0, 0], body, &[0, 0, 0, length + 11]].concat()
    }

    #[tokio::test]
    async fn a_file_is_read_while_it_is_written() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(b"FLV\x01\x05\0\0\0\x09\0\0\0\0").unwrap();
        let mut tags = Tags::open(file.path()).await.unwrap();
        assert_eq!(tags.next_written().await.unwrap(), None);
        let written = [tag(0, b"\x17\x01first"), tag(40, b"\x27\x01second")].concat();
        let mut found = Vec::new();
        for byte in written {
            file.write_all(&[byte]).unwrap();
            found.extend(tags.next_written().await.unwrap());
        }
        assert_eq!(found.iter().map(|tag| tag.at).collect::<Vec<_>>(), [0, 40]);
        assert_eq!(found[1].body, b"\x27\x01second");
        assert!(found.iter().all(Tag::is_frame));
        assert_eq!(tags.next().await.unwrap(), None);
        file.write_all(&tag(80, b"\x27\x01third")[..12]).unwrap();
        assert_eq!(tags.next_written().await.unwrap(), None);
        assert!(tags.next().await.is_err(), "a whole file ends with a whole tag");
    }
}
