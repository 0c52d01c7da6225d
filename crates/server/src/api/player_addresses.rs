//! Private addresses for televisions and players that cannot log in: a member makes, names and revokes them.

use axum::extract::State;
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
use crate::clock::now;
use crate::http::envelope::Data;
use crate::http::error::{Error, Failure, Result};
use crate::http::extract::Id;
use crate::mailer::email::Recipient;
use crate::playback::list_path;
use crate::state::App;

/// One of a member's addresses, without what it is made of.
#[derive(Serialize, ToSchema)]
pub(super) struct PlayerAddress {
    id: i64,
    /// As the member called it.
    name: String,
    /// Seconds since 1970.
    created_at: i64,
    /// Seconds since 1970, to a few minutes; nothing until it is used.
    last_used_at: Option<i64>,
    /// The English name of where it was last used; nothing where that is not known.
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

/// The member's addresses, and how many there may be.
#[derive(Serialize, ToSchema)]
pub(super) struct PlayerAddresses {
    /// Oldest first.
    addresses: Vec<PlayerAddress>,
    most: u64,
}

/// The member's addresses for televisions and other players.
#[utoipa::path(
    get,
    path = "/api/player-addresses",
    tag = "account",
    params(KeyParam),
    responses(
        (status = 200, description = "The addresses, without their secrets", body = Data<PlayerAddresses>),
        (status = "default", description = "Not logged in, or a wrong key", body = Failure)
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
    /// What the member will know it by, such as "Living room TV".
    name: String,
}

/// A new address. It is shown here, and never again.
#[derive(Serialize, ToSchema)]
pub(super) struct NewAddress {
    #[serde(flatten)]
    address: PlayerAddress,
    /// What a player opens: a list of all that the member may watch.
    url: String,
}

/// Makes an address that plays on a television or in a player without a login, for as long as the member may watch.
#[utoipa::path(
    post,
    path = "/api/player-addresses",
    tag = "account",
    request_body = PlayerAddressRequest,
    responses(
        (status = 200, description = "The address, which is shown only now", body = Data<NewAddress>),
        (status = 429, description = "Too many in a short time; Retry-After says when there is one again", body = Failure),
        (status = "default", description = "A wrong name, too many addresses, not logged in, or a wrong key", body = Failure)
    )
)]
pub(super) async fn create_player_address(
    State(app): State<App>,
    arrival: ClientContext,
    Keyed(Member { channel, member, .. }, request): Keyed<Member, PlayerAddressRequest>,
) -> Result<Data<NewAddress>> {
    let (id, account, now) = (channel.identity.id, &member.account, now());
    let name = player_address::name(&request.name).ok_or_else(|| {
        let most = MAX_NAME_LETTERS + 1;
        Error::invalid("name", format!("Field length must be greater than 0, and must be less than {most}"))
    })?;
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

/// Revokes one of the member's own addresses. What is played by it stops.
#[utoipa::path(
    delete,
    path = "/api/player-addresses/{id}",
    tag = "account",
    params(("id" = i64, Path, description = "The address's id"), KeyParam),
    responses(
        (status = 200, description = "It opens nothing any more", body = Data<AddressesRevoked>),
        (status = "default", description = "Not one of the member's, not logged in, or a wrong key", body = Failure)
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
