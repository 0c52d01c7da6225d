//! Changes of the member's profile: names, language, e-mail address and password.

use axum::extract::State;
use domain::account::{self, Account, EmailKey};
use domain::channel::Language;
use domain::field_error::{FieldError, FieldErrors};
use domain::one_time_token::Purpose;
use domain::registration;
use domain::secret::Secret;
use domain::session_key;
use http::Method;
use mail::Letter;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{EmailChange, PasswordChange, ProfileChange, StoredAccount};
use utoipa::ToSchema;

use crate::accounts::caller::{AllowPendingOnboarding, Keyed, Member};
use crate::accounts::client_context::ClientContext;
use crate::accounts::links::Link;
use crate::channels::snapshot::Snapshot;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::mailer::email::Recipient;
use crate::state::App;

use super::account::Profile;
use super::reproof::ask_again;

#[derive(Deserialize, ToSchema)]
pub(super) struct UpdateProfileRequest {
    /// `patch`.
    #[serde(rename = "_method")]
    #[schema(required)]
    method: Option<String>,
    #[schema(max_length = 64)]
    first_name: Option<String>,
    #[schema(max_length = 64)]
    last_name: Option<String>,
    /// Language of mails to the member.
    language: Option<Language>,
    /// Replaces the current e-mail address after confirmation.
    email: Option<String>,
    /// Required for a new e-mail address or password.
    #[schema(value_type = Option<String>, format = Password)]
    current_password: Option<Secret<String>>,
    #[schema(value_type = Option<String>, format = Password)]
    password: Option<Secret<String>>,
    #[schema(value_type = Option<String>, format = Password)]
    password_confirmation: Option<Secret<String>>,
}

/// The member after the change.
#[derive(Serialize, ToSchema)]
pub(super) struct UpdatedProfile {
    #[serde(flatten)]
    user: Profile,
    /// After a password change: replaces the key that the call was made with.
    api_key: Option<String>,
}

/// Updates the given fields of the profile. A new password ends all other sessions.
#[utoipa::path(
    post,
    path = "/api/profile",
    tag = "account",
    request_body = UpdateProfileRequest,
    responses(
        (status = 200, description = "The member, with a new key after a password change", body = Data<UpdatedProfile>),
        (status = 429, description = "Too many attempts; `Retry-After` says when to try again"),
        (status = "default", description = "Invalid fields, or a wrong password")
    )
)]
pub(super) async fn update_profile(
    State(app): State<App>,
    arrival: ClientContext,
    Keyed(AllowPendingOnboarding(member), request): Keyed<AllowPendingOnboarding<Member>, UpdateProfileRequest>,
) -> Result<Data<UpdatedProfile>> {
    // The one call whose method comes in its body, and the one method that it takes there.
    if !request.method.as_deref().is_some_and(|method| method.eq_ignore_ascii_case("patch")) {
        return Err(Error::Method(Method::POST));
    }
    let Member { channel, member, session } = member;
    let id = channel.identity.id;
    let stored = app.store.account_stored(id, member.account.id).await?.ok_or(Error::ApiKey)?;
    let wanted = ProfileEdit::of(request, &stored.account)?;
    if wanted.email.is_some() || (wanted.password.is_some() && !stored.account.temporary_password) {
        ask_again(&app, &channel, &arrival, (&stored, session), wanted.current_password).await?;
    }
    let email = match wanted.email {
        Some((typed, address)) => Some(email_change(&app, &channel, &stored.account, typed, &address).await?),
        None => None,
    };
    let mut api_key = None;
    let password = match wanted.password {
        Some(new) => {
            refuse_same_temporary(&app, &stored, &new).await?;
            let key = session_key::issue(rand::rng().random());
            let letter = Letter::PasswordChanged { reset: app.mailer.site(&channel).url("/password-reset-request") };
            let change = PasswordChange {
                hash: app.passwords.hash(new).await?,
                session,
                new_key: session_key::hash(&key).ok_or(Error::Internal)?,
                mail: app.mailer.write(&channel, Recipient::of(&stored.account), &letter),
            };
            api_key = Some(key);
            Some(change)
        }
        None => None,
    };
    let ProfileEdit { first_name, last_name, language, .. } = wanted;
    let change = ProfileChange { first_name, last_name, language, email, password };
    let now = app.now();
    let changed = app.store.profile_change(id, stored.account.id, change, now).await?.ok_or(Error::ApiKey)?;
    for ended in &changed.ended {
        app.members.session_ended(id, *ended).await;
    }
    app.members.changed(id, stored.account.id).await;
    let member = account::Member { account: changed.account, ..(*member).clone() };
    let user = Profile::of(&channel, &member, app.is_blocked(&channel, arrival.from), now);
    Ok(Data::new(UpdatedProfile { user, api_key }))
}

