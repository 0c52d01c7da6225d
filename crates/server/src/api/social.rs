//! Social login calls. An e-mail address from a provider alone never gives access to an existing account.

use axum::extract::{Path, State};
use domain::account::{Account, EmailKey};
use domain::channel::Language;
use domain::device_code::DeviceCode;
use domain::field_error::FieldError;
use domain::ids::AccountId;
use domain::one_time_token::{self, Purpose, TokenKey};
use domain::secret::Secret;
use domain::{paths, time::Timestamp};
use http::HeaderMap;
use mail::Letter;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use store::{Identity, Joined, NewAccount, NewMail, NewMember, NewOneTimeToken, StoredAccount};
use utoipa::ToSchema;

use crate::accounts::caller::{Caller, Keyed, Member, Visitor};
use crate::accounts::client_context::{ClientContext, RememberDevice};
use crate::accounts::error::AccountError;
use crate::accounts::links::Link;
use crate::accounts::social::Returned;
use crate::accounts::social::{Browser, Person, Provider, Trip};
use crate::channels::site::Site;
use crate::channels::snapshot::Snapshot;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::mailer::email::Recipient;
use crate::state::App;

use super::account::Profile;
use super::auth::{self, Proof};
use super::devices;
use super::register::already_registered;
use super::session::{self, LoggedIn};

#[derive(Deserialize, ToSchema)]
pub(super) struct SocialLoginRequest {
    /// The path of this site to return to.
    #[serde(rename = "return")]
    back_to: Option<String>,
}

/// The URL to redirect to.
#[derive(Serialize, ToSchema)]
pub(super) struct SocialLogin {
    url: String,
}

/// Starts a social login: returns the provider's URL. The provider sends the visitor back to the login screen with a
/// code.
#[utoipa::path(
    post,
    path = "/api/v2/auth/social/{provider}",
    tag = "account",
    params(("provider" = Provider, Path, description = "The provider")),
    request_body = SocialLoginRequest,
    responses(
        (status = 200, description = "The URL to redirect to", body = Data<SocialLogin>),
        (status = "default", description = "The channel does not use this provider, or the provider is unavailable")
    )
)]
pub(super) async fn begin_social_login(
    State(app): State<App>,
    Path(provider): Path<String>,
    arrival: ClientContext,
    headers: HeaderMap,
    Keyed(Visitor { channel, .. }, request): Keyed<Visitor, SocialLoginRequest>,
) -> Result<(Browser, Data<SocialLogin>)> {
    let (id, alias) = (channel.identity.id, &channel.identity.alias);
    let provider = Provider::of_word(&provider)
        .filter(|provider| app.social.is_used(&channel, *provider))
        .ok_or(Error::NotFound("login provider"))?;
    let now = app.now();
    app.login_tries.begin(arrival.from, now).await?;
    let (browser, state) = (Browser::new(), one_time_token::secret(rand::rng().random()));
    let back_to = request.back_to.filter(|path| paths::is_return(path));
    let trip = Trip::new(provider, &browser, &Site::of(&channel, &headers), back_to);
    let url = app.social.address(&channel, &trip, &state).await.map_err(|cause| {
        tracing::warn!(channel = alias, ?provider, %cause, "social login provider unreachable");
        Error::Busy("social login provider unreachable")
    })?;
    let ticket = NewOneTimeToken::new(Purpose::SocialState, TokenKey::of_secret(&state), now).with(&trip)?;
    app.store.one_time_token_add(id, ticket, None, now).await?;
    Ok((browser, Data::new(SocialLogin { url })))
}

/// Nobody types a code of this length: it came from another site.
const SOCIAL_CODE: usize = 40;

#[derive(Deserialize, ToSchema)]
pub(super) struct AddSessionRequest {
    code: String,
    /// For a device code: the `confirmation` of `device-lookup`, which proves that the member saw the device.
    confirmation: Option<String>,
    /// Password of the account with this e-mail address, to connect the two.
    #[schema(value_type = Option<String>, format = Password)]
    password: Option<Secret<String>>,
    /// The captcha's result; required after failed attempts.
    recaptcha_token: Option<String>,
}

/// The result of a code: a session after a social login, or for a device that showed the code.
#[derive(Default, Serialize, ToSchema)]
pub(super) struct AddedSession {
    api_key: Option<String>,
    user: Option<Profile>,
    /// The device that was logged in.
    device: Option<String>,
}

impl From<LoggedIn> for AddedSession {
    fn from(LoggedIn { api_key, user }: LoggedIn) -> Self {
        Self { api_key: Some(api_key), user: Some(user), device: None }
    }
}

