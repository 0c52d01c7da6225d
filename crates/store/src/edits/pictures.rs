//! The picture library, and what leads to its pictures: slides, texts, logo and icon. They change with a picture in one
//! transaction, so that nothing leads to a picture that was removed or cut anew.

use std::collections::HashMap;

use domain::content::{FaqEntry, Page, Slide, StaticBlock};
use domain::editing::Editable;
use domain::ids::ChannelId;
use domain::operator::Action;
use domain::picture::{Picture, PictureFiles, PictureUseKind, in_text, readdressed};
use domain::time::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::{ActiveModelTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, IntoActiveModel, QueryFilter};

use super::row::{self, Columns, Edited, Stored};
use super::{Edit, EditError, Editing, Step, Stop, Versioned, outcome};
use crate::audit::{self, AuditEntry};
use crate::entities::channel::channels;
use crate::entities::picture::{picture_row, pictures};
use crate::enum_text::{from_json, json};
use crate::jobs::{self, Job, JobKind};
use crate::{Result, Store};

impl Edited for Picture {
    const KIND: &'static str = "picture";
    type Table = pictures::Entity;
    type Model = pictures::Model;
    type Row = pictures::ActiveModel;
    const COLUMNS: Columns<pictures::Entity> = Columns {
        id: pictures::Column::Id,
        channel: pictures::Column::ChannelId,
        version: pictures::Column::Version,
        position: None,
    };

    fn read(row: pictures::Model) -> Result<Self> {
        row.try_into()
    }

    fn write(&self, channel: ChannelId) -> Result<pictures::ActiveModel> {
        picture_row(channel, self)
    }
}

/// What shows a picture. Logo and icon have neither id nor name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureUse {
    pub kind: PictureUseKind,
    pub id: Option<i64>,
    pub name: Option<String>,
}

/// What shows pictures, by the keys of the pictures.
pub type PictureUses = HashMap<String, Vec<PictureUse>>;

/// What became of the removal of a picture.
#[derive(Clone, Debug, PartialEq)]
pub enum PictureRemoval {
    Removed { version: i64, files: PictureFiles },
    InUse(Vec<PictureUse>),
    Refused(EditError<Picture>),
}

/// A picture that a channel has one of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelPicture {
    Logo,
    Icon,
}

impl ChannelPicture {
    const ALL: [Self; 2] = [Self::Logo, Self::Icon];

    fn of(self, row: &channels::Model) -> Option<&String> {
        match self {
            Self::Logo => row.logo.as_ref(),
            Self::Icon => row.icon.as_ref(),
        }
    }

    fn kind(self) -> PictureUseKind {
        match self {
            Self::Logo => PictureUseKind::Logo,
            Self::Icon => PictureUseKind::Icon,
        }
    }

    fn action(self) -> Action {
        match self {
            Self::Logo => Action::SetLogo,
            Self::Icon => Action::SetIcon,
        }
    }
}

/// What became of a new logo or icon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChannelPictureSet {
    Done(Option<String>),
    /// There is no such picture, or no such channel.
    NotFound,
    /// Somebody else set this one since.
    Stale(Option<String>),
}

impl Store {
    pub async fn picture(&self, channel: ChannelId, id: i64) -> Result<Option<Versioned<Picture>>> {
        Ok(row::find::<Picture>(self.read(), channel, id).await?.map(Stored::versioned))
    }

    /// The files of a new picture are about to be stored: they are removed if it has not come to be by then.
    pub async fn picture_begin(&self, channel: ChannelId, files: PictureFiles, until: Timestamp) -> Result<()> {
        self.write(move |tx| {
            let files = files.clone();
            Box::pin(async move { jobs::queue(tx, channel, JobKind::RemovePicture, json(&files)?, until).await })
        })
        .await
    }

    /// The files that a job removes; nothing if the library has the picture.
    pub async fn picture_gone(&self, job: &Job) -> Result<Option<PictureFiles>> {
        let files: PictureFiles = from_json(job.payload.clone())?;
        let found = pictures::Entity::find()
            .filter(pictures::Column::ChannelId.eq(job.channel.0))
            .filter(pictures::Column::Key.eq(&files.key))
            .one(self.read())
            .await?;
        Ok(found.is_none().then_some(files))
    }

