//! Notes which certificate a server presents and what is wrong with it, where the connection is made to find that out.
//! Nothing secret may be sent over such a connection: it is made whatever the certificate is.

use std::sync::{Arc, Mutex, PoisonError};

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use serde::Serialize;
use utoipa::ToSchema;
use x509_parser::prelude::{FromDer, X509Certificate};

/// Of a name, in characters: others write it.
const MAX_NAME: usize = 200;

/// Why browsers refuse a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CertificateFault {
    Expired,
    NotYetValid,
    /// It is for other hosts.
    WrongHost,
    /// Nobody whom browsers trust has issued it.
    UnknownIssuer,
    Other,
}

impl CertificateFault {
    fn of(error: &Error) -> Self {
        let Error::InvalidCertificate(error) = error else { return Self::Other };
        match error {
            CertificateError::Expired | CertificateError::ExpiredContext { .. } => Self::Expired,
            CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => Self::NotYetValid,
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => Self::WrongHost,
            CertificateError::UnknownIssuer => Self::UnknownIssuer,
            _ => Self::Other,
        }
    }
}

/// The certificate that a server has presented.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Certificate {
    subject: String,
    issuer: String,
    /// Seconds since 1970; null if it cannot be read.
    valid_until: Option<i64>,
    /// Null if browsers accept it.
    pub(crate) fault: Option<CertificateFault>,
}

impl Certificate {
    fn of(certificate: &[u8], fault: Option<CertificateFault>) -> Self {
        let Ok((_, read)) = X509Certificate::from_der(certificate) else {
            return Self { subject: String::new(), issuer: String::new(), valid_until: None, fault };
        };
        let short = |name: String| name.chars().filter(|sign| !sign.is_control()).take(MAX_NAME).collect();
        Self {
            subject: short(read.subject().to_string()),
            issuer: short(read.issuer().to_string()),
            valid_until: Some(read.validity().not_after.timestamp()),
            fault,
        }
    }
}

/// Accepts any certificate, and notes the last one with what browsers would say.
#[derive(Clone, Debug)]
pub(crate) struct CertificateNotes {
    usual: Arc<WebPkiServerVerifier>,
    noted: Arc<Mutex<Option<Certificate>>>,
}

impl CertificateNotes {
    pub(crate) fn new() -> Self {
        let roots = Arc::new(RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() });
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let usual = WebPkiServerVerifier::builder_with_provider(roots, provider).build();
        Self { usual: usual.expect("there are roots, and no lists of revoked certificates"), noted: Arc::default() }
    }

    pub(crate) fn tls(&self) -> ClientConfig {
        ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("ring knows the usual versions of TLS")
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(self.clone()))
            .with_no_client_auth()
    }

    pub(crate) fn take(&self) -> Option<Certificate> {
        self.noted.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl ServerCertVerifier for CertificateNotes {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        host: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let verified = self.usual.verify_server_cert(certificate, intermediates, host, ocsp_response, now);
        let fault = verified.as_ref().err().map(CertificateFault::of);
        *self.noted.lock().unwrap_or_else(PoisonError::into_inner) = Some(Certificate::of(certificate, fault));
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.usual.verify_tls12_signature(message, certificate, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.usual.verify_tls13_signature(message, certificate, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.usual.supported_verify_schemes()
    }
}
