//! How people get an account.

use axum::extract::State;
use domain::account::Account;
use domain::channel::Language;
use domain::network::Network;
use domain::registration::{Registrant, Registration};
use domain::secret::Secret;
use domain::ticket::Purpose;
use mail::Letter;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use store::{NewAccount, NewMail, StoredAccount};
use utoipa::ToSchema;

use crate::accounts::caller::{Keyed, Visitor};
use crate::accounts::client_context::{ClientContext, RememberDevice};
use crate::accounts::error::AccountError;
use crate::accounts::links::Link;
use crate::channels::snapshot::Snapshot;
use crate::clock::now;
use crate::http::envelope::Data;
use crate::http::error::{Error, Failure, Result};
use crate::mailer::email::Recipient;
use crate::state::App;

use super::account::Profile;
use super::session::{self, LoggedIn};
use super::social::{self, SocialRegistration};

/// What is left out is as empty as what is left blank: one sentence says so for each field.
#[derive(Deserialize, ToSchema)]
pub(super) struct RegisterRequest {
    #[serde(default)]
    first_name: String,
    #[serde(default)]
    last_name: String,
    #[serde(default)]
    email: String,
    #[serde(default)]
    #[schema(value_type = String, format = Password)]
    password: Secret<String>,
    #[serde(default)]
    #[schema(value_type = String, format = Password)]
    password_confirmation: Secret<String>,
    /// Whether the terms and conditions are accepted.
    #[serde(default)]
    terms: bool,
    /// Of mails to the new member; the channel's when not said.
    language: Option<Language>,
    /// What came of the captcha.
    recaptcha_token: Option<String>,
    /// Of whoever came back from another site: names and password are not asked for then.
    code: Option<String>,
}

/// The new member; nobody yet where an account is complete once its address is confirmed.
#[derive(Serialize, ToSchema)]
pub(super) struct Registered {
    api_key: Option<String>,
    user: Option<Profile>,
}

impl From<LoggedIn> for Registered {
    fn from(LoggedIn { api_key, user }: LoggedIn) -> Self {
        Self { api_key: Some(api_key), user: Some(user) }
    }
}

/// Makes an account and logs it in. Channels may ask for the address to be confirmed first: then the answer is empty, and
/// the same for addresses that have an account.
#[utoipa::path(
    post,
    path = "/api/v2/auth/register",
    tag = "account",
    request_body = RegisterRequest,
    responses(
        (status = 200, description = "The member and a new key, or neither before the address is confirmed", body = Data<Registered>),
        (status = 429, description = "Too many tries; Retry-After says when there is one again", body = Failure),
        (status = "default", description = "Wrong fields, a taken address, a captcha to solve, or a wrong key", body = Failure)
    )
)]
pub(super) async fn register(
    State(app): State<App>,
    arrival: ClientContext,
    Keyed(visitor, request): Keyed<Visitor, RegisterRequest>,
) -> Result<(Option<RememberDevice>, Data<Registered>)> {
    let channel = &visitor.channel;
    if visitor.session.is_some() {
        return Err(AccountError::AlreadyLoggedIn.into());
    }
    if let Some(code) = request.code {
        let email = Some(request.email).filter(|email| !email.is_empty());
        let wanted = SocialRegistration { code, terms: request.terms, language: request.language, email };
        return match social::register(&app, channel, &arrival, wanted).await? {
            Some((device, member)) => Ok((Some(device), Data::new(member.into()))),
            None => Ok((None, Data::new(Registered { api_key: None, user: None }))),
        };
    }
    let registration = Registration {
        first_name: &request.first_name,
        last_name: &request.last_name,
        email: &request.email,
        password: &request.password,
        confirmation: &request.password_confirmation,
        terms: request.terms,
    };
    let registrant = registration.check().map_err(Error::InvalidFields)?;
    app.limits.signup_requests.take((channel.identity.id, Network::of(arrival.from)), now()).await?;
    app.captcha.take(channel, &arrival, request.recaptcha_token.as_deref()).await?;
    if channel.profile.accounts.registration_by_mail {
        register_by_mail(&app, channel, registrant, request.password, request.language).await?;
        return Ok((None, Data::new(Registered { api_key: None, user: None })));
    }
    let account = create(&app, channel, registrant, request.password, request.language).await?;
    let account = account.ok_or(AccountError::EmailTaken)?;
    let (device, member) = session::open(&app, channel, &account, None, &arrival).await?;
    Ok((Some(device), Data::new(member.into())))
}

/// Nobody but the owner of the mailbox learns whether the address had an account: the answer and the work are the same.
async fn register_by_mail(
    app: &App,
    channel: &Snapshot,
    registrant: Registrant,
    password: Secret<String>,
    language: Option<Language>,
) -> Result<()> {
    let (id, now) = (channel.identity.id, now());
    app.limits.mails_to_address.take((id, registrant.address.clone()), now).await?;
    let known = app.store.account_by_email(id, &registrant.address).await?;
    let Some(StoredAccount { account, .. }) = known else {
        // Should somebody else have been quicker, they have got the mail.
        create(app, channel, registrant, password, language).await?;
        return Ok(());
    };
    app.passwords.hash(password).await?;
    let mail = already_registered(app, channel, &account);
    Ok(app.store.queue_mail(id, mail, now).await?)
}

/// What the owner of an account is told when somebody registers with its address.
pub(super) fn already_registered(app: &App, channel: &Snapshot, account: &Account) -> NewMail {
    let site = app.mailer.site(channel);
    let letter = Letter::AlreadyRegistered { login: site.url("/login"), reset: site.url("/password-reset-request") };
    app.mailer.write(channel, Recipient::of(account), &letter)
}

/// Makes an account whose address is yet to be confirmed; `None` when it has one.
async fn create(
    app: &App,
    channel: &Snapshot,
    registrant: Registrant,
    password: Secret<String>,
    language: Option<Language>,
) -> Result<Option<Account>> {
    let now = now();
    let password = app.passwords.hash(password).await?;
    let Registrant { first_name, last_name, email, .. } = registrant;
    let link = Link::new(&app.mailer.site(channel), "/verify-email", &[], Purpose::VerifyEmail, &email, now)?;
    let to = Recipient { account: None, email: &email, name: "", language };
    let mail = app.mailer.write(channel, to, &Letter::VerifyEmail { link: link.url });
    let new = NewAccount {
        email,
        password: Some(password),
        first_name,
        last_name,
        temporary_password: false,
        basic_pass_selected: !channel.content.asks_for_basic_pass(),
        capabilities: vec![],
        language,
        email_verified_at: None,
        calendar_secret: Secret::new(rand::rng().random()),
        now,
    };
    Ok(app.store.register(channel.identity.id, new, link.ticket, mail).await?)
}
