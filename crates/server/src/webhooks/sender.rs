//! Signs a webhook and sends it.

use std::time::Instant;

use domain::time::Timestamp;
use domain::webhook::{DeliveryAttempt, DeliveryProblem, MAX_RESPONSE, WebhookAddressError, signature};
use http::{HeaderMap, HeaderName, HeaderValue, header};
use store::DueWebhook;

use crate::http::host_probe::ProbeError;
use crate::http::public_http::{PublicHttp, PublicHttpError};

pub(crate) struct WebhookSender {
    http: PublicHttp,
}

impl WebhookSender {
    /// `allows_loopback` lets webhooks reach this machine, for development.
    pub(crate) fn new(allows_loopback: bool) -> Self {
        Self { http: PublicHttp::new(allows_loopback) }
    }

    /// The address as it is kept, if webhooks may be sent there. A name that does not resolve yet may.
    pub(crate) async fn check(&self, address: &str) -> Result<String, WebhookAddressError> {
        let url = self.http.check(address)?;
        if self.http.is_public(&url).await { Ok(url.into()) } else { Err(WebhookAddressError::Private) }
    }

    pub(crate) async fn send(&self, due: DueWebhook, now: Timestamp) -> DeliveryAttempt {
        let begun = Instant::now();
        let headers = headers(&due, now);
        let sent = self.http.post(&due.url, headers, due.payload, MAX_RESPONSE).await;
        let took = i64::try_from(begun.elapsed().as_millis()).unwrap_or(i64::MAX);
        match sent {
            Ok(answer) => DeliveryAttempt::answered(answer.status, readable(&answer.body), took),
            Err(error) => DeliveryAttempt::failed(problem(error), took),
        }
    }
}

fn headers(due: &DueWebhook, now: Timestamp) -> HeaderMap {
    let signed = signature(&due.secrets, &due.message_id, now, &due.payload);
    let values = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (HeaderName::from_static("webhook-id"), due.message_id.clone()),
        (HeaderName::from_static("webhook-timestamp"), now.seconds().to_string()),
        (HeaderName::from_static("webhook-signature"), signed),
    ];
    // Numbers and Base64 alone.
    values.into_iter().filter_map(|(name, value)| Some((name, HeaderValue::try_from(value).ok()?))).collect()
}

fn problem(error: PublicHttpError) -> DeliveryProblem {
    match error {
        PublicHttpError::Private => DeliveryProblem::PrivateAddress,
        PublicHttpError::NameNotFound => DeliveryProblem::NameNotFound,
        PublicHttpError::Probe(ProbeError::TimedOut) => DeliveryProblem::TimedOut,
        PublicHttpError::Probe(ProbeError::Refused) => DeliveryProblem::Refused,
        PublicHttpError::Probe(ProbeError::Tls) => DeliveryProblem::Tls,
        PublicHttpError::Probe(ProbeError::Unreachable) => DeliveryProblem::Unreachable,
    }
}

/// What was answered as text, without signs that no text has. The last sign may have been cut.
fn readable(answer: &[u8]) -> String {
    let text = String::from_utf8_lossy(answer);
    let text = text.trim_end_matches('\u{fffd}');
    text.chars().filter(|sign| !sign.is_control() || matches!(sign, '\n' | '\t')).collect()
}

#[cfg(test)]
mod tests {
    use domain::webhook::WebhookSecret;

    use super::*;

    #[test]
    fn answer_is_kept_as_text() {
        assert_eq!(readable(b"{\"ok\":true}\r\n"), "{\"ok\":true}\n");
        assert_eq!(readable(b"\x00\x1b[31mred\x07"), "[31mred");
        assert_eq!(readable(&"é".as_bytes()[..1]), "");
        assert_eq!(readable(b"a\xffb"), "a\u{fffd}b");
    }

    #[test]
    fn request_carries_id_time_and_a_signature_for_each_secret() {
        let due = DueWebhook {
            delivery: 1,
            webhook: 1,
            message_id: "msg_1_1".into(),
            url: "https://hooks.example.com/".into(),
            payload: "{}".into(),
            secrets: vec![WebhookSecret::new([1; 32]), WebhookSecret::new([2; 32])],
            is_on: true,
        };
        let headers = headers(&due, Timestamp(1_800_000_000_999));
        assert_eq!(headers["webhook-id"], "msg_1_1");
        assert_eq!(headers["webhook-timestamp"], "1800000000");
        let signed = headers["webhook-signature"].to_str().unwrap();
        assert_eq!(signed.split(' ').filter(|one| one.starts_with("v1,")).count(), 2, "{signed}");
    }
}
