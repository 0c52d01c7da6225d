//! The visitor's account.

use axum::Extension;
use axum::extract::State;
use domain::access::Limits;
use domain::account::{self, Capability};
use domain::channel::Language;
use domain::ids::AccountId;
use domain::time::Timestamp;
use serde::Serialize;
use transport::listener::ClientIp;
use utoipa::ToSchema;

use crate::accounts::caller::{AllowPendingOnboarding, KeyParam, Member};
use crate::accounts::visitor::holdings;
use crate::channels::snapshot::Snapshot;
use crate::http::envelope::Data;
use crate::http::error::Result;
use crate::state::App;

/// A member and their capabilities.
#[derive(Serialize, ToSchema)]
pub(super) struct Profile {
    id: AccountId,
    email: String,
    first_name: String,
    last_name: String,
    email_verified: bool,
    /// The new e-mail address that waits for confirmation.
    pending_email: Option<String>,
    /// False for members who only use social login.
    has_password: bool,
    language: Option<Language>,
    /// Whether the password is temporary and must be changed first.
    temporary_password: bool,
    basic_pass_selected: bool,
    /// Capabilities granted by an operator or by current passes. Purchases for a single game are reported with that
    /// game.
    capabilities: Vec<Capability>,
    /// Whether the channel is blocked in the member's country.
    is_geo_blocked: bool,
    #[serde(rename = "featureCount")]
    feature_count: FeatureCount,
    #[serde(rename = "featureLimit")]
    feature_limit: Limits,
    trial_period_used: bool,
}

/// How often a feature was used.
#[derive(Clone, Copy, Serialize, ToSchema)]
struct FeatureCount {
    clips: u64,
    downloads: u64,
}

impl Profile {
    pub(super) fn of(channel: &Snapshot, member: &account::Member, is_geo_blocked: bool, now: Timestamp) -> Self {
        let (account, holdings) = (&member.account, holdings(channel, member, now));
        Self {
            id: account.id,
            email: account.email.clone(),
            first_name: account.first_name.clone(),
            last_name: account.last_name.clone(),
            email_verified: account.email_verified_at.is_some(),
            pending_email: account.pending_email.clone(),
            has_password: account.has_password,
            language: account.language,
            temporary_password: account.temporary_password,
            basic_pass_selected: account.basic_pass_selected,
            capabilities: holdings.capabilities(),
            is_geo_blocked,
            feature_count: FeatureCount { clips: member.clips, downloads: member.downloads },
            feature_limit: holdings.limits(None, &channel.profile.playback),
            trial_period_used: member.trial_used,
        }
    }
}

/// Returns the member; fails for anonymous visitors.
#[utoipa::path(
    get,
    path = "/api/profile",
    tag = "account",
    params(KeyParam),
    responses(
        (status = 200, description = "The member", body = Data<Profile>)
    )
)]
pub(super) async fn get_profile(
    State(app): State<App>,
    Extension(ClientIp(from)): Extension<ClientIp>,
    AllowPendingOnboarding(Member { channel, member, .. }): AllowPendingOnboarding<Member>,
) -> Result<Data<Profile>> {
    Ok(Data::new(Profile::of(&channel, &member, app.is_blocked(&channel, from), app.now())))
}
