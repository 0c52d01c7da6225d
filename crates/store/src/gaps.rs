//! Recordings with gaps: the disk was full, or the program was not running.

use domain::ids::{ChannelId, EventId, MediaId};
use domain::media::{MediaState, Source};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::entities::media::media;
use crate::enum_text::word;
use crate::{Result, Store};

/// A game's recording with something missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    pub event: EventId,
    pub missing_ms: i64,
}

impl Store {
    /// So much of a recording is not there.
    pub async fn recording_set_gap(&self, channel: ChannelId, media: MediaId, missing_ms: i64) -> Result<()> {
        self.write(move |tx| {
            Box::pin(async move {
                media::Entity::update_many()
                    .col_expr(media::Column::MissingMs, Expr::value(missing_ms))
                    .filter(media::Column::ChannelId.eq(channel.0))
                    .filter(media::Column::Id.eq(media.0))
                    .exec(tx)
                    .await?;
                Ok(())
            })
        })
        .await
    }

    /// The channel's games that have ended with something missing, the newest first.
    pub async fn gaps(&self, channel: ChannelId, limit: u64) -> Result<Vec<Gap>> {
        let rows = media::Entity::find()
            .filter(media::Column::ChannelId.eq(channel.0))
            .filter(media::Column::Source.eq(word(&Source::Stream)?))
            .filter(media::Column::State.eq(word(&MediaState::Ready)?))
            .filter(media::Column::MissingMs.gt(0))
            .order_by_desc(media::Column::Id)
            .limit(limit);
        let gap = |row: media::Model| Some(Gap { event: EventId(row.event_id?), missing_ms: row.missing_ms? });
        Ok(rows.all(self.read()).await?.into_iter().filter_map(gap).collect())
    }
}
