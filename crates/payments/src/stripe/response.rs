//! Classifies a response before its content is parsed.

use std::time::Duration;

use reqwest::StatusCode;
use reqwest::header::{HeaderMap, RETRY_AFTER};
use serde::Deserialize;

use super::failure::{Doubt, Failure, NotDone, ProviderError, RefusalKind};
use super::ids::{PaymentIntentId, RequestId, SetupIntentId};
use super::wire;

/// Such as `subscription_details[items][0][price_data][recurring][interval]`.
const MAX_PARAM: usize = 120;

/// A try that did not work.
#[derive(Debug)]
pub(super) struct AttemptError {
    pub(super) failure: Failure,
    /// Whether it is worth another try.
    pub(super) again: bool,
    /// How long the provider asks to be left alone.
    pub(super) not_before: Option<Duration>,
}

impl AttemptError {
    pub(super) fn again(failure: Failure) -> Self {
        Self { failure, again: true, not_before: None }
    }

    pub(super) fn for_good(failure: Failure) -> Self {
        Self { failure, again: false, not_before: None }
    }
}

/// Judges an answer; the provider's own word on retries goes before ours.
pub(super) fn classify(status: StatusCode, headers: &HeaderMap, body: &[u8]) -> Result<(), AttemptError> {
    if status.is_success() {
        return Ok(());
    }
    let failure = match status.as_u16() {
        300..400 => Failure::Unknown(Doubt::Redirected),
        409 => Failure::Unknown(Doubt::Locked),
        429 => Failure::NotDone(NotDone::RateLimited),
        code @ (408 | 500..) => Failure::Unknown(Doubt::ServerError(code)),
        _ => refusal(status, headers, body),
    };
    let ours = matches!(status.as_u16(), 408 | 409 | 429 | 500..);
    let again = match text(headers, "stripe-should-retry") {
        Some("true") => true,
        Some("false") => false,
        _ => ours,
    };
    let not_before = text(headers, RETRY_AFTER.as_str()).and_then(|seconds| seconds.parse().ok());
    Err(AttemptError { failure, again, not_before: not_before.map(Duration::from_secs) })
}

