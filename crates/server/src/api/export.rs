//! Export of a member's data as a file.

mod bought;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::form::Answers;
use domain::time::Timestamp;
use http::{HeaderValue, header};
use serde::Serialize;
use store::{KeptMail, KeptThing};
use utoipa::ToSchema;

use crate::accounts::caller::{KeyParam, Member};
use crate::accounts::client_context::ClientContext;
use crate::http::error::{Error, Result};
use crate::state::App;

use super::account::Profile;
use super::favorites::Favorite;
use super::player_addresses::PlayerAddress;
use super::sessions::SessionInfo;
use bought::ExportedPurchases;

/// All stored data about a member. Times are seconds since 1970.
#[derive(Serialize, ToSchema)]
pub(super) struct ProfileExport {
    exported_at: i64,
    /// The name of the channel that stores the data.
    channel: String,
    profile: Profile,
    registered_at: i64,
    email_verified_at: Option<i64>,
    favorites: Vec<Favorite>,
    sessions: Vec<SessionInfo>,
    /// The member's player addresses, without their secrets.
    player_addresses: Vec<PlayerAddress>,
    /// Names of the member's passkeys.
    passkeys: Vec<ExportedName>,
    /// Connected social logins, by provider.
    identities: Vec<ExportedName>,
    forms: Vec<ExportedForm>,
    mails: Vec<ExportedMail>,
    #[serde(flatten)]
    bought: ExportedPurchases,
    clips: Vec<ExportedName>,
}

#[derive(Serialize, ToSchema)]
struct ExportedName {
    name: String,
    created_at: i64,
}

impl From<KeptThing> for ExportedName {
    fn from(kept: KeptThing) -> Self {
        Self { name: kept.name, created_at: kept.created_at.seconds() }
    }
}

/// A form that the member filled in.
#[derive(Serialize, ToSchema)]
struct ExportedForm {
    form: String,
    created_at: i64,
    #[schema(value_type = Object)]
    answers: Answers,
}

/// A mail to the member.
#[derive(Serialize, ToSchema)]
struct ExportedMail {
    to: String,
    subject: String,
    created_at: i64,
    sent_at: Option<i64>,
}

impl From<KeptMail> for ExportedMail {
    fn from(kept: KeptMail) -> Self {
        Self {
            to: kept.recipient,
            subject: kept.subject,
            created_at: kept.created_at.seconds(),
            sent_at: kept.sent_at.map(Timestamp::seconds),
        }
    }
}

/// Returns all stored data about the member as a file.
#[utoipa::path(
    get,
    path = "/api/profile/export",
    tag = "account",
    params(KeyParam),
    responses(
        (status = 200, description = "The file", body = ProfileExport)
    )
)]
pub(super) async fn export_profile(
    State(app): State<App>,
    arrival: ClientContext,
    Member { channel, member, session }: Member,
) -> Result<Response> {
    let (id, account, now) = (channel.identity.id, member.account.id, app.now());
    // From the database, all of it: a change of a moment ago is in the file.
    let member = app.members.read(id, account).await?.ok_or(Error::ApiKey)?;
    let kept = app.store.account_kept(id, account).await?;
    let bought = app.store.account_bought(id, account).await?;
    let forms = app.store.form_entries_of(id, account).await?.into_iter().map(|(form, entry)| ExportedForm {
        form,
        created_at: entry.created_at.seconds(),
        answers: entry.answers,
    });
    let sessions = app.store.sessions(id, account, now).await?;
    let addresses = app.store.player_addresses(id, account).await?;
    let export = ProfileExport {
        exported_at: now.seconds(),
        channel: channel.profile.name.clone(),
        registered_at: member.account.created_at.seconds(),
        email_verified_at: member.account.email_verified_at.map(Timestamp::seconds),
        profile: Profile::of(&channel, &member, app.is_blocked(&channel, arrival.from), now),
        clips: kept.clips.into_iter().map(ExportedName::from).collect(),
        favorites: app.store.favourites(id, account).await?.into_iter().map(Favorite::from).collect(),
        sessions: sessions.into_iter().map(|found| SessionInfo::of(found, session)).collect(),
        player_addresses: addresses.into_iter().map(PlayerAddress::from).collect(),
        passkeys: kept.passkeys.into_iter().map(ExportedName::from).collect(),
        identities: kept.identities.into_iter().map(ExportedName::from).collect(),
        forms: forms.collect(),
        mails: kept.mails.into_iter().map(ExportedMail::from).collect(),
        bought: ExportedPurchases::of(&channel, bought, app.channels.payment_provider(), now),
    };
    let headers = [
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"my-data.json\"")),
    ];
    Ok((headers, axum::Json(export)).into_response())
}
