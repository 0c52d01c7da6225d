//! What the channel sells, with what its visitor has of it.

use domain::commerce::ownership::{Part, shelf, teams_of};
use domain::ids::{CategoryId, ParticipantId, PassId};
use domain::pass::{self, PassKind};
use serde::Serialize;
use utoipa::ToSchema;

use super::wanted::Covers;
use crate::answer::Data;
use crate::error::{Error, Failure, Result};
use crate::extract::{Guest, Id, KeyParam};
use crate::snapshot::{self, Pass};

/// A package or subscription, and what of it the visitor has.
#[derive(Serialize, ToSchema)]
pub(super) struct ShownPass {
    #[serde(flatten)]
    pass: Pass,
    /// Whether there is nothing left of it to buy.
    is_purchased: bool,
    /// Sports and teams that cannot be chosen any more.
    disabled_category_ids: Vec<CategoryId>,
    disabled_participant_ids: Vec<ParticipantId>,
    covers: Covers,
}

impl ShownPass {
    fn of(guest: &Guest, pass: &pass::Pass) -> Self {
        let (channel, teams) = (&guest.channel, &guest.channel.content.participants);
        let held = guest.member.as_ref().map_or(&[][..], |member| &member.entitlements);
        let owned: Vec<_> = held.iter().map(Part::held).collect();
        let shelf = shelf(pass, teams, &owned);
        let whole = Part::whole(pass.id);
        let parts: Vec<_> = if pass.is_team_pass {
            teams_of(pass, teams).map(|team| Part { participant: Some(team), ..whole }).collect()
        } else {
            vec![whole]
        };
        Self {
            pass: snapshot::pass(pass, channel.profile.currency),
            is_purchased: shelf.is_purchased,
            disabled_category_ids: shelf.disabled_categories.into_iter().collect(),
            disabled_participant_ids: shelf.disabled_participants.into_iter().collect(),
            covers: Covers::of(channel, &parts),
        }
    }

    fn all(guest: &Guest, kind: PassKind) -> Data<Vec<Self>> {
        let mut passes: Vec<_> = guest.channel.content.passes_of(kind).collect();
        passes.sort_by_key(|pass| pass.weight);
        Data::all(passes.into_iter().map(|pass| Self::of(guest, pass)).collect())
    }

    fn one(guest: &Guest, kind: PassKind, id: i64) -> Result<Data<Self>> {
        let mut passes = guest.channel.content.passes_of(kind);
        let found = passes.find(|pass| pass.id == PassId(id)).ok_or(Error::NotFound("pass"))?;
        Ok(Data::new(Self::of(guest, found)))
    }
}

/// What is bought once.
#[utoipa::path(
    get,
    path = "/api/packages",
    tag = "shop",
    params(KeyParam),
    responses(
        (status = 200, description = "The packages", body = Data<Vec<ShownPass>>),
        (status = "default", description = "No channel is served here, or a wrong key", body = Failure)
    )
)]
pub(super) async fn list_packages(guest: Guest) -> Data<Vec<ShownPass>> {
    ShownPass::all(&guest, PassKind::Package)
}

/// One of them.
#[utoipa::path(
    get,
    path = "/api/packages/{id}",
    tag = "shop",
    params(("id" = i64, Path, description = "The package's id"), KeyParam),
    responses(
        (status = 200, description = "The package", body = Data<ShownPass>),
        (status = "default", description = "There is none, or a wrong key", body = Failure)
    )
)]
pub(super) async fn get_package(guest: Guest, Id(id): Id) -> Result<Data<ShownPass>> {
    ShownPass::one(&guest, PassKind::Package, id)
}

/// What renews itself.
#[utoipa::path(
    get,
    path = "/api/subscriptions",
    tag = "shop",
    params(KeyParam),
    responses(
        (status = 200, description = "The subscriptions", body = Data<Vec<ShownPass>>),
        (status = "default", description = "No channel is served here, or a wrong key", body = Failure)
    )
)]
pub(super) async fn list_subscriptions(guest: Guest) -> Data<Vec<ShownPass>> {
    ShownPass::all(&guest, PassKind::Subscription)
}

/// One of them.
#[utoipa::path(
    get,
    path = "/api/subscriptions/{id}",
    tag = "shop",
    params(("id" = i64, Path, description = "The subscription's id"), KeyParam),
    responses(
        (status = 200, description = "The subscription", body = Data<ShownPass>),
        (status = "default", description = "There is none, or a wrong key", body = Failure)
    )
)]
pub(super) async fn get_subscription(guest: Guest, Id(id): Id) -> Result<Data<ShownPass>> {
    ShownPass::one(&guest, PassKind::Subscription, id)
}
