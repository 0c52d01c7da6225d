//! Clips: owners and lists. Making their files is in [`making`], their audience in [`sharing`].

mod processing;
mod sharing;

use std::collections::{BTreeSet, HashMap};

use domain::clip::{Audience, Clip, ClipState, Range};
use domain::ids::{AccountId, ChannelId, ClipId, EventId, MediaId};
use domain::time::Timestamp;
use domain::webhook::{ClipRemover, WebhookFact};
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::{Expr, ExprTrait, Query};
use sea_orm::{
    ColumnTrait, Condition, DatabaseTransaction, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    Select,
};

use crate::accounts::hold;
use crate::audit::{self, AuditEntry};
use crate::entities::clip::{clips, tags};
use crate::entities::event::events;
use crate::enum_text::{json, word};
use crate::jobs::{self, JobKind};
use crate::media::touch;
use crate::{Result, Store, webhook_facts};

pub(crate) use processing::clip_of_removal;
pub use processing::{ClipExport, ClipWork};
use processing::{CutClip, queue_removal};
pub(crate) use sharing::hide_of_order;
pub use sharing::{ClipTerms, SharedSoFar};

/// The same wish twice within this time is one wish.
const TWICE: i64 = Timestamp::MINUTE;

/// A new clip.
#[derive(Clone, Debug)]
pub struct NewClip {
    pub account: AccountId,
    pub event: EventId,
    pub media: MediaId,
    pub uuid: String,
    pub name: String,
    pub range: Range,
    pub tags: Vec<String>,
    pub is_public: bool,
    pub terms: ClipTerms,
}

/// What became of the wish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClipMade {
    New(Clip),
    /// They wished for it a moment ago.
    Same(Clip),
    /// There are as many as the account may have.
    TooMany,
    /// The pass that was to open the game has ended.
    NoAccess,
}

/// Which clips of a channel.
#[derive(Clone, Debug, Default)]
pub struct ClipFilter {
    pub clip: Option<ClipId>,
    pub event: Option<EventId>,
    pub account: Option<AccountId>,
    /// Only listed public clips, and listed clips of the games in `accessible`.
    pub public_only: bool,
    /// Games whose clips for viewers with access are included.
    pub accessible: Vec<EventId>,
    pub tag: Option<String>,
    /// Games whose clips are left out.
    pub without: Vec<EventId>,
}

impl Store {
    /// Keeps a clip, unless its owner has `most`, and has its file made. Counting and deciding are one step: the
    /// account's row is held for it, and the game's where others' clips count.
    pub async fn clip_create(&self, channel: ChannelId, new: NewClip, most: u32, now: Timestamp) -> Result<ClipMade> {
        self.write(move |tx| {
            let new = new.clone();
            Box::pin(async move { create(tx, channel, &new, most, now).await })
        })
        .await
    }

    pub async fn clip(&self, channel: ChannelId, id: ClipId) -> Result<Option<Clip>> {
        let found = clips::Entity::find().filter(this(channel, id)).one(self.read()).await?;
        found.map(Clip::try_from).transpose()
    }

    /// A part of the clips, the newest first, and how many there are.
    pub async fn clips(
        &self,
        channel: ChannelId,
        filter: &ClipFilter,
        offset: u64,
        limit: u64,
    ) -> Result<(Vec<Clip>, u64)> {
        let found = filtered(channel, filter)?;
        let total = found.clone().count(self.read()).await?;
        let page = found.order_by_desc(clips::Column::Id).offset(offset).limit(limit);
        let rows = page.all(self.read()).await?;
        Ok((rows.into_iter().map(Clip::try_from).collect::<Result<_>>()?, total))
    }

