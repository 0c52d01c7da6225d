//! The settings and the colours of a channel, each a part of its one row.

use domain::field_error::FieldErrors;
use domain::ids::ChannelId;
use domain::site::{Colours, Settings, SiteKind};
use sea_orm::ActiveValue::Set;
use sea_orm::{ConnectionTrait, DatabaseTransaction, EntityTrait, QueryFilter};
use serde_json::Value;

use super::row::{Columns, Edited};
use crate::Result;
use crate::entities::channel::{channels, colours_row, profile, settings_row};
use crate::entities::order::{orders, subscriptions};

/// The row is its own channel.
const fn columns(version: channels::Column) -> Columns<channels::Entity> {
    Columns { id: channels::Column::Id, channel: channels::Column::Id, version, position: None }
}

impl Edited for Settings {
    const KIND: &'static str = SiteKind::Settings.word();
    type Table = channels::Entity;
    type Model = channels::Model;
    type Row = channels::ActiveModel;
    const COLUMNS: Columns<channels::Entity> = columns(channels::Column::SettingsVersion);

    fn read(row: channels::Model) -> Result<Self> {
        let (id, alias) = (ChannelId(row.id), row.alias.clone());
        Ok(Self { id, alias, profile: profile(row)?, is_currency_fixed: false })
    }

    fn write(&self, _: ChannelId) -> Result<channels::ActiveModel> {
        settings_row(&self.profile)
    }

    fn normal(&self, _: ChannelId) -> Result<Self> {
        Ok(self.clone())
    }

    async fn completed<C: ConnectionTrait>(self, db: &C, channel: ChannelId) -> Result<Self> {
        let order = orders::Entity::find().filter(orders::Column::ChannelId.eq(channel.0));
        let subscription = subscriptions::Entity::find().filter(subscriptions::Column::ChannelId.eq(channel.0));
        let is_currency_fixed = order.one(db).await?.is_some() || subscription.one(db).await?.is_some();
        Ok(Self { is_currency_fixed, ..self })
    }

    /// Rules that only a newer program knows stay.
    async fn merged(
        mut row: channels::ActiveModel,
        tx: &DatabaseTransaction,
        channel: ChannelId,
    ) -> Result<channels::ActiveModel> {
        if let Some(stored) = channels::Entity::find_by_id(channel.0).one(tx).await? {
            row.account_rules = Set(with_rules(stored.account_rules, row.account_rules.take()));
            row.playback_rules = Set(with_rules(stored.playback_rules, row.playback_rules.take()));
        }
        Ok(row)
    }

    async fn settle(&mut self, _: &DatabaseTransaction, _: ChannelId, before: Option<&Self>) -> Result<FieldErrors> {
        Ok(before.map(|before| self.fixed_errors(before)).unwrap_or_default())
    }
}

fn with_rules(mut stored: Value, new: Option<Value>) -> Value {
    if let (Some(stored), Some(Value::Object(new))) = (stored.as_object_mut(), new) {
        stored.extend(new);
    }
    stored
}

impl Edited for Colours {
    const KIND: &'static str = SiteKind::Colours.word();
    type Table = channels::Entity;
    type Model = channels::Model;
    type Row = channels::ActiveModel;
    const COLUMNS: Columns<channels::Entity> = columns(channels::Column::ColoursVersion);

    fn read(row: channels::Model) -> Result<Self> {
        let (id, alias) = (ChannelId(row.id), row.alias.clone());
        Ok(Self { id, alias, colours: profile(row)?.colours })
    }

    fn write(&self, _: ChannelId) -> Result<channels::ActiveModel> {
        colours_row(&self.colours)
    }

    fn normal(&self, _: ChannelId) -> Result<Self> {
        Ok(self.clone())
    }
}
