//! Registration.

use axum::extract::State;
use domain::account::Account;
use domain::channel::Language;
use domain::network::Network;
use domain::one_time_token::Purpose;
use domain::registration::{Registrant, Registration};
use domain::secret::Secret;
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
use crate::http::envelope::Data;
use crate::http::error::Result;
use crate::mailer::email::Recipient;
use crate::state::App;

use super::account::Profile;
use super::session::{self, LoggedIn};
use super::social::{self, SocialRegistration};

/// A missing field is treated like an empty one, so every required field gets its own error.
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
    /// Language of mails to the new member (default: the channel's).
    language: Option<Language>,
    /// The captcha's result.
    recaptcha_token: Option<String>,
    /// The code of a social login; names and password are not required then.
    code: Option<String>,
}

/// The new member; null if the e-mail address must be confirmed first.
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

/// Creates an account and logs in. If the channel requires a confirmed e-mail address, the response is empty, and the
/// same for addresses that already have an account.
#[utoipa::path(
    post,
    path = "/api/v2/auth/register",
    tag = "account",
    request_body = RegisterRequest,
    responses(
        (status = 200, description = "The member and a new key; both null until the address is confirmed", body = Data<Registered>),
        (status = 429, description = "Too many attempts; `Retry-After` says when to try again"),
        (status = "default", description = "Invalid fields, e-mail address already registered, or a captcha is required")
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
    let registrant = registration.check()?;
    app.limits.signup_requests.take((channel.identity.id, Network::of(arrival.from)), app.now()).await?;
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
    let (id, now) = (channel.identity.id, app.now());
    app.limits.mails_to_address.take((id, registrant.address.clone()), now).await?;
    let known = app.store.account_by_email(id, &registrant.address).await?;
    let Some(StoredAccount { account, .. }) = known else {
        // Should another request have been quicker, that person has got the mail.
        create(app, channel, registrant, password, language).await?;
        return Ok(());
    };
    app.passwords.hash(password).await?;
    let mail = already_registered(app, channel, &account);
    Ok(app.store.mail_queue(id, mail, now).await?)
}

/// What the owner of an account is told about a registration with its address.
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
    let now = app.now();
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
