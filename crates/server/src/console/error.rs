//! Why the console refused something to an operator.

use http::StatusCode;

use crate::http::refusal::Refusal;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ConsoleError {
    #[error("Your role does not allow this")]
    RoleForbids,
    #[error("Only a mail that was given up can be sent again")]
    MailNotFailed,
    #[error("There is no money of this order that could go back")]
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
