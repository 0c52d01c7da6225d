//! A member's saved cards. Card numbers are only stored at the provider.

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::{AllowPendingPass, KeyParam, Keyed, Member};
use crate::commerce::SavedCard;
use crate::http::envelope::Data;
use crate::http::error::Result;
use crate::state::App;

/// A saved card: brand, last digits and expiry date.
#[derive(Serialize, ToSchema)]
pub(super) struct Card {
    id: String,
    brand: String,
    last4: String,
    exp_month: u8,
    exp_year: u16,
    is_default: bool,
}

impl From<SavedCard> for Card {
    fn from(card: SavedCard) -> Self {
        let SavedCard { id, brand, last4, exp_month, exp_year, is_default } = card;
        Self { id, brand, last4, exp_month, exp_year, is_default }
    }
}

/// Lists the member's saved cards.
#[utoipa::path(
    get,
    path = "/api/stripe/list-cards",
    tag = "checkout",
    params(KeyParam),
    responses(
        (status = 200, description = "The cards", body = Data<Vec<Card>>),
        (status = "default", description = "Payment provider unavailable")
    )
)]
pub(super) async fn list_cards(
    State(app): State<App>,
    AllowPendingPass(Member { channel, member, .. }): AllowPendingPass<Member>,
) -> Result<Data<Vec<Card>>> {
    let cards = app.checkout.saved_cards(&channel, member.account.id).await?;
    Ok(Data::all(cards.into_iter().map(Card::from).collect()))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct SetupRequest {}

/// What the browser needs to save a card at the provider.
#[derive(Serialize, ToSchema)]
pub(super) struct Setup {
    id: String,
    client_secret: Option<String>,
}

/// Starts saving a card without a purchase.
#[utoipa::path(
    post,
    path = "/api/stripe/setup-intent",
    tag = "checkout",
    request_body = SetupRequest,
    responses(
        (status = 200, description = "The provider's client secret", body = Data<Setup>),
        (status = "default", description = "Payment provider unavailable")
    )
)]
pub(super) async fn begin_card(
    State(app): State<App>,
    Keyed(AllowPendingPass(Member { channel, member, .. }), SetupRequest {}): Keyed<
        AllowPendingPass<Member>,
        SetupRequest,
    >,
) -> Result<Data<Setup>> {
    let made = app.checkout.begin_card(&channel, member.account.id).await?;
    let client_secret = made.client_secret.map(|secret| secret.expose().clone());
    Ok(Data::new(Setup { id: made.id.to_string(), client_secret }))
}

/// That a card was removed.
#[derive(Serialize, ToSchema)]
pub(super) struct Removed {
    removed: bool,
}

/// Removes a saved card.
#[utoipa::path(
    delete,
    path = "/api/stripe/cards/{id}",
    tag = "checkout",
    params(("id" = String, Path, description = "The card's id"), KeyParam),
    responses(
        (status = 200, description = "Removed", body = Data<Removed>),
        (status = "default", description = "No such card")
    )
)]
pub(super) async fn remove_card(
    State(app): State<App>,
    Member { channel, member, .. }: Member,
    Path(id): Path<String>,
) -> Result<Data<Removed>> {
    app.checkout.remove_card(&channel, member.account.id, &id).await?;
    Ok(Data::new(Removed { removed: true }))
}