    /// The newest clips with their names.
    pub async fn clip_names(&self, channel: ChannelId, limit: u64) -> Result<Vec<(ClipId, String)>> {
        let newest = clips::Entity::find()
            .select_only()
            .columns([clips::Column::Id, clips::Column::Name])
            .filter(clips::Column::ChannelId.eq(channel.0))
            .order_by_desc(clips::Column::Id)
            .limit(limit);
        let rows: Vec<(i64, String)> = newest.into_tuple().all(self.read()).await?;
        Ok(rows.into_iter().map(|(id, name)| (ClipId(id), name)).collect())
    }

    /// How many clips an account has.
    pub async fn clips_count(&self, channel: ChannelId, account: AccountId) -> Result<u64> {
        let filter = ClipFilter { account: Some(account), ..ClipFilter::default() };
        Ok(filtered(channel, &filter)?.count(self.read()).await?)
    }

    /// The tags that public clips have most, and how many have them; clips of some games are left out.
    pub async fn clip_tags(&self, channel: ChannelId, without: &[EventId], most: u64) -> Result<Vec<(String, i64)>> {
        let mut public = Query::select()
            .column(clips::Column::Id)
            .from(clips::Entity)
            .and_where(clips::Column::ChannelId.eq(channel.0))
            .and_where(clips::Column::IsPublic.eq(true))
            .and_where(clips::Column::Audience.eq(word(&Audience::Everyone)?))
            .to_owned();
        if !without.is_empty() {
            public.and_where(clips::Column::EventId.is_not_in(without.iter().map(|event| event.0)));
        }
        let counted = tags::Entity::find()
            .select_only()
            .column_as(tags::Column::Tag.min(), "tag")
            .column_as(tags::Column::Id.count(), "clips")
            .filter(tags::Column::ChannelId.eq(channel.0))
            .filter(tags::Column::ClipId.in_subquery(public))
            .group_by(tags::Column::Lower)
            .order_by_desc(tags::Column::Id.count())
            .order_by_asc(tags::Column::Lower)
            .limit(most);
        Ok(counted.into_tuple().all(self.read()).await?)
    }

    /// The games that have listed clips for this audience.
    pub async fn events_with_clips(&self, channel: ChannelId, audience: Audience) -> Result<Vec<EventId>> {
        let found = clips::Entity::find()
            .select_only()
            .column(clips::Column::EventId)
            .distinct()
            .filter(clips::Column::ChannelId.eq(channel.0))
            .filter(clips::Column::IsPublic.eq(true))
            .filter(clips::Column::Audience.eq(word(&audience)?));
        let ids: Vec<i64> = found.into_tuple().all(self.read()).await?;
        Ok(ids.into_iter().map(EventId).collect())
    }

    /// Deletes a clip, by its owner or by an operator, with an audit entry. Returns the deleted clip.
    pub async fn clip_delete(
        &self,
        channel: ChannelId,
        id: ClipId,
        owner: Option<AccountId>,
        entry: Option<AuditEntry>,
        now: Timestamp,
    ) -> Result<Option<Clip>> {
        self.write(move |tx| {
            let entry = entry.clone();
            Box::pin(async move {
                let mut gone = clips::Entity::delete_many().filter(this(channel, id));
                if let Some(owner) = owner {
                    gone = gone.filter(clips::Column::AccountId.eq(owner.0));
                }
                let Some(row) = gone.exec_with_returning(tx).await?.into_iter().next() else { return Ok(None) };
                let clip = Clip::try_from(row)?;
                queue_removal(tx, channel, id, now).await?;
                let by = if owner.is_some() { ClipRemover::Owner } else { ClipRemover::Operator };
                let gone = WebhookFact::clip_removed(id, clip.event, clip.account, by);
                webhook_facts::record(tx, channel, &gone, now).await?;
                if clip.is_listed_for_all() {
                    count_public(tx, channel, clip.event).await?;
                }
                if let Some(entry) = &entry {
                    audit::record(tx, entry).await?;
                }
                Ok(Some(clip))
            })
        })
        .await
    }

