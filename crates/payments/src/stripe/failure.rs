//! The ways in which a call can fail. They contain no text of the provider's messages, because those quote the request.

use super::ids::{PaymentIntentId, RequestId, SetupIntentId};

/// Why a call is not done, and what that means for the next one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The provider said no. The same request has the same answer for ever.
    #[error("refused: {0}")]
    Refused(Box<ProviderError>),
    /// It may have happened: the provider has to be asked before anything else is tried.
    #[error("outcome unknown: {0}")]
    Unknown(Doubt),
    /// Nothing has happened, and it can be tried again.
    #[error("not done: {0}")]
    NotDone(NotDone),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderError {
    pub kind: RefusalKind,
    pub code: Option<String>,
    /// What the buyer's bank says, such as `insufficient_funds`.
    pub decline_code: Option<String>,
    /// The field that was wrong.
    pub param: Option<String>,
    /// The payment that failed, which exists all the same.
    pub payment_intent: Option<PaymentIntentId>,
    pub setup_intent: Option<SetupIntentId>,
    pub request: Option<RequestId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    /// The card, or the bank behind it.
    Card,
    NotFound,
    /// Our key is wrong or may not do this.
    Unauthorized,
    Invalid,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Doubt {
    #[error("timed out")]
    TimedOut,
    #[error("connection lost")]
    ConnectionLost,
    #[error("the provider failed with status {0}")]
    ServerError(u16),
    #[error("another request with the same idempotency key is in progress")]
    Locked,
    #[error("unreadable response")]
    Unreadable,
    #[error("response too large")]
    TooLarge,
    #[error("unexpected redirect")]
    Redirected,
    #[error("the idempotency key was used for a different request")]
    KeyReused,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotDone {
    #[error("too many requests in flight")]
    Overloaded,
    #[error("rate limited by the provider")]
    RateLimited,
    #[error("provider unreachable")]
    Unreachable,
    #[error("payments are not configured")]
    Closed,
}

impl Failure {
    pub fn refusal(&self) -> Option<&ProviderError> {
        match self {
            Self::Refused(refusal) => Some(refusal),
            _ => None,
        }
    }

    pub fn is_not_found(&self) -> bool {
        self.refusal().is_some_and(|refusal| refusal.kind == RefusalKind::NotFound)
    }

    /// What is known after an earlier try whose end is in doubt.
    pub(super) fn after(self, doubt: Option<Doubt>) -> Self {
        match (self, doubt) {
            (Self::NotDone(_), Some(doubt)) => Self::Unknown(doubt),
            // The key is looked at first, so that this says nothing of what was done with the one before.
            (Self::Refused(refusal), Some(doubt)) if refusal.kind == RefusalKind::Unauthorized => Self::Unknown(doubt),
            (failure, _) => failure,
        }
    }
}

impl std::fmt::Display for ProviderError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.kind)?;
        for word in [&self.code, &self.decline_code, &self.param].into_iter().flatten() {
            write!(f, " {word}")?;
        }
        self.request.as_ref().map_or(Ok(()), |request| write!(f, " ({request})"))
    }
}
