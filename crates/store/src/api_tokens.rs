//! Tokens of programs that call the console's API, by their hash.

use domain::api_token::{MAX_TOKENS, NewApiToken};
use domain::ids::{ChannelId, OperatorId};
use domain::operator::May;
use domain::session_key::KeyHash;
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Select,
};
use serde_json::json;

use crate::audit::{self, AuditEntry};
use crate::entities::channel::channels;
use crate::entities::operator::{api_tokens, operator_channels, operators};
use crate::enum_text::{from_json, from_word, json};
use crate::operators::OperatorAccess;
use crate::{Result, Store};

/// A token without what proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiToken {
    pub id: i64,
    pub channel: ChannelId,
    pub name: String,
    /// Its last characters.
    pub ending: String,
    pub scopes: Vec<May>,
    pub created_at: Timestamp,
    pub expires_at: Option<Timestamp>,
    pub last_used_at: Option<Timestamp>,
}

/// A token as the channel's owners see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedApiToken {
    pub token: ApiToken,
    pub created_by: String,
    /// Whether its operator is still in the team; its calls are refused otherwise.
    pub is_of_team: bool,
}

/// Why no token was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApiTokenRefused {
    /// Another token of the channel has the name.
    NameTaken,
    TooMany,
}

impl Store {
    /// The channel's tokens, newest first.
    pub async fn api_tokens(&self, channel: ChannelId) -> Result<Vec<ListedApiToken>> {
        let rows = of_channel(channel).order_by_desc(api_tokens::Column::Id).all(self.read()).await?;
        let ids: Vec<i64> = rows.iter().map(|row| row.operator_id).collect();
        let people =
            operators::Entity::find().filter(operators::Column::Id.is_in(ids.clone())).all(self.read()).await?;
        let team = operator_channels::Entity::find()
            .filter(operator_channels::Column::ChannelId.eq(channel.0))
            .filter(operator_channels::Column::OperatorId.is_in(ids))
            .all(self.read())
            .await?;
        let listed = |row: api_tokens::Model| {
            let person = people.iter().find(|person| person.id == row.operator_id);
            let has_role = team.iter().any(|of| of.operator_id == row.operator_id);
            Ok(ListedApiToken {
                created_by: person.map(|person| person.name.clone()).unwrap_or_default(),
                is_of_team: has_role && person.is_some_and(|person| person.disabled_at.is_none()),
                token: row.try_into()?,
            })
        };
        rows.into_iter().map(listed).collect()
    }

    /// Makes a token of an operator for a channel.
    pub async fn api_token_create(
        &self,
        channel: ChannelId,
        operator: OperatorId,
        new: NewApiToken,
        (hash, ending): (KeyHash, String),
        entry: AuditEntry,
    ) -> Result<Result<ApiToken, ApiTokenRefused>> {
        self.write(move |tx| {
            let (new, ending, entry) = (new.clone(), ending.clone(), entry.clone());
            Box::pin(async move {
                channels::Entity::find_by_id(channel.0).lock_exclusive().one(tx).await?;
                if of_channel(channel).count(tx).await? >= MAX_TOKENS as u64 {
                    return Ok(Err(ApiTokenRefused::TooMany));
                }
                let is_named = api_tokens::Column::Name.eq(new.name.as_str());
                if of_channel(channel).filter(is_named).one(tx).await?.is_some() {
                    return Ok(Err(ApiTokenRefused::NameTaken));
                }
                let after = json!({ "scopes": &new.scopes, "expires_at": new.expires_at.map(Timestamp::seconds) });
                let row = api_tokens::ActiveModel {
                    id: NotSet,
                    channel_id: Set(channel.0),
                    operator_id: Set(operator.0),
                    name: Set(new.name.clone()),
                    token_hash: Set(hash.0.to_vec()),
                    ending: Set(ending),
                    scopes: Set(json(&new.scopes)?),
                    created_at: Set(entry.at.0),
                    expires_at: Set(new.expires_at.map(|at| at.0)),
                    last_used_at: Set(None),
                };
                let made = row.insert(tx).await?;
                audit::record(tx, &entry.about(new.name).changing(json!(null), after)).await?;
                made.try_into().map(Ok)
            })
        })
        .await
    }

    /// Removes a token, which ends its access; false if the channel has none of that id.
    pub async fn api_token_remove(&self, channel: ChannelId, id: i64, entry: AuditEntry) -> Result<bool> {
        self.write(move |tx| {
            let entry = entry.clone();
            Box::pin(async move {
                let Some(found) = of_channel(channel).filter(api_tokens::Column::Id.eq(id)).one(tx).await? else {
                    return Ok(false);
                };
                api_tokens::Entity::delete_by_id(found.id).exec(tx).await?;
                let before = json!({ "scopes": found.scopes });
                audit::record(tx, &entry.about(found.name).changing(before, json!(null))).await?;
                Ok(true)
            })
        })
        .await
    }

    /// The token of a hash with its operator; `None` if it was removed or expired, or its operator is disabled.
    pub async fn api_token(&self, hash: KeyHash, now: Timestamp) -> Result<Option<(ApiToken, OperatorAccess)>> {
        let is_open =
            Condition::any().add(api_tokens::Column::ExpiresAt.is_null()).add(api_tokens::Column::ExpiresAt.gt(now.0));
        let by_hash = api_tokens::Column::TokenHash.eq(hash.0.to_vec());
        let found = api_tokens::Entity::find().filter(by_hash).filter(is_open).one(self.read()).await?;
        let Some(found) = found else { return Ok(None) };
        let Some(access) = self.operator_access(OperatorId(found.operator_id)).await? else { return Ok(None) };
        Ok(Some((found.try_into()?, access)))
    }

    /// Notes that a token is in use.
    pub async fn api_token_touch(&self, token: i64, now: Timestamp) -> Result<()> {
        self.write(move |tx| {
            Box::pin(async move {
                api_tokens::Entity::update_many()
                    .col_expr(api_tokens::Column::LastUsedAt, Expr::value(now.0))
                    .filter(api_tokens::Column::Id.eq(token))
                    .exec(tx)
                    .await?;
                Ok(())
            })
        })
        .await
    }
}

fn of_channel(channel: ChannelId) -> Select<api_tokens::Entity> {
    api_tokens::Entity::find().filter(api_tokens::Column::ChannelId.eq(channel.0))
}

impl TryFrom<api_tokens::Model> for ApiToken {
    type Error = crate::Error;

    fn try_from(row: api_tokens::Model) -> Result<Self> {
        let words: Vec<String> = from_json(row.scopes)?;
        Ok(Self {
            id: row.id,
            channel: ChannelId(row.channel_id),
            name: row.name,
            ending: row.ending,
            // One that only a newer program knows is of no use to this one.
            scopes: words.into_iter().filter_map(|scope| from_word(scope).ok()).collect(),
            created_at: Timestamp(row.created_at),
            expires_at: row.expires_at.map(Timestamp),
            last_used_at: row.last_used_at.map(Timestamp),
        })
    }
}
