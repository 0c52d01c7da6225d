//! Responses that are built once and shared: the bytes in each encoding, with their ETag. They are not copied per
//! request.

use std::convert::Infallible;
use std::io::Write;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::response::Response;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use http::request::Parts;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use serde::Serialize;
use sha2::{Digest, Sha256};

/// How an answer may be kept by browsers and caches.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Caching {
    /// The same for everyone on this host: cached briefly, then revalidated by ETag.
    Public,
    /// Depends on permissions: browsers may store it but must revalidate it by ETag each time.
    Private,
    /// Asked for with a key: never kept.
    Keyed,
    /// Content under a name that changes with it.
    Immutable,
}

impl Caching {
    fn header(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Public => "public, max-age=5, stale-while-revalidate=30, stale-if-error=86400",
            Self::Private => "private, no-cache",
            Self::Keyed => "no-store",
            Self::Immutable => "public, max-age=31536000, immutable",
        })
    }
}

#[derive(Clone, Debug)]
pub(crate) struct CachedResponse {
    content_type: HeaderValue,
    etag: HeaderValue,
    plain: Bytes,
    gzip: Option<Bytes>,
    brotli: Option<Bytes>,
}

impl CachedResponse {
    /// An answer in JSON, compressed now so that no request waits for it.
    pub(crate) fn json<T: Serialize>(value: &T) -> Result<Self, serde_json::Error> {
        Self::json_after(value, None)
    }

    /// The same; what has not changed is not compressed again.
    pub(crate) fn json_after<T: Serialize>(value: &T, before: Option<&Self>) -> Result<Self, serde_json::Error> {
        let plain = serde_json::to_vec(value)?;
        if let Some(before) = before.filter(|before| before.plain == plain) {
            return Ok(before.clone());
        }
        let (gzip, brotli) = (gzip(&plain), brotli(&plain, 9));
        Ok(Self::encoded(HeaderValue::from_static("application/json"), plain.into(), Some(gzip), Some(brotli)))
    }

    pub(crate) fn encoded(content_type: HeaderValue, plain: Bytes, gzip: Option<Bytes>, brotli: Option<Bytes>) -> Self {
        let hash = URL_SAFE_NO_PAD.encode(&Sha256::digest(&plain)[..12]);
        // The tag is plain ASCII between quotes, so it is always a header value.
        let etag = HeaderValue::from_str(&format!("\"{hash}\"")).unwrap_or(HeaderValue::from_static("\"0\""));
        Self { content_type, etag, plain, gzip, brotli }
    }

    pub(crate) fn plain(&self) -> &Bytes {
        &self.plain
    }

    /// The answer to one request: by its tag without a body, or in the best encoding that the browser takes.
    pub(crate) fn answer(&self, wants: &ClientCaching, caching: Caching) -> Response {
        let unchanged = wants.known_tag.as_ref().is_some_and(|known| matches_tag(known, &self.etag));
        let (encoding, body) = match wants.encoding {
            Encoding::Brotli if self.brotli.is_some() => (Some("br"), self.brotli.as_ref()),
            Encoding::Brotli | Encoding::Gzip if self.gzip.is_some() => (Some("gzip"), self.gzip.as_ref()),
            _ => (None, Some(&self.plain)),
        };
        let tagged = !matches!(caching, Caching::Keyed);
        let status = if unchanged && tagged { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
        let body = if status == StatusCode::OK { body.cloned().unwrap_or_default() } else { Bytes::new() };

        let mut answer = Response::new(Body::from(body));
        *answer.status_mut() = status;
        let headers = answer.headers_mut();
        // Room for these and for what every answer gets at the edge.
        headers.reserve(24);
        headers.insert(header::CACHE_CONTROL, caching.header());
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if tagged {
            headers.insert(header::ETAG, self.etag.clone());
        }
        if status == StatusCode::OK {
            headers.insert(header::CONTENT_TYPE, self.content_type.clone());
            if let Some(encoding) = encoding {
                headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
            }
        }
        answer
    }
}

/// What a request says about the form of its answer.
pub(crate) struct ClientCaching {
    /// The smallest form that the browser takes.
    pub(crate) encoding: Encoding,
    pub(crate) takes_gzip: bool,
    /// The tag of what the browser has already.
    pub(crate) known_tag: Option<HeaderValue>,
}

impl ClientCaching {
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let takes_gzip = takes(accepted, "gzip");
        let encoding = match takes_gzip {
            _ if takes(accepted, "br") => Encoding::Brotli,
            true => Encoding::Gzip,
            false => Encoding::Plain,
        };
        Self { encoding, takes_gzip, known_tag: headers.get(header::IF_NONE_MATCH).cloned() }
    }
}