/// Redeems a code. The code of a social login logs the visitor in; the response's key replaces the key of the call. The
/// code of another device logs that device in as the member, who must have seen the device first.
#[utoipa::path(
    post,
    path = "/api/auth/add_session",
    tag = "account",
    request_body = AddSessionRequest,
    responses(
        (status = 200, description = "The new session, or the device that was logged in", body = Data<AddedSession>),
        (status = 429, description = "Too many attempts; `Retry-After` says when to try again"),
        (status = "default", description = "Wrong code, no account yet, or a password is required")
    )
)]
pub(super) async fn add_session(
    State(app): State<App>,
    arrival: ClientContext,
    Keyed(visitor, request): Keyed<Visitor, AddSessionRequest>,
) -> Result<(Option<RememberDevice>, Data<AddedSession>)> {
    if visitor.member.is_some() {
        if request.code.len() >= SOCIAL_CODE {
            return Err(AccountError::AlreadyLoggedIn.into());
        }
        let device =
            devices::approve(&app, &Member::admit(visitor)?, &request.code, request.confirmation.as_deref()).await?;
        return Ok((None, Data::new(AddedSession { device: Some(device), ..AddedSession::default() })));
    }
    if DeviceCode::typed(&request.code).is_some() {
        // The code of another device is typed by a logged-in member.
        return Err(Error::Unauthenticated);
    }
    let account = let_in(&app, &visitor.channel, &arrival, &request).await?;
    let (device, member) = session::open(&app, &visitor.channel, &account, visitor.session, &arrival).await?;
    Ok((Some(device), Data::new(member.into())))
}

/// The account of the returned visitor. The code is used up by that alone: a visitor with something to prove, or to
/// agree to, comes again with it.
async fn let_in(
    app: &App,
    channel: &Snapshot,
    arrival: &ClientContext,
    request: &AddSessionRequest,
) -> Result<Account> {
    let (id, now) = (channel.identity.id, app.now());
    let key = TokenKey::of_secret(&request.code);
    let person = returned(app, channel, arrival, key, now).await?;
    let identity = identity(&person);
    let joined = app.store.account_of_identity(id, &identity).await?;
    if let Some(account) = joined.filter(|account| is_open(channel, account)) {
        let taken = app.store.one_time_token_take(id, Purpose::SocialCode, key, now).await?;
        return taken.map(|_| account).ok_or(AccountError::WrongCode.into());
    }
    let address = person.email.as_deref().and_then(EmailKey::of).ok_or(AccountError::NotRegistered)?;
    let found = app.store.account_by_email(id, &address).await?;
    let account = connect(app, channel, arrival, &person, address, found, request).await?;
    let linked = app.store.identity_link(id, account.id, identity, key, now).await?;
    if linked { Ok(account) } else { Err(AccountError::WrongCode.into()) }
}

/// Where a channel registers by mail nothing opens an account before its address is confirmed.
fn is_open(channel: &Snapshot, account: &Account) -> bool {
    account.email_verified_at.is_some() || !channel.profile.accounts.registration_by_mail
}

/// Whether the visitor may be told that an address has an account. Where a channel registers by mail that is for the
/// owner of the mailbox alone, and another site has to have seen that they are.
fn may_know(channel: &Snapshot, person: &Person) -> bool {
    person.email_verified || !channel.profile.accounts.registration_by_mail
}

/// Whether the account with the visitor's address is theirs: by its password, or, where it has none, by both sides having seen
/// that the address is. A visitor who may not know of it gets the answer for no account, after the same work.
async fn connect(
    app: &App,
    channel: &Snapshot,
    arrival: &ClientContext,
    person: &Person,
    address: EmailKey,
    found: Option<StoredAccount>,
    request: &AddSessionRequest,
) -> Result<Account> {
    if found.is_none() && may_know(channel, person) {
        return Err(AccountError::NotRegistered.into());
    }
    if let Some(password) = request.password.clone() {
        let proof = Proof { password, recaptcha_token: request.recaptcha_token.clone() };
        return auth::prove(app, channel, arrival, Some(address), found, proof).await;
    }
    let known = found.filter(|_| may_know(channel, person)).ok_or(AccountError::NotRegistered)?;
    let both_know = person.email_verified && known.account.email_verified_at.is_some();
    let is_theirs = known.password.is_none() && both_know;
    if is_theirs { Ok(known.account) } else { Err(AccountError::ProofNeeded.into()) }
}

/// The visitor of a code, in the browser that left.
async fn returned(
    app: &App,
    channel: &Snapshot,
    arrival: &ClientContext,
    key: TokenKey,
    now: Timestamp,
) -> Result<Person> {
    let ticket = app.store.ticket(channel.identity.id, Purpose::SocialCode, key, now).await?;
    let returned: Returned = ticket.ok_or(AccountError::WrongCode)?.payload()?;
    let same = arrival.browser.as_ref().is_some_and(|browser| browser.hash() == returned.browser);
    if same { Ok(returned.person) } else { Err(AccountError::WrongCode.into()) }
}

fn identity(person: &Person) -> Identity {
    Identity { issuer: person.issuer.clone(), subject: person.subject.clone() }
}

/// What a visitor registers with after coming back from another site.
pub(super) struct SocialRegistration {
    pub(super) code: String,
    pub(super) terms: bool,
    pub(super) language: Option<Language>,
    /// For those whose address the other site does not tell.
    pub(super) email: Option<String>,
}