    /// Adds what was watched since the last call.
    pub async fn clip_views_add(&self, views: HashMap<(ChannelId, ClipId), i64>) -> Result<()> {
        self.write(move |tx| {
            let views = views.clone();
            Box::pin(async move {
                for ((channel, clip), count) in views {
                    clips::Entity::update_many()
                        .col_expr(clips::Column::Views, Expr::col(clips::Column::Views).add(count))
                        .filter(this(channel, clip))
                        .exec(tx)
                        .await?;
                }
                Ok(())
            })
        })
        .await
    }
}

async fn create(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    new: &NewClip,
    most: u32,
    now: Timestamp,
) -> Result<ClipMade> {
    if !hold(tx, channel, new.account).await? {
        return Ok(ClipMade::TooMany);
    }
    let theirs = filtered(channel, &ClipFilter { account: Some(new.account), ..ClipFilter::default() })?;
    let same = theirs
        .clone()
        .filter(clips::Column::MediaId.eq(new.media.0))
        .filter(clips::Column::StartMs.eq(new.range.start_ms))
        .filter(clips::Column::DurationMs.eq(new.range.duration_ms))
        .filter(clips::Column::Name.eq(&new.name))
        .filter(clips::Column::IsPublic.eq(new.is_public))
        .filter(clips::Column::CreatedAt.gt(now.plus(-TWICE).0));
    for row in same.all(tx).await? {
        let clip = Clip::try_from(row)?;
        if clip.tags == new.tags {
            return Ok(ClipMade::Same(clip));
        }
    }
    if theirs.count(tx).await? >= u64::from(most) {
        return Ok(ClipMade::TooMany);
    }
    let Some(audience) = sharing::audience(tx, channel, new, now).await? else { return Ok(ClipMade::NoAccess) };
    let row = clips::ActiveModel {
        id: NotSet,
        channel_id: Set(channel.0),
        account_id: Set(new.account.0),
        event_id: Set(new.event.0),
        media_id: Set(new.media.0),
        uuid: Set(new.uuid.clone()),
        name: Set(new.name.clone()),
        start_ms: Set(new.range.start_ms),
        duration_ms: Set(new.range.duration_ms),
        tags: Set(json(&new.tags)?),
        is_public: Set(new.is_public),
        state: Set(word(&ClipState::Processing)?),
        failure: Set(None),
        has_poster: Set(false),
        views: Set(0),
        created_at: Set(now.0),
        audience: Set(word(&audience)?),
        entitlement_id: Set(new.terms.right.entitlement().map(|id| id.0)),
    };
    let clip = Clip::try_from(clips::Entity::insert(row).exec_with_returning(tx).await?)?;
    let row = |tag: &String| tags::ActiveModel {
        id: NotSet,
        channel_id: Set(channel.0),
        clip_id: Set(clip.id.0),
        tag: Set(tag.clone()),
        lower: Set(tag.to_lowercase()),
    };
    tags::Entity::insert_many(new.tags.iter().map(row)).exec_without_returning(tx).await?;
    if clip.is_listed_for_all() {
        count_public(tx, channel, clip.event).await?;
    }
    jobs::queue(tx, channel, JobKind::CutClip, json(&CutClip { clip: clip.id.0 })?, now).await?;
    webhook_facts::record(tx, channel, &WebhookFact::clip_created(&clip), now).await?;
    Ok(ClipMade::New(clip))
}

/// Updates the number of a game's public clips. The change feed only reports the first and the last one, because
/// nothing else is shown.
async fn count_public(tx: &DatabaseTransaction, channel: ChannelId, event: EventId) -> Result<()> {
    let filter = ClipFilter { event: Some(event), public_only: true, ..ClipFilter::default() };
    let count = i32::try_from(filtered(channel, &filter)?.count(tx).await?).unwrap_or(i32::MAX);
    let of_event = Condition::all().add(events::Column::ChannelId.eq(channel.0)).add(events::Column::Id.eq(event.0));
    let Some(game) = events::Entity::find().filter(of_event.clone()).one(tx).await? else { return Ok(()) };
    if game.clips == count {
        return Ok(());
    }
    events::Entity::update_many().col_expr(events::Column::Clips, Expr::value(count)).filter(of_event).exec(tx).await?;
    if (game.clips > 0) == (count > 0) { Ok(()) } else { touch(tx, channel, event).await }
}

