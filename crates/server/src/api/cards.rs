//! Cards that a member has saved. Their numbers are the provider's business.

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::{AllowPendingPass, KeyParam, Keyed, Member};
use crate::commerce::SavedCard;
use crate::http::envelope::Data;
use crate::http::error::{Failure, Result};
use crate::state::App;

/// A saved card, as far as anybody but the provider knows it.
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

/// The member's saved cards.
#[utoipa::path(
    get,
    path = "/api/stripe/list-cards",
    tag = "checkout",
    params(KeyParam),
    responses(
        (status = 200, description = "The cards", body = Data<Vec<Card>>),
        (status = "default", description = "Not logged in, a wrong key, or the provider is away", body = Failure)
    )
)]
pub(super) async fn list_cards(
    State(app): State<App>,
    AllowPendingPass(Member { channel, member, .. }): AllowPendingPass<Member>,
) -> Result<Data<Vec<Card>>> {
    let cards = app.till.saved_cards(&channel, member.account.id).await?;
    Ok(Data::all(cards.into_iter().map(Card::from).collect()))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct SetupRequest {}

/// What the browser saves a card with, at the provider.
#[derive(Serialize, ToSchema)]
pub(super) struct Setup {
    id: String,
    client_secret: Option<String>,
}

/// Begins to save a card without a purchase.
#[utoipa::path(
    post,
    path = "/api/stripe/setup-intent",
    tag = "checkout",
    request_body = SetupRequest,
    responses(
        (status = 200, description = "What the browser goes on with", body = Data<Setup>),
        (status = "default", description = "Not logged in, a wrong key, or the provider is away", body = Failure)
    )
)]
pub(super) async fn begin_card(
    State(app): State<App>,
    Keyed(AllowPendingPass(Member { channel, member, .. }), SetupRequest {}): Keyed<
        AllowPendingPass<Member>,
        SetupRequest,
    >,
) -> Result<Data<Setup>> {
    let made = app.till.begin_card(&channel, member.account.id).await?;
    let client_secret = made.client_secret.map(|secret| secret.expose().clone());
    Ok(Data::new(Setup { id: made.id.to_string(), client_secret }))
}

/// That a card was removed.
#[derive(Serialize, ToSchema)]
pub(super) struct Removed {
    removed: bool,
}

/// Forgets a saved card.
#[utoipa::path(
    delete,
    path = "/api/stripe/cards/{id}",
    tag = "checkout",
    params(("id" = String, Path, description = "The card's id"), KeyParam),
    responses(
        (status = 200, description = "It is gone", body = Data<Removed>),
        (status = "default", description = "Not logged in, a wrong key, or no such card", body = Failure)
    )
)]
pub(super) async fn remove_card(
    State(app): State<App>,
    Member { channel, member, .. }: Member,
    Path(id): Path<String>,
) -> Result<Data<Removed>> {
    app.till.remove_card(&channel, member.account.id, &id).await?;
    Ok(Data::new(Removed { removed: true }))
}
