//! External players of games.

use domain::event::{StreamStatus, Timing};
use domain::ids::{ChannelId, EventId};
use domain::media::{MediaState, Source};
use domain::time::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{Condition, DatabaseTransaction, EntityTrait, QueryFilter};

use crate::audit::{self, AuditEntry};
use crate::entities::event::events;
use crate::entities::media::media;
use crate::enum_text::word;
use crate::media::{insert, new_row, of_event, touch};
use crate::{Result, Store};

/// Assumed length of a game without a planned end.
const LENGTH: i64 = 3 * Timestamp::HOUR;

/// External players, if any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Embedded {
    /// Shown to viewers with access.
    pub player: Option<String>,
    /// Shown to everyone before the game starts.
    pub preview: Option<String>,
}

impl Store {
    /// Sets where a game's pictures are. One that has not begun goes by the clock from now on, since no encoder of ours
    /// begins it; without a player there it waits for an encoder again. False when the channel has no such game.
    pub async fn event_set_embedded(
        &self,
        channel: ChannelId,
        event: EventId,
        wanted: Embedded,
        entry: AuditEntry,
        now: Timestamp,
    ) -> Result<bool> {
        self.write(move |tx| {
            let (wanted, entry) = (wanted.clone(), entry.clone());
            Box::pin(async move {
                let Some(game) = events::Entity::find().filter(of_event(channel, event)).one(tx).await? else {
                    return Ok(false);
                };
                let has_player = wanted.player.is_some();
                let had_player = put(tx, channel, event, Source::Embedded, wanted.player, now).await?;
                put(tx, channel, event, Source::EmbeddedPreview, wanted.preview, now).await?;
                if has_player != had_player && game.status == word(&StreamStatus::Upcoming)? {
                    set_timing(tx, channel, game, has_player).await?;
                }
                audit::record(tx, &entry).await?;
                touch(tx, channel, event).await?;
                Ok(true)
            })
        })
        .await
    }
}

/// Says whether there was one before. One that stays the same keeps its id.
async fn put(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    event: EventId,
    source: Source,
    url: Option<String>,
    now: Timestamp,
) -> Result<bool> {
    let those = Condition::all()
        .add(media::Column::ChannelId.eq(channel.0))
        .add(media::Column::EventId.eq(event.0))
        .add(media::Column::Source.eq(word(&source)?));
    let known = media::Entity::find().filter(those.clone()).all(tx).await?;
    if !known.is_empty() && known.iter().all(|row| row.url == url) {
        return Ok(true);
    }
    media::Entity::delete_many().filter(those).exec(tx).await?;
    if url.is_some() {
        let row = new_row(channel, event, source, MediaState::Ready, now)?;
        insert(tx, media::ActiveModel { url: Set(url), ..row }).await?;
    }
    Ok(!known.is_empty())
}

async fn set_timing(tx: &DatabaseTransaction, channel: ChannelId, game: events::Model, by_clock: bool) -> Result<()> {
    let timing = if by_clock { Timing::Clock } else { Timing::Stream };
    let end = game.ends_at.unwrap_or(game.starts_at + LENGTH);
    events::Entity::update_many()
        .col_expr(events::Column::Timing, Expr::value(word(&timing)?))
        .col_expr(events::Column::EndsAt, Expr::value(end))
        .filter(of_event(channel, EventId(game.id)))
        .exec(tx)
        .await?;
    Ok(())
}