impl<S: Sync> FromRequestParts<S> for ClientCaching {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Brotli,
    Gzip,
    Plain,
}

/// Whether an `Accept-Encoding` header names the encoding; one with a weight of zero is refused.
fn takes(accepted: &str, name: &str) -> bool {
    accepted.split(',').any(|part| {
        let (encoding, weight) = part.split_once(';').unwrap_or((part, ""));
        let refused = weight.trim().strip_prefix("q=").is_some_and(|q| q.parse::<f32>().is_ok_and(|q| q == 0.0));
        encoding.trim().eq_ignore_ascii_case(name) && !refused
    })
}

fn matches_tag(known: &HeaderValue, tag: &HeaderValue) -> bool {
    let (Ok(known), Ok(tag)) = (known.to_str(), tag.to_str()) else { return false };
    known.split(',').any(|one| one.trim() == "*" || one.trim().trim_start_matches("W/") == tag)
}

pub(crate) fn gzip(plain: &[u8]) -> Bytes {
    let mut encoder =
        flate2::write::GzEncoder::new(Vec::with_capacity(plain.len() / 3), flate2::Compression::default());
    // Writing into memory cannot fail.
    let written = encoder.write_all(plain).and_then(|()| encoder.finish());
    written.map(Bytes::from).unwrap_or_default()
}

pub(crate) fn brotli(plain: &[u8], quality: u32) -> Bytes {
    let mut compressed = Vec::with_capacity(plain.len() / 3);
    {
        let mut encoder = brotli::CompressorWriter::new(&mut compressed, 4096, quality, 20);
        // Writing into memory cannot fail; dropping the encoder finishes the stream.
        let _ = encoder.write_all(plain);
    }
    compressed.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asking(name: header::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())])
    }

    #[test]
    fn best_accepted_encoding_is_chosen() {
        let accepting = |value| ClientCaching::of(&asking(header::ACCEPT_ENCODING, value)).encoding;
        assert_eq!(accepting("gzip, deflate, br, zstd"), Encoding::Brotli);
        assert_eq!(accepting("gzip;q=1.0, br;q=0"), Encoding::Gzip);
        assert_eq!(accepting("identity"), Encoding::Plain);
        assert_eq!(ClientCaching::of(&HeaderMap::new()).encoding, Encoding::Plain);
    }

    #[test]
    fn every_encoding_reads_back() {
        let text = "a game ".repeat(500);
        let mut back = String::new();
        std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&gzip(text.as_bytes())[..]), &mut back)
            .unwrap();
        assert_eq!(back, text);
        back.clear();
        let compressed = brotli(text.as_bytes(), 9);
        std::io::Read::read_to_string(&mut brotli::Decompressor::new(&compressed[..], 4096), &mut back).unwrap();
        assert_eq!(back, text);
    }

    #[test]
    fn a_known_tag_gets_no_body_but_a_keyed_answer_has_no_tag() {
        let prepared = CachedResponse::json(&["a"]).unwrap();
        let tag = prepared.etag.to_str().unwrap().to_owned();
        let known = asking(header::IF_NONE_MATCH, &format!("\"x\", W/{tag}"));
        assert_eq!(prepared.answer(&ClientCaching::of(&known), Caching::Public).status(), StatusCode::NOT_MODIFIED);
        let keyed = prepared.answer(&ClientCaching::of(&known), Caching::Keyed);
        assert_eq!(keyed.status(), StatusCode::OK);
        assert!(!keyed.headers().contains_key(header::ETAG));
    }
}
