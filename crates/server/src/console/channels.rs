//! Channels of the server, which its administrators create.

use axum::extract::State;
use domain::channel::{AccountRules, Language, MAX_FORMER_ALIASES, PlaybackRules, Profile};
use domain::colours::ColorSettings;
use domain::content::Content;
use domain::geo::Rule;
use domain::ids::ChannelId;
use domain::money::Currency;
use domain::new_channel::{NewChannel, alias_error};
use domain::operator::Action;
use domain::provider_id::ProviderIds;
use domain::secret::Secret;
use domain::time::Timestamp;
use domain::translations::Translations;
use http::StatusCode;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{AliasChange, ChannelCreation, ChannelImport};
use utoipa::ToSchema;

use super::permission::{Administrator, ManagedChannel, entry};
use super::write::SameOriginJson;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::problem::FieldCode;
use crate::http::refusal::Refusal;
use crate::state::App;

/// Why a channel stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ChannelError {
    #[error("The last host of a channel stays")]
    LastHost,
    #[error("Something stands in the way of deleting this channel")]
    DeletionObstructed,
    #[error("This channel is not deleted")]
    NotDeleted,
    #[error("A payment or job of this channel is under way; try again in a few minutes")]
    Busy,
}

impl Refusal for ChannelError {
    fn status(&self) -> StatusCode {
        StatusCode::CONFLICT
    }

    fn code(&self) -> &'static str {
        match self {
            Self::LastHost => "last_host",
            Self::DeletionObstructed => "deletion_obstructed",
            Self::NotDeleted => "channel_not_deleted",
            Self::Busy => "channel_busy",
        }
    }
}

pub(super) fn host_taken() -> Error {
    Error::invalid("host", FieldCode::HostTaken, "another channel is served at this host")
}

pub(super) fn alias_taken() -> Error {
    Error::invalid("alias", FieldCode::AliasTaken, "another channel has this address")
}

#[derive(Deserialize, ToSchema)]
pub(super) struct CreateChannelRequest {
    name: String,
    /// Its part of the console's addresses: lower-case letters, digits and hyphens.
    alias: String,
    /// The host name that visitors open.
    host: String,
    language: Language,
    currency: Currency,
    /// IANA name, such as `Europe/Sofia`.
    time_zone: String,
}

/// A channel by its alias.
#[derive(Serialize, ToSchema)]
pub(super) struct CreatedChannel {
    #[schema(value_type = i64)]
    id: ChannelId,
    alias: String,
}

/// Creates an empty channel, whose owner is the administrator who created it.
#[utoipa::path(
    post,
    path = "/console/api/channels",
    tag = "channels",
    request_body = CreateChannelRequest,
    responses(
        (status = 200, description = "The channel", body = Data<CreatedChannel>),
        (status = "default", description = "Invalid fields, an alias or host of another channel, or no administrator")
    )
)]
pub(super) async fn create_channel(
    State(app): State<App>,
    Administrator(operator): Administrator,
    SameOriginJson(request): SameOriginJson<CreateChannelRequest>,
) -> Result<Data<CreatedChannel>> {
    let CreateChannelRequest { name, alias, host, language, currency, time_zone } = request;
    let new = NewChannel { name, alias, host, language, currency, time_zone }.check()?;
    let alias = new.alias.clone();
    let entry = entry(&operator, None, Action::CreateChannel, &alias, json!({ "host": &new.host }));
    match app.store.channel_create(empty(new, app.now()), operator.operator.id, entry).await? {
        ChannelCreation::Created(id) => {
            app.channels.until(|channels| channels.by_id(id).is_some()).await;
            Ok(Data::new(CreatedChannel { id, alias }))
        }
        ChannelCreation::AliasTaken => Err(alias_taken()),
        ChannelCreation::HostTaken => Err(host_taken()),
    }
}

#[derive(Deserialize, ToSchema)]
pub(super) struct AliasRequest {
    alias: String,
}

/// Gives the channel another address in the console. The former one stays the channel's, and leads to the new one.
#[utoipa::path(
    put,
    path = "/console/api/channels/{id}/alias",
    tag = "channels",
    params(("id" = i64, Path, description = "The channel")),
    request_body = AliasRequest,
    responses(
        (status = 200, description = "The channel", body = Data<CreatedChannel>),
        (status = "default", description = "An invalid alias, or one that another channel has or had")
    )
)]
pub(super) async fn change_alias(
    State(app): State<App>,
    managed: ManagedChannel,
    SameOriginJson(AliasRequest { alias }): SameOriginJson<AliasRequest>,
) -> Result<Data<CreatedChannel>> {
    if let Some(error) = alias_error(&alias) {
        return Err(Error::of_field("alias", error));
    }
    let id = managed.channel.identity.id;
    match app.store.channel_set_alias(id, alias.clone(), managed.entry(Action::ChangeAlias, &alias)).await? {
        AliasChange::Done => {
            app.channels.until(|channels| channels.by_alias(&alias).is_some_and(|of| of.identity.id == id)).await;
            Ok(Data::new(CreatedChannel { id, alias }))
        }
        AliasChange::TooMany => {
            let reason = FieldCode::TooMany.with("max", MAX_FORMER_ALIASES);
            Err(Error::invalid("alias", reason, format!("a channel has at most {MAX_FORMER_ALIASES} former addresses")))
        }
        AliasChange::Taken => Err(alias_taken()),
        AliasChange::NotFound => Err(Error::NotFound("channel")),
    }
}

fn empty(new: NewChannel, now: Timestamp) -> ChannelImport {
    let mut random = rand::rng();
    ChannelImport {
        alias: new.alias,
        hosts: vec![new.host],
        profile: Profile {
            name: new.name,
            tagline: String::new(),
            logo: None,
            icon: None,
            language: new.language,
            multi_language: false,
            translations: Translations::default(),
            currency: new.currency,
            time_zone: new.time_zone,
            google_tag: None,
            analytics_key: None,
            ids: ProviderIds::default(),
            colours: ColorSettings::default(),
            geo_rule: Rule::Everywhere,
            accounts: AccountRules::default(),
            playback: PlaybackRules::default(),
        },
        content: Content::default(),
        channel_key: format!("{:032x}", random.random::<u128>()),
        key_secret: Secret::new(random.random()),
        now,
        keeps_edits: false,
    }
}
