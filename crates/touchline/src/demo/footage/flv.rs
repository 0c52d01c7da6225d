//! Reads FLV files tag by tag, to send them on; what is in the tags does not matter here.

use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result, bail};
use tokio::fs::File;
use tokio::io::{AsyncReadExt, BufReader};

pub(super) const AUDIO: u8 = 8;
pub(super) const VIDEO: u8 = 9;

/// Larger than any frame that we make.
const MAX_TAG: usize = 4 * 1024 * 1024;

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

pub(super) struct Tags(BufReader<File>);

impl Tags {
    pub(super) async fn open(path: &Path) -> Result<Self> {
        let mut file = BufReader::with_capacity(64 * 1024, File::open(path).await.context("cannot read footage")?);
        // The head, and the length of nothing before the first tag.
        let mut head = [0; 13];
        file.read_exact(&mut head).await?;
        if &head[..3] != b"FLV" {
            bail!("not an FLV file");
        }
        Ok(Self(file))
    }

    /// The next tag; nothing at the end.
    pub(super) async fn next(&mut self) -> Result<Option<Tag>> {
        let mut head = [0; 11];
        if self.0.read_exact(&mut head).await.is_err() {
            return Ok(None);
        }
        let [kind, l0, l1, l2, t0, t1, t2, t3, ..] = head;
        let length = u32::from_be_bytes([0, l0, l1, l2]) as usize;
        if length > MAX_TAG {
            bail!("a tag of {length} bytes");
        }
        let mut body = vec![0; length + 4];
        self.0.read_exact(&mut body).await.context("the file ends in the middle of a tag")?;
        body.truncate(length);
        Ok(Some(Tag { kind, at: u32::from_be_bytes([t3, t0, t1, t2]), body }))
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
