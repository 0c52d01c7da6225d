//! One request to one address of a host: with a time limit, no redirects and a small answer.

use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use serde::Serialize;
use utoipa::ToSchema;

use super::certificate::{Certificate, CertificateNotes};
use super::client::{client, read_at_most};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// For the whole of an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);
/// More than what is waited for.
const MAX_ANSWER: usize = 1024;

/// Why there was no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ProbeError {
    TimedOut,
    Refused,
    /// The connection could not be encrypted.
    Tls,
    Unreachable,
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    /// Its beginning, if that is text.
    pub(crate) text: String,
}

/// The answer and the certificate that came with it.
pub(crate) struct Probe {
    pub(crate) answer: Result<Answer, ProbeError>,
    pub(crate) certificate: Option<Certificate>,
}

/// Asks the address, whatever else the host's name resolves to. The port is the URL's.
pub(crate) async fn probe(host: &str, url: &str, address: SocketAddr) -> Probe {
    let notes = CertificateNotes::new();
    let client = client(notes.tls(), ANSWER_TIMEOUT)
        .resolve(host, address)
        .connect_timeout(CONNECT_TIMEOUT)
        .build()
        .expect("nothing in it depends on the host");
    let answer = ask(&client, url).await.map_err(|cause| reason(&cause));
    Probe { answer, certificate: notes.take() }
}

async fn ask(client: &reqwest::Client, url: &str) -> reqwest::Result<Answer> {
    let mut response = client.get(url).send().await?;
    let (body, end) = read_at_most(&mut response, MAX_ANSWER).await;
    end?;
    Ok(Answer { status: response.status().as_u16(), text: String::from_utf8(body).unwrap_or_default() })
}

pub(super) fn reason(error: &reqwest::Error) -> ProbeError {
    if error.is_timeout() {
        return ProbeError::TimedOut;
    }
    let mut cause = error.source();
    while let Some(error) = cause {
        if is_of_tls(error) {
            return ProbeError::Tls;
        }
        match error.downcast_ref::<io::Error>().map(io::Error::kind) {
            Some(io::ErrorKind::ConnectionRefused) => return ProbeError::Refused,
            Some(io::ErrorKind::TimedOut) => return ProbeError::TimedOut,
            _ => cause = error.source(),
        }
    }
    ProbeError::Unreachable
}

/// Errors of input and output hide what they are made of from their sources.
fn is_of_tls(error: &(dyn Error + 'static)) -> bool {
    let within = error.downcast_ref::<io::Error>();
    let is_damaged = within.is_some_and(|error| error.kind() == io::ErrorKind::InvalidData);
    let inner = within.and_then(io::Error::get_ref);
    is_damaged || error.is::<rustls::Error>() || inner.is_some_and(|inner| is_of_tls(inner))
}

#[cfg(test)]
mod tests;
