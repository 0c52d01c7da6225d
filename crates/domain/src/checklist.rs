//! What is missing until a channel's first game, and what its checks found.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::time::Timestamp;

/// A thing of the checklist that can be tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    Mail,
    Payments,
    Encoder,
    Host,
}

/// What a check found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckOutcome {
    /// The mail server took the mail.
    MailAccepted,
    /// There is no mail server; the server keeps mails for developers to read.
    MailKept,
    MailNotConfigured,
    /// The mail server cannot be reached, or did not take the mail.
    MailRefused,
    /// A payment of the test mode was made and refunded.
    PaidAndRefunded,
    /// It was made, but not refunded.
    PaidNotRefunded,
    PaymentRefused,
    /// The provider does not take the key.
    KeyRefused,
    /// The key for real money works, and the provider sends webhooks to a host of the channel. Nothing was charged.
    LiveKeysWork,
    /// The key works, but the provider sends no webhooks to a host of the channel.
    NoWebhook,
    /// The key works, but may not list the webhooks.
    WebhooksUnknown,
    ProviderUnreachable,
    PaymentsNotConfigured,
    /// A test picture went in and segments came out.
    OnAir,
    /// The server listens for encoders on no port.
    NoListener,
    /// There is no ffmpeg that makes a test picture.
    NoFfmpeg,
    EncoderRefused,
    NoSegments,
    /// A server of this channel answers at the host.
    HostReached,
    HostNotReached,
}

impl CheckOutcome {
    pub fn is_ok(self) -> bool {
        matches!(
            self,
            Self::MailAccepted
                | Self::MailKept
                | Self::PaidAndRefunded
                | Self::LiveKeysWork
                | Self::OnAir
                | Self::HostReached
        )
    }
}

/// The newest result of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckResult {
    pub at: Timestamp,
    pub outcome: CheckOutcome,
    pub took_ms: u64,
    /// Where: a mail server, a payment provider, a port or a host.
    #[serde(rename = "place")]
    pub target: String,
    /// What it said, in its own words and without secrets; empty if nothing.
    #[serde(rename = "said")]
    pub response: String,
}

pub type Checks = BTreeMap<Check, CheckResult>;

#[cfg(test)]
mod tests {
    use super::*;

    /// Results outlive the program that wrote them.
    #[test]
    fn stored_results_are_read() {
        let result = CheckResult {
            at: Timestamp(1),
            outcome: CheckOutcome::MailAccepted,
            took_ms: 800,
            target: "mx.school.example:25".into(),
            response: String::new(),
        };
        let checks = Checks::from([(Check::Mail, result)]);
        let stored = serde_json::to_value(&checks).unwrap();
        assert_eq!(stored["mail"]["outcome"], "mail_accepted");
        assert_eq!(stored["mail"]["said"], "");
        assert_eq!(serde_json::from_value::<Checks>(stored).unwrap(), checks);
    }
}