    pub async fn picture_uses(&self, channel: ChannelId) -> Result<PictureUses> {
        uses(self.read(), channel).await
    }

    /// Changes a picture. Whatever shows it leads to its new files.
    pub async fn picture_update(
        &self,
        channel: ChannelId,
        id: i64,
        version: i64,
        change: impl Fn(&mut Picture) + Clone + Send + Sync + 'static,
        entry: AuditEntry,
    ) -> Result<Edit<Versioned<Picture>, Picture>> {
        self.write(move |tx| {
            let (change, entry) = (change.clone(), entry.clone());
            Box::pin(async move { outcome(update(tx, channel, (id, version), change, entry).await) })
        })
        .await
    }

    /// Removes a picture that nothing shows.
    pub async fn picture_remove(
        &self,
        channel: ChannelId,
        id: i64,
        version: i64,
        entry: AuditEntry,
    ) -> Result<PictureRemoval> {
        self.write(move |tx| {
            let entry = entry.clone();
            Box::pin(async move {
                let at = entry.at;
                let editing = Editing::begin(tx, channel, entry).await?;
                let found = row::find::<Picture>(tx, channel, id).await?;
                let files = found.map(|found| found.item.files).unwrap_or_default();
                if let Some(used) = uses(tx, channel).await?.remove(&files.key) {
                    return Ok(PictureRemoval::InUse(used));
                }
                let removed = outcome(editing.remove::<Picture>(id, version).await)?;
                if removed.is_ok() {
                    jobs::queue(tx, channel, JobKind::RemovePicture, json(&files)?, at).await?;
                }
                Ok(removed.map_or_else(PictureRemoval::Refused, |version| PictureRemoval::Removed { version, files }))
            })
        })
        .await
    }

    pub async fn channel_picture(&self, channel: ChannelId, which: ChannelPicture) -> Result<Option<String>> {
        let row = channels::Entity::find_by_id(channel.0).one(self.read()).await?;
        Ok(row.and_then(|row| which.of(&row).cloned()))
    }

    /// Makes a picture the channel's logo or icon, or none, if that is still the one of before.
    pub async fn channel_picture_set(
        &self,
        channel: ChannelId,
        which: ChannelPicture,
        picture: Option<i64>,
        before: Option<String>,
        entry: AuditEntry,
    ) -> Result<ChannelPictureSet> {
        self.write(move |tx| {
            let (before, entry) = (before.clone(), entry.clone());
            Box::pin(async move {
                let editing = Editing::begin(tx, channel, entry).await?;
                let Some(row) = channels::Entity::find_by_id(channel.0).one(tx).await? else {
                    return Ok(ChannelPictureSet::NotFound);
                };
                let now = which.of(&row).cloned();
                let wanted = match picture {
                    None => None,
                    Some(id) => match row::find::<Picture>(tx, channel, id).await? {
                        Some(picture) => Some(picture.item.address()),
                        None => return Ok(ChannelPictureSet::NotFound),
                    },
                };
                if now != before && now != wanted {
                    return Ok(ChannelPictureSet::Stale(now));
                }
                editing.put_picture(which, wanted.clone()).await?;
                Ok(ChannelPictureSet::Done(wanted))
            })
        })
        .await
    }
}

async fn update(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    (id, version): (i64, i64),
    change: impl Fn(&mut Picture),
    entry: AuditEntry,
) -> Step<Versioned<Picture>, Picture> {
    let editing = Editing::begin(tx, channel, entry.clone()).await?;
    let before = row::find::<Picture>(tx, channel, id).await?.map(|found| found.item.file_name());
    let updated = editing.update(id, version, change).await?;
    let picture = &updated.item;
    if before.is_some_and(|before| before != picture.file_name()) {
        lead_to::<Slide>(tx, channel, picture, (&entry, Action::UpdateSlide)).await?;
        lead_to::<Page>(tx, channel, picture, (&entry, Action::UpdatePage)).await?;
        lead_to::<FaqEntry>(tx, channel, picture, (&entry, Action::UpdateFaq)).await?;
        lead_to::<StaticBlock>(tx, channel, picture, (&entry, Action::UpdateBlock)).await?;
        let row = channels::Entity::find_by_id(channel.0).one(tx).await?;
        for which in ChannelPicture::ALL {
            let shown = row.as_ref().and_then(|row| which.of(row)).filter(|address| shows(address, picture));
            let Some(shown) = shown else { continue };
            let entry = AuditEntry { action: which.action(), ..entry.clone() };
            Editing::begin(tx, channel, entry).await?.put_picture(which, Some(led(shown, picture))).await?;
        }
    }
    Ok(updated)
}

