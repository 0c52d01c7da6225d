//! Channel files on a server: what the command line and the console share.

use std::collections::BTreeSet;
use std::iter;

use channelfile::{Archive, ChannelFile, Problems, TarWriter};
use domain::ids::ChannelId;
use domain::secret::Secret;
use domain::time::Timestamp;
use futures::stream::{self, BoxStream, StreamExt};
use media::storage::{Image, Images, StorageError, check_upload};
use rand::RngExt;
use store::{Channel, ChannelImport, Store};

/// The channel as a file has it; nothing if there is none.
pub async fn of_channel(store: &Store, wanted: impl Fn(ChannelId, &str) -> bool) -> store::Result<Option<ChannelFile>> {
    let channels = store.channels().await?;
    let found = channels.into_iter().find(|channel| wanted(channel.identity.id, &channel.identity.alias));
    let Some(Channel { identity, profile, former_aliases, .. }) = found else { return Ok(None) };
    let mut content = store.content(identity.id).await?;
    content.events = store.events(identity.id).await?;
    let mut hosts = identity.hosts;
    // The order is the server's, by importance: a file has them by name.
    hosts.sort();
    Ok(Some(ChannelFile { alias: identity.alias, former_aliases, hosts, profile, content }))
}

/// What is written of a channel that is read from a file. Its keys are used if it is new.
pub fn import_of(file: ChannelFile, now: Timestamp) -> ChannelImport {
    let mut random = rand::rng();
    ChannelImport {
        alias: file.alias,
        hosts: file.hosts,
        profile: file.profile,
        content: file.content,
        channel_key: format!("{:032x}", random.random::<u128>()),
        key_secret: Secret::new(random.random()),
        now,
        keeps_edits: false,
    }
}

/// The same checks as for an upload, before anything is written.
pub fn picture_problems(archive: &Archive, wanted: &BTreeSet<String>) -> Problems {
    let mut problems = Problems::default();
    for (name, bytes) in &archive.pictures {
        let place = format!("pictures/{name}");
        if let Err(cause) = check_upload(name, bytes) {
            problems.add(place, cause.to_string());
        } else if !wanted.contains(name) {
            problems.add(place, "nothing in channel.json uses it");
        }
    }
    problems
}

/// One of the file's own pictures, which may lie under a former alias.
pub async fn picture(images: &Images, file: &ChannelFile, name: &str) -> Result<Option<Image>, StorageError> {
    for alias in iter::once(&file.alias).chain(&file.former_aliases) {
        if let Some(image) = images.get(alias, name).await? {
            return Ok(Some(image));
        }
    }
    Ok(None)
}

/// The pieces of the channel's tar file, one picture in memory at a time. Drawings, and pictures that are not stored, are
/// left out.
pub(crate) fn tar(images: Images, file: ChannelFile) -> BoxStream<'static, Result<Vec<u8>, StorageError>> {
    let mut writer = TarWriter::default();
    let first = writer.json(file.write().as_bytes());
    let names: Vec<String> = file.pictures().into_iter().filter(|name| !name.ends_with(".svg")).collect();
    let pictures = Pictures { images, file, names: names.into_iter(), writer: Some(writer) };
    let rest = stream::try_unfold(pictures, |mut pictures| async move {
        Ok(pictures.next().await?.map(|piece| (piece, pictures)))
    });
    stream::once(async { Ok(first) }).chain(rest).boxed()
}

struct Pictures {
    images: Images,
    file: ChannelFile,
    names: std::vec::IntoIter<String>,
    /// Absent once the end is written.
    writer: Option<TarWriter>,
}

impl Pictures {
    async fn next(&mut self) -> Result<Option<Vec<u8>>, StorageError> {
        let Some(writer) = &mut self.writer else { return Ok(None) };
        for name in self.names.by_ref() {
            if let Some(image) = picture(&self.images, &self.file, &name).await? {
                return Ok(Some(writer.picture(&name, &image.bytes)));
            }
        }
        Ok(self.writer.take().map(TarWriter::end))
    }
}
