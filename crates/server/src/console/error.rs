//! Errors of the console's calls.

use http::StatusCode;

use crate::http::refusal::Refusal;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ConsoleError {
    #[error("Your role does not allow this")]
    RoleForbids,
    #[error("Only a failed mail can be sent again")]
    MailNotFailed,
    #[error("This order cannot be refunded")]
    OrderNotRefundable,
}

impl Refusal for ConsoleError {
    fn status(&self) -> StatusCode {
        match self {
            Self::RoleForbids => StatusCode::FORBIDDEN,
            _ => StatusCode::BAD_REQUEST,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::RoleForbids => "role_forbids",
            Self::MailNotFailed => "mail_not_failed",
            Self::OrderNotRefundable => "order_not_refundable",
        }
    }
}