/// Makes the account of a visitor who came back from another site, and logs them in; or, where the channel registers by
/// mail and no site has seen that the address is theirs, has a mail say what comes next.
pub(super) async fn register(
    app: &App,
    channel: &Snapshot,
    arrival: &ClientContext,
    wanted: SocialRegistration,
) -> Result<Option<(RememberDevice, LoggedIn)>> {
    let (id, now) = (channel.identity.id, app.now());
    if !wanted.terms {
        return Err(Error::of_field("terms", FieldError::TermsRequired));
    }
    let code = TokenKey::of_secret(&wanted.code);
    let person = returned(app, channel, arrival, code, now).await?;
    let email = person.email.clone().or(wanted.email).filter(|email| EmailKey::of(email).is_some());
    let email = email.ok_or_else(|| Error::of_field("email", FieldError::Email))?;
    let account = new_account(channel, &person, email, wanted.language, now);
    let identity = identity(&person);
    if !may_know(channel, &person) {
        return register_by_mail(app, channel, account, identity, code).await.map(|()| None);
    }
    let verification = match account.email_verified_at {
        Some(_) => None,
        None => Some(verification(app, channel, None, &account.email, account.language).await?),
    };
    match app.store.identity_register(id, NewMember { account, identity, code, verification }, now).await? {
        Joined::Made(account) => session::open(app, channel, &account, None, arrival).await.map(Some),
        Joined::EmailTaken => Err(AccountError::EmailTaken.into()),
        Joined::CodeGone | Joined::IdentityTaken => Err(AccountError::WrongCode.into()),
    }
}

/// Nobody but the owner of the mailbox learns whether the address had an account: either way the code is used up, a
/// mail is on its way, and nobody is logged in.
async fn register_by_mail(
    app: &App,
    channel: &Snapshot,
    account: NewAccount,
    identity: Identity,
    code: TokenKey,
) -> Result<()> {
    let (id, now) = (channel.identity.id, app.now());
    if let Some(joined) = app.store.account_of_identity(id, &identity).await? {
        return remind(app, channel, &joined, code).await;
    }
    let address = EmailKey::of(&account.email).ok_or(AccountError::WrongCode)?;
    let verification = verification(app, channel, None, &account.email, account.language).await?;
    let done = match app.store.account_by_email(id, &address).await? {
        Some(found) => {
            let mail = already_registered(app, channel, &found.account);
            app.store.social_code_spend(id, code, None, mail, now).await?
        }
        None => {
            let new = NewMember { account, identity, code, verification: Some(verification) };
            // Should another request have been quicker, that person has got the mail.
            app.store.identity_register(id, new, now).await? != Joined::CodeGone
        }
    };
    if done { Ok(()) } else { Err(AccountError::WrongCode.into()) }
}

/// They have an account since they came this way before. Whatever address they name now is not looked at: what is
/// missing is the link to the first one.
async fn remind(app: &App, channel: &Snapshot, joined: &Account, code: TokenKey) -> Result<()> {
    if is_open(channel, joined) {
        return Err(AccountError::WrongCode.into());
    }
    let (ticket, mail) = verification(app, channel, Some(joined.id), &joined.email, joined.language).await?;
    let ticket = Some(ticket.of(joined.id));
    let done = app.store.social_code_spend(channel.identity.id, code, ticket, mail, app.now()).await?;
    if done { Ok(()) } else { Err(AccountError::WrongCode.into()) }
}

fn new_account(
    channel: &Snapshot,
    person: &Person,
    email: String,
    language: Option<Language>,
    now: Timestamp,
) -> NewAccount {
    let nameless = || email.split('@').next().unwrap_or_default().to_owned();
    NewAccount {
        password: None,
        first_name: Some(person.first_name.clone()).filter(|name| !name.is_empty()).unwrap_or_else(nameless),
        last_name: person.last_name.clone(),
        temporary_password: false,
        basic_pass_selected: !channel.content.asks_for_basic_pass(),
        capabilities: Vec::new(),
        language,
        // Only for the address that the other site speaks of: it is the only one that it says this of.
        email_verified_at: person.email_verified.then_some(now),
        calendar_secret: Secret::new(rand::rng().random()),
        email,
        now,
    }
}

/// The link by which the owner of an address confirms it, and the mail that carries it. It greets nobody by the name
/// that another site has: the address may be a stranger's.
async fn verification(
    app: &App,
    channel: &Snapshot,
    account: Option<AccountId>,
    email: &str,
    language: Option<Language>,
) -> Result<(NewOneTimeToken, NewMail)> {
    let now = app.now();
    if let Some(address) = EmailKey::of(email) {
        app.limits.mails_to_address.take((channel.identity.id, address), now).await?;
    }
    let link = Link::new(&app.mailer.site(channel), "/verify-email", &[], Purpose::VerifyEmail, email, now)?;
    let to = Recipient { account, email, name: "", language };
    Ok((link.ticket, app.mailer.write(channel, to, &Letter::VerifyEmail { link: link.url })))
}
