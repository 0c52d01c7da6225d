//! A clip as one MP4 file.

use std::collections::BTreeMap;
use std::path::Path;

use super::{ClipError, Cut, Fetched};
use crate::codec::cmaf::{ClipSegment, ClipTrack, Progressive, parse_fragments, parse_init};
use crate::codec::{Codec, flv};
use crate::hls::Rendition;
use crate::recording::{Download, RecordingFile};

/// Which bytes of which segments the file consists of, behind a head of its own. Each segment is read once and let go;
/// `folder` is where they lie, if they are on this machine.
pub async fn plan<F: Future<Output = Fetched>>(
    cut: &Cut,
    folder: &Path,
    fetch: impl Fn(RecordingFile) -> F,
) -> Result<Download, ClipError> {
    let (mut tracks, mut segments) = (Vec::new(), Vec::new());
    for rendition in [Rendition::SOURCE, Rendition::SOUND] {
        let entries = cut.listed.get(&rendition).map_or(&[][..], Vec::as_slice);
        let mut track = ClipTrack { codecs: Vec::new(), segments: Vec::new() };
        let mut inits: BTreeMap<u32, usize> = BTreeMap::new();
        for entry in entries.iter().filter(|entry| !entry.gap) {
            // What was lost meanwhile is a held picture.
            let Some(bytes) = fetch(RecordingFile::Segment(rendition, entry.number)).await? else { continue };
            let samples = parse_fragments(&bytes)?;
            let codec = match inits.get(&entry.init) {
                Some(codec) => *codec,
                None => {
                    track.codecs.push(codec(rendition, entry.init, &fetch).await?);
                    inits.insert(entry.init, track.codecs.len() - 1);
                    track.codecs.len() - 1
                }
            };
            let source = u32::try_from(segments.len()).unwrap_or(u32::MAX);
            segments.push((rendition, entry.number));
            track.segments.push(ClipSegment { source, codec, samples });
        }
        tracks.push(track);
    }
    Ok(Download::of(folder.to_owned(), Progressive::plan(&tracks, cut.from, cut.to)?, &segments)?)
}

async fn codec<F: Future<Output = Fetched>>(
    rendition: Rendition,
    init: u32,
    fetch: &impl Fn(RecordingFile) -> F,
) -> Result<Codec, ClipError> {
    let bytes = fetch(RecordingFile::Init(rendition, init)).await?.ok_or(ClipError::Nothing)?;
    Ok(parse_init(&bytes)?.codec)
}

/// The key frame that a cut begins with, as a stream of one picture.
pub async fn first_picture<F: Future<Output = Fetched>>(
    cut: &Cut,
    fetch: impl Fn(RecordingFile) -> F,
) -> Result<Vec<u8>, ClipError> {
    let entries = cut.listed.get(&Rendition::SOURCE).map_or(&[][..], Vec::as_slice);
    let entry = entries.iter().find(|entry| !entry.gap).ok_or(ClipError::Nothing)?;
    let Codec::Avc(config) = codec(Rendition::SOURCE, entry.init, &fetch).await? else {
        return Err(ClipError::Nothing);
    };
    let bytes = fetch(RecordingFile::Segment(Rendition::SOURCE, entry.number)).await?.ok_or(ClipError::Nothing)?;
    let samples = parse_fragments(&bytes)?;
    let key = samples.iter().rfind(|sample| sample.keyframe && sample.pts() <= cut.from);
    let key = key.or(samples.iter().find(|sample| sample.keyframe)).ok_or(ClipError::Nothing)?;
    Ok(flv::picture(config, key.data(&bytes)?))
}