/// Recounts after a channel was imported again or an account was deleted with its clips.
pub(crate) async fn recount(tx: &DatabaseTransaction, channel: ChannelId) -> Result<()> {
    let filter = ClipFilter { public_only: true, ..ClipFilter::default() };
    let found = filtered(channel, &filter)?.select_only().column(clips::Column::EventId).distinct();
    let ids: Vec<i64> = found.into_tuple().all(tx).await?;
    for id in ids {
        count_public(tx, channel, EventId(id)).await?;
    }
    Ok(())
}

/// The clips that are deleted with an account, and their games. Jobs delete their files.
pub(crate) async fn leaving(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    account: AccountId,
    now: Timestamp,
) -> Result<(Vec<ClipId>, BTreeSet<EventId>)> {
    let theirs = filtered(channel, &ClipFilter { account: Some(account), ..ClipFilter::default() })?;
    let found = theirs.select_only().columns([clips::Column::Id, clips::Column::EventId]);
    let rows: Vec<(i64, i64)> = found.into_tuple().all(tx).await?;
    for (id, event) in &rows {
        queue_removal(tx, channel, ClipId(*id), now).await?;
        let gone = WebhookFact::clip_removed(ClipId(*id), EventId(*event), account, ClipRemover::AccountDeletion);
        webhook_facts::record(tx, channel, &gone, now).await?;
    }
    Ok(rows.into_iter().map(|(id, event)| (ClipId(id), EventId(event))).unzip())
}

/// Recounts the public clips of these games.
pub(crate) async fn recount_of(tx: &DatabaseTransaction, channel: ChannelId, events: &BTreeSet<EventId>) -> Result<()> {
    for event in events {
        count_public(tx, channel, *event).await?;
    }
    Ok(())
}

fn filtered(channel: ChannelId, filter: &ClipFilter) -> Result<Select<clips::Entity>> {
    let mut found = clips::Entity::find().filter(clips::Column::ChannelId.eq(channel.0));
    if let Some(clip) = filter.clip {
        found = found.filter(clips::Column::Id.eq(clip.0));
    }
    if let Some(event) = filter.event {
        found = found.filter(clips::Column::EventId.eq(event.0));
    }
    if let Some(account) = filter.account {
        found = found.filter(clips::Column::AccountId.eq(account.0));
    }
    if filter.public_only {
        let of_audience = |audience| Ok::<_, crate::Error>(clips::Column::Audience.eq(word(&audience)?));
        let mut seen = Condition::any().add(of_audience(Audience::Everyone)?);
        if !filter.accessible.is_empty() {
            let accessible = clips::Column::EventId.is_in(filter.accessible.iter().map(|event| event.0));
            seen = seen.add(Condition::all().add(of_audience(Audience::Access)?).add(accessible));
        }
        found = found.filter(clips::Column::IsPublic.eq(true)).filter(seen);
    }
    if let Some(tag) = &filter.tag {
        let tagged = Query::select()
            .column(tags::Column::ClipId)
            .from(tags::Entity)
            .and_where(tags::Column::ChannelId.eq(channel.0))
            .and_where(tags::Column::Lower.eq(tag.to_lowercase()))
            .to_owned();
        found = found.filter(clips::Column::Id.in_subquery(tagged));
    }
    if !filter.without.is_empty() {
        found = found.filter(clips::Column::EventId.is_not_in(filter.without.iter().map(|event| event.0)));
    }
    Ok(found)
}

fn this(channel: ChannelId, id: ClipId) -> Condition {
    Condition::all().add(clips::Column::ChannelId.eq(channel.0)).add(clips::Column::Id.eq(id.0))
}