pub(super) fn request_id(headers: &HeaderMap) -> Option<RequestId> {
    text(headers, "request-id")?.parse().ok()
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

#[derive(Deserialize)]
struct Answer {
    error: Words,
}

#[derive(Deserialize)]
struct Words {
    #[serde(rename = "type", default, deserialize_with = "wire::code")]
    kind: Option<String>,
    #[serde(default, deserialize_with = "wire::code")]
    code: Option<String>,
    #[serde(default, deserialize_with = "wire::code")]
    decline_code: Option<String>,
    #[serde(default)]
    param: Option<String>,
    #[serde(default, deserialize_with = "wire::reference")]
    payment_intent: Option<PaymentIntentId>,
    #[serde(default, deserialize_with = "wire::reference")]
    setup_intent: Option<SetupIntentId>,
}

/// Only the provider's own words are a refusal: a page of a proxy on the way says nothing about a payment.
fn refusal(status: StatusCode, headers: &HeaderMap, body: &[u8]) -> Failure {
    let Ok(Answer { error }) = serde_json::from_slice(body) else { return Failure::Unknown(Doubt::Unreadable) };
    let kind = match (status.as_u16(), error.kind.as_deref()) {
        (_, None) => return Failure::Unknown(Doubt::Unreadable),
        (_, Some("idempotency_error")) => return Failure::Unknown(Doubt::KeyReused),
        (402, _) | (_, Some("card_error")) => RefusalKind::Card,
        (401 | 403, _) => RefusalKind::Unauthorized,
        (404, _) => RefusalKind::NotFound,
        _ => RefusalKind::Invalid,
    };
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'[' | b']');
    let is_param = |param: &String| (1..=MAX_PARAM).contains(&param.len()) && param.bytes().all(is_plain);
    Failure::Refused(Box::new(ProviderError {
        kind,
        code: error.code,
        decline_code: error.decline_code,
        param: error.param.filter(is_param),
        payment_intent: error.payment_intent,
        setup_intent: error.setup_intent,
        request: request_id(headers),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DECLINED: &str = r#"{"error":{"type":"card_error","code":"card_declined","decline_code":"lost_card",
        "message":"Your card was declined.","param":"","payment_intent":{"id":"pi_1","object":"payment_intent"}}}"#;

    fn judged(status: u16, headers: &[(&'static str, &'static str)], body: &str) -> AttemptError {
        let headers = headers.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect();
        classify(StatusCode::from_u16(status).unwrap(), &headers, body.as_bytes()).unwrap_err()
    }

    /// PAY-04: a refused card says why, and which payment it was.
    #[test]
    fn declines_carry_their_codes() {
        let setback = judged(402, &[("request-id", "req_7")], DECLINED);
        assert!(!setback.again);
        let refusal = setback.failure.refusal().unwrap();
        assert_eq!(refusal.kind, RefusalKind::Card);
        assert_eq!(refusal.code.as_deref(), Some("card_declined"));
        assert_eq!(refusal.decline_code.as_deref(), Some("lost_card"));
        assert_eq!(refusal.payment_intent.as_ref().unwrap().as_str(), "pi_1");
        assert_eq!(setback.failure.to_string(), "refused: Card card_declined lost_card (req_7)");
    }

    #[test]
    fn statuses_say_whether_it_is_worth_another_try() {
        for (status, again) in
            [(302, false), (400, false), (404, false), (408, true), (409, true), (429, true), (503, true)]
        {
            assert_eq!(judged(status, &[], DECLINED).again, again, "{status}");
            assert!(judged(status, &[("stripe-should-retry", "true")], DECLINED).again, "{status}");
            assert!(!judged(status, &[("stripe-should-retry", "false")], DECLINED).again, "{status}");
        }
        let limited = judged(429, &[("retry-after", "7")], "");
        assert_eq!(limited.not_before, Some(Duration::from_secs(7)));
        assert_eq!(limited.failure, Failure::NotDone(NotDone::RateLimited));
        for odd in ["soon", "-1", "Fri, 31 Dec 1999 23:59:59 GMT"] {
            assert_eq!(judged(429, &[("retry-after", odd)], "").not_before, None);
        }
    }

    /// T13, T16: what is not the provider's own word settles nothing.
    #[test]
    fn unreadable_body_is_no_refusal() {
        for body in ["", "<html>", "{}", r#"{"error":"not_found"}"#, r#"{"error":{"message":"x"}}"#] {
            assert_eq!(judged(404, &[], body).failure, Failure::Unknown(Doubt::Unreadable), "{body}");
        }
        let reused = judged(400, &[], r#"{"error":{"type":"idempotency_error"}}"#);
        assert_eq!(reused.failure, Failure::Unknown(Doubt::KeyReused));
    }

    /// T44: what the provider says is logged by its codes, never by its sentences.
    #[test]
    fn provider_sentences_are_not_logged() {
        let body =
            r#"{"error":{"type":"invalid_request_error","code":"key sk_live_1","param":"a b","message":"sk_live_1"}}"#;
        let printed = format!("{0:?} {0}", judged(401, &[("request-id", "sk live")], body).failure);
        assert!(!printed.contains("live"), "{printed}");
    }

    /// T13: a refusal of our key says nothing of an earlier try that was lost.
    #[test]
    fn doubts_outlive_answers_about_something_else() {
        let doubt = Some(Doubt::TimedOut);
        let unauthorized = r#"{"error":{"type":"invalid_request_error"}}"#;
        assert_eq!(judged(401, &[], unauthorized).failure.after(doubt), Failure::Unknown(Doubt::TimedOut));
        assert_eq!(judged(429, &[], "").failure.after(doubt), Failure::Unknown(Doubt::TimedOut));
        assert_eq!(judged(503, &[], "").failure.after(doubt), Failure::Unknown(Doubt::ServerError(503)));
        assert!(judged(402, &[], DECLINED).failure.after(doubt).refusal().is_some());
        assert!(judged(401, &[], unauthorized).failure.after(None).refusal().is_some());
    }
}