/// What is to be changed, once it has been read.
struct ProfileEdit {
    first_name: Option<String>,
    last_name: Option<String>,
    language: Option<Language>,
    /// As it was typed, and as accounts are found by.
    email: Option<(String, EmailKey)>,
    current_password: Option<Secret<String>>,
    password: Option<Secret<String>>,
}

impl ProfileEdit {
    /// Everything that is wrong is said at once.
    fn of(request: UpdateProfileRequest, account: &Account) -> Result<Self> {
        let mut errors = FieldErrors::new();
        let mut wrong = |field: &str, error: FieldError| errors.entry(field.to_owned()).or_default().push(error);
        let names = [
            ("first_name", &request.first_name, FieldError::FirstNameRequired),
            ("last_name", &request.last_name, FieldError::LastNameRequired),
        ];
        for (field, name, missing) in names {
            if let Some(error) = name.as_ref().and_then(|name| registration::name_error(name, missing)) {
                wrong(field, error);
            }
        }
        // A form that sends back the address as it is changes nothing.
        let unchanged = EmailKey::of(&account.email);
        let email = request.email.as_ref().and_then(|typed| match registration::address(typed) {
            Ok(address) if Some(&address) == unchanged.as_ref() => None,
            Ok(address) => Some((typed.trim().to_owned(), address)),
            Err(error) => {
                wrong("email", error);
                None
            }
        });
        if let Some(new) = &request.password {
            let confirmation = request.password_confirmation.clone().unwrap_or_default();
            errors.extend(registration::password_errors(new, &confirmation, &account.email));
        }
        if !errors.is_empty() {
            return Err(errors.into());
        }
        Ok(Self {
            first_name: request.first_name.map(|name| name.trim().to_owned()),
            last_name: request.last_name.map(|name| name.trim().to_owned()),
            language: request.language,
            email,
            current_password: request.current_password,
            password: request.password,
        })
    }
}

/// Mail to both addresses, each with its link. An address that has an account gets none, and nobody is told.
async fn email_change(
    app: &App,
    channel: &Snapshot,
    account: &Account,
    pending: String,
    address: &EmailKey,
) -> Result<EmailChange> {
    let (id, now) = (channel.identity.id, app.now());
    app.limits.mails_of_account.take((id, account.id), now).await?;
    let site = app.mailer.site(channel);
    let undo = Link::new(&site, "/verify-email", &[("undo", "1")], Purpose::UndoEmailChange, &account.email, now)?;
    let notice = Letter::EmailChange { new_email: pending.clone(), undo: undo.url };
    let mut tickets = vec![undo.ticket.of(account.id).with(&json!({ "email": account.email }))?];
    let mut mails = vec![app.mailer.write(channel, Recipient::of(account), &notice)];
    if app.store.account_by_email(id, address).await?.is_none() {
        let confirm = Link::new(&site, "/verify-email", &[], Purpose::ChangeEmail, &pending, now)?;
        let to_new = Recipient { email: &pending, ..Recipient::of(account) };
        mails.push(app.mailer.write(channel, to_new, &Letter::ChangeEmail { link: confirm.url }));
        tickets.push(confirm.ticket.of(account.id).with(&json!({ "email": pending }))?);
    }
    Ok(EmailChange { pending, tickets, mails })
}

/// A temporary password that is chosen again stays known to the person who set it.
async fn refuse_same_temporary(app: &App, stored: &StoredAccount, new: &Secret<String>) -> Result<()> {
    if stored.account.temporary_password && app.passwords.fits(new.clone(), stored.password.clone()).await? {
        return Err(Error::of_field("password", FieldError::PasswordKnown));
    }
    Ok(())
}
