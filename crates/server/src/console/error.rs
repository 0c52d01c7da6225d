//! Refusals of the console that belong to no larger feature. Those of a feature stand beside its calls.

use http::StatusCode;

use crate::http::refusal::Refusal;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ConsoleError {
    #[error("Your role does not allow this")]
    RoleForbids,
    #[error("This set-up link was used, or belongs to another server")]
    SetupLinkUsed,
    #[error("Only a failed mail can be sent again")]
    MailNotFailed,
    #[error("This order cannot be refunded")]
    OrderNotRefundable,
}

impl Refusal for ConsoleError {
    fn status(&self) -> StatusCode {
        match self {
            Self::RoleForbids => StatusCode::FORBIDDEN,
            Self::SetupLinkUsed => StatusCode::CONFLICT,
            Self::MailNotFailed | Self::OrderNotRefundable => StatusCode::BAD_REQUEST,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::RoleForbids => "role_forbids",
            Self::SetupLinkUsed => "setup_link_used",
            Self::MailNotFailed => "mail_not_failed",
            Self::OrderNotRefundable => "order_not_refundable",
        }
    }
}
