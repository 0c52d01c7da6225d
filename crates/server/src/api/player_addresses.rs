//! Private addresses for televisions and players that cannot log in: members create, name and revoke them.

use axum::extract::State;
use domain::field_error::FieldError;
use domain::geo::Code;
use domain::player_address::{self, MAX_ADDRESSES, MAX_NAME_LETTERS};
use mail::Letter;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use store::NewPlayerAddress;
use utoipa::ToSchema;

use crate::accounts::caller::{KeyParam, Keyed, Member};
use crate::accounts::client_context::ClientContext;
use crate::accounts::error::AccountError;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::Id;
use crate::mailer::email::Recipient;
use crate::playback::list_path;
use crate::state::App;

/// A player address of a member, without its secret.
#[derive(Serialize, ToSchema)]
pub(super) struct PlayerAddress {
    id: i64,
    /// The name that the member gave it.
    name: String,
    /// Seconds since 1970.
    created_at: i64,
    /// Seconds since 1970, accurate to a few minutes; null if never used.
    last_used_at: Option<i64>,
    /// English name of the country of its last use; null if unknown.
    country: Option<&'static str>,
}

impl From<store::PlayerAddress> for PlayerAddress {
    fn from(kept: store::PlayerAddress) -> Self {
        Self {
            id: kept.id,
            name: kept.name,
            created_at: kept.created_at.seconds(),
            last_used_at: kept.last_used_at.map(|used| used.seconds()),
            country: kept.country.and_then(Code::name),
        }
    }
}

/// The member's player addresses, and how many are allowed.
#[derive(Serialize, ToSchema)]
pub(super) struct PlayerAddresses {
    /// Oldest first.
    addresses: Vec<PlayerAddress>,
    most: u64,
}

/// Lists the member's addresses for televisions and other players.
#[utoipa::path(
    get,
    path = "/api/player-addresses",
    tag = "account",
    params(KeyParam),
    responses(
        (status = 200, description = "The addresses, without their secrets", body = Data<PlayerAddresses>)
    )
)]
pub(super) async fn list_player_addresses(
    State(app): State<App>,
    Member { channel, member, .. }: Member,
) -> Result<Data<PlayerAddresses>> {
    let kept = app.store.player_addresses(channel.identity.id, member.account.id).await?;
    let addresses = kept.into_iter().map(PlayerAddress::from).collect();
    Ok(Data::new(PlayerAddresses { addresses, most: MAX_ADDRESSES }))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct PlayerAddressRequest {
    /// A name for the address, such as "Living room TV".
    name: String,
}

/// A new player address. Its URL is shown only once.
#[derive(Serialize, ToSchema)]
pub(super) struct NewAddress {
    #[serde(flatten)]
    address: PlayerAddress,
    /// URL for a player: a playlist of everything the member may watch.
    url: String,
}

/// Creates an address that plays on a television or in a player without a login, for as long as the member has access.
#[utoipa::path(
    post,
    path = "/api/player-addresses",
    tag = "account",
    request_body = PlayerAddressRequest,
    responses(
        (status = 200, description = "The address, which is shown only once", body = Data<NewAddress>),
        (status = 429, description = "Too many new addresses; `Retry-After` says when to try again"),
        (status = "default", description = "Invalid name, or too many player addresses")
    )
)]
pub(super) async fn create_player_address(
    State(app): State<App>,
    arrival: ClientContext,
    Keyed(Member { channel, member, .. }, request): Keyed<Member, PlayerAddressRequest>,
) -> Result<Data<NewAddress>> {
    let (id, account, now) = (channel.identity.id, &member.account, app.now());
    let name = player_address::name(&request.name)
        .ok_or_else(|| Error::of_field("name", FieldError::Length { min: 1, max: MAX_NAME_LETTERS }))?;
    app.limits.player_addresses.take((id, account.id), now).await?;
    let secret = player_address::issue(rand::rng().random());
    let key = player_address::hash(&secret).ok_or(Error::Internal)?;
    let letter = Letter::PlayerAddress {
        device: arrival.device,
        country: app.countries.of(arrival.from).and_then(Code::name).map(str::to_owned),
        address: arrival.from.to_string(),
        devices: app.mailer.site(&channel).url("/profile/edit"),
    };
    let notice = app.mailer.write(&channel, Recipient::of(account), &letter);
    let new = NewPlayerAddress { account: account.id, key, name, notice, now };
    let kept = app.store.player_address_add(id, new).await?.ok_or(AccountError::TooManyAddresses)?;
    let url = app.mailer.site(&channel).url(&list_path(&secret));
    Ok(Data::new(NewAddress { address: kept.into(), url }))
}

/// How many addresses were revoked.
#[derive(Serialize, ToSchema)]
pub(super) struct AddressesRevoked {
    revoked: usize,
}

/// Revokes one of the member's player addresses and stops its playback.
#[utoipa::path(
    delete,
    path = "/api/player-addresses/{id}",
    tag = "account",
    params(("id" = i64, Path, description = "The address's id"), KeyParam),
    responses(
        (status = 200, description = "The address was revoked", body = Data<AddressesRevoked>),
        (status = "default", description = "The member has no such item")
    )
)]
pub(super) async fn revoke_player_address(
    State(app): State<App>,
    Member { channel, member, .. }: Member,
    Id(id): Id,
) -> Result<Data<AddressesRevoked>> {
    let channel = channel.identity.id;
    let revoked = app.store.player_address_revoke(channel, member.account.id, id).await?;
    app.members.session_ended(channel, revoked.ok_or(Error::NotFound("address"))?).await;
    Ok(Data::new(AddressesRevoked { revoked: 1 }))
}