fn shows(text: &str, picture: &Picture) -> bool {
    in_text(text).any(|found| found.key == picture.files.key)
}

/// The text with each address of the picture leading to its newest file.
fn led(text: &str, picture: &Picture) -> String {
    readdressed(text, &picture.files.alias, &picture.file_name())
}

/// Everything of a kind that shows the picture shows its newest file: a new version of each.
async fn lead_to<T: Edited>(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    picture: &Picture,
    (entry, action): (&AuditEntry, Action),
) -> Result<()> {
    for found in row::of_channel::<T>(channel).all(tx).await? {
        let before = Stored::<T>::read(found)?;
        let text = before.item.body().to_string();
        if !shows(&text, picture) {
            continue;
        }
        let mut item = before.item.clone();
        item.apply(from_json::<T::Fields>(serde_json::from_str(&led(&text, picture)).unwrap_or_default())?);
        let entry = AuditEntry { action, ..entry.clone() };
        match Editing::begin(tx, channel, entry).await?.put(before, item).await {
            Err(Stop::Failed(cause)) => return Err(cause),
            Ok(_) | Err(Stop::Refused(_)) => {}
        }
    }
    Ok(())
}

async fn uses(connection: &impl ConnectionTrait, channel: ChannelId) -> Result<PictureUses> {
    let mut uses = PictureUses::new();
    let row = channels::Entity::find_by_id(channel.0).one(connection).await?;
    for which in ChannelPicture::ALL {
        let shown = row.as_ref().and_then(|row| which.of(row)).map_or("", String::as_str);
        note(&mut uses, shown, &PictureUse { kind: which.kind(), id: None, name: None });
    }
    in_content::<Slide>(connection, channel, PictureUseKind::Slide, &mut uses).await?;
    in_content::<Page>(connection, channel, PictureUseKind::Page, &mut uses).await?;
    in_content::<FaqEntry>(connection, channel, PictureUseKind::Faq, &mut uses).await?;
    in_content::<StaticBlock>(connection, channel, PictureUseKind::Block, &mut uses).await?;
    Ok(uses)
}

async fn in_content<T: Edited>(
    connection: &impl ConnectionTrait,
    channel: ChannelId,
    kind: PictureUseKind,
    uses: &mut PictureUses,
) -> Result<()> {
    for found in row::of_channel::<T>(channel).all(connection).await? {
        let Stored { id, item, .. } = Stored::<T>::read(found)?;
        let name = Some(Editable::label(&item).to_owned());
        note(uses, &item.body().to_string(), &PictureUse { kind, id: Some(id), name });
    }
    Ok(())
}

/// Each use once, however often it shows the picture.
fn note(uses: &mut PictureUses, text: &str, found: &PictureUse) {
    for name in in_text(text) {
        let of_picture = uses.entry(name.key).or_default();
        if of_picture.last() != Some(found) {
            of_picture.push(found.clone());
        }
    }
}

impl Editing<'_> {
    /// The same picture again changes and records nothing.
    async fn put_picture(self, which: ChannelPicture, picture: Option<String>) -> Result<()> {
        let Some(row) = channels::Entity::find_by_id(self.channel.0).one(self.tx).await? else { return Ok(()) };
        let before = which.of(&row).cloned();
        if before == picture {
            return Ok(());
        }
        let entry = self.entry.clone().about(row.alias.clone()).changing(before, picture.clone());
        let version = row.version + 1;
        let mut row = row.into_active_model();
        match which {
            ChannelPicture::Logo => row.logo = Set(picture),
            ChannelPicture::Icon => row.icon = Set(picture),
        }
        row.version = Set(version);
        row.update(self.tx).await?;
        audit::record(self.tx, &entry).await
    }
}
