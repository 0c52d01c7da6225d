//! Building blocks of all responses: errors, envelope, headers, policies and feature-independent extractors.

pub(crate) mod cached_response;
pub(crate) mod card_number;
pub(crate) mod certificate;
mod client;
pub(crate) mod cookie;
pub(crate) mod csv;
pub(crate) mod document;
pub(crate) mod envelope;
pub(crate) mod error;
pub(crate) mod extract;
pub(crate) mod gzip_splice;
pub(crate) mod host_probe;
pub(crate) mod metrics;
pub(crate) mod outbound;
pub(crate) mod policy;
pub(crate) mod problem;
pub(crate) mod public_http;
pub(crate) mod refusal;
pub(crate) mod request_id;
pub(crate) mod script_json;

/// Where the calls of the public API are.
pub(crate) const API_BASE: &str = "/api";
