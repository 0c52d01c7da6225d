//! Interfaces of built-in providers (payments, login) for demos and tests. The server knows only these interfaces; the
//! program passes the providers in.

use std::error::Error;
use std::sync::Arc;

pub use axum::Router;
use domain::secret::Secret;
use futures::future::BoxFuture;
use tokio_util::sync::CancellationToken;

/// What takes the place of providers elsewhere; nothing, unless the caller says so.
#[derive(Default)]
pub struct StandIns {
    /// Takes payments where there is no account at Stripe.
    pub payments: Option<Box<dyn PaymentStandIn>>,
    /// Takes the place of Google for channels without an OpenID provider.
    pub login: Option<Box<dyn LoginStandIn>>,
}

/// Why one could not be used.
pub type StandInError = Box<dyn Error + Send + Sync>;

/// A payment provider that speaks Stripe's language.
pub trait PaymentStandIn: Send + Sync {
    /// What people call it.
    fn name(&self) -> &'static str;

    /// Where it is mounted on every host.
    fn path(&self) -> &'static str;

    /// What may be logged below its path. All else below it opens a page of somebody's.
    fn logged_below(&self) -> &'static str;

    /// The keys that it is asked with: the same at every start.
    fn keys(&self) -> Result<PaymentKeys, StandInError>;

    /// Opens it once there is a port, and has it tell the server of everything.
    fn open(&self, opening: PaymentOpening) -> BoxFuture<'static, Result<OpenStandIn, StandInError>>;
}

#[derive(Clone)]
pub struct PaymentKeys {
    pub secret_key: Secret<String>,
    pub publishable_key: String,
    pub webhook_secret: Secret<String>,
}

/// Whether the pages of a payment provider at a host (the first) may lead people back to an address.
pub type PaymentReturns = Arc<dyn Fn(&str, &str) -> bool + Send + Sync>;

/// Where a payment provider finds itself and the server.
pub struct PaymentOpening {
    pub keys: PaymentKeys,
    /// Where it is found.
    pub url: String,
    /// Where its webhooks go.
    pub webhook_url: String,
    pub returns: PaymentReturns,
}

/// What browsers ask it for, and what it does beside that until the server stops.
pub struct OpenStandIn {
    pub router: Router,
    pub run: Box<dyn FnOnce(CancellationToken) -> BoxFuture<'static, ()> + Send>,
}

/// An OpenID provider, asked like any other.
pub trait LoginStandIn: Send + Sync {
    /// Where it is mounted.
    fn path(&self) -> &'static str;

    /// How the channels ask it, as long as the server runs.
    fn client(&self) -> LoginClient;

    /// What browsers and the server ask it for, once there is an address. People go back to where `returns` says, and
    /// nowhere else.
    fn router(&self, issuer: String, returns: Arc<dyn Fn(&str) -> bool + Send + Sync>) -> Router;
}

#[derive(Clone)]
pub struct LoginClient {
    pub id: String,
    pub secret: Secret<String>,
}

/// Stand-ins at the paths that they are mounted at.
pub(crate) type Mounted = Vec<Mount>;

pub(crate) struct Mount {
    pub(crate) at: MountPath,
    pub(crate) router: Router,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct MountPath {
    pub(crate) path: &'static str,
    /// What may be logged below the path; everything if this is not said.
    pub(crate) logged_below: Option<&'static str>,
}
