//! Passkeys as WebAuthn has them, for members and operators alike: what devices are asked, and what their answers prove.

use domain::field_error::FieldError;
use http::HeaderMap;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};
use store::MAX_PASSKEYS;
use url::Url;
use utoipa::ToSchema;
use uuid::Uuid;
use webauthn_rs::prelude::{
    DiscoverableAuthentication, DiscoverableKey, Passkey, PasskeyRegistration, PublicKeyCredential, WebauthnError,
};
use webauthn_rs::{Webauthn, WebauthnBuilder};

use crate::accounts::error::AccountError;
use crate::channels::site::Site;
use crate::channels::snapshot::Snapshot;
use crate::http::error::{Error, Result};
use crate::http::problem::FieldCode;

const MAX_NAME: u32 = 64;

/// The WebAuthn options for the browser, and the token to send back.
#[derive(Serialize, ToSchema)]
pub(crate) struct PasskeyQuestion {
    pub(crate) ticket: String,
    /// For `navigator.credentials`, under `publicKey`.
    #[schema(value_type = Object)]
    pub(crate) options: Value,
}

/// A passkey that a device has made.
pub(crate) struct MadePasskey {
    pub(crate) credential_id: Vec<u8>,
    /// What it is checked with.
    pub(crate) data: Value,
}

/// This site as devices know it: by the host that was asked, which is one of the channel's own.
pub(crate) struct RelyingParty {
    webauthn: Webauthn,
    pub(crate) host: String,
}

impl RelyingParty {
    pub(crate) fn of(channel: &Snapshot, headers: &HeaderMap) -> Result<Self> {
        let origin = Url::parse(&Site::of(channel, headers).url("/")).map_err(|_| AccountError::PasskeyFailed)?;
        let host = origin.domain().ok_or(AccountError::PasskeyFailed)?;
        let webauthn = WebauthnBuilder::new(host, &origin).map_err(refused)?;
        let webauthn = webauthn.rp_name(&channel.profile.name).build().map_err(refused)?;
        Ok(Self { webauthn, host: host.to_owned() })
    }

    /// What a device is asked to make a passkey; one that holds a known passkey refuses.
    pub(crate) fn begin_registration(
        &self,
        owner: Uuid,
        email: &str,
        name: &str,
        known: Vec<Value>,
    ) -> Result<(Value, PasskeyRegistration)> {
        let known = known.into_iter().map(|data| passkey(data).map(|known| known.cred_id().clone()));
        let known = known.collect::<Result<Vec<_>>>()?;
        let (options, state) =
            self.webauthn.start_passkey_registration(owner, email, name, Some(known)).map_err(refused)?;
        let mut options = json(&options)?;
        // The library leaves it to the device; here nobody types an address first, so the device has to know its accounts.
        options["publicKey"]["authenticatorSelection"]["residentKey"] = "required".into();
        options["publicKey"]["authenticatorSelection"]["requireResidentKey"] = true.into();
        Ok((options, state))
    }

    pub(crate) fn finish_registration(&self, state: &PasskeyRegistration, answer: Value) -> Result<MadePasskey> {
        let made = self.webauthn.finish_passkey_registration(&read(answer)?, state).map_err(refused)?;
        Ok(MadePasskey { credential_id: made.cred_id().to_vec(), data: json(&made)? })
    }

    /// What a device is asked to prove its owner. Nobody is named: the passkey says whose it is.
    pub(crate) fn begin_login(&self) -> Result<(Value, DiscoverableAuthentication)> {
        let (mut options, state) = self.webauthn.start_discoverable_authentication().map_err(refused)?;
        // Whether to ask at once or while the user types is the screen's to say.
        options.mediation = None;
        Ok((json(&options)?, state))
    }

    /// The passkey that a device says it has used, and its owner.
    pub(crate) fn identify(&self, answer: Value) -> Result<(PublicKeyCredential, Uuid, Vec<u8>)> {
        let answer: PublicKeyCredential = read(answer)?;
        let (owner, credential_id) = self.webauthn.identify_discoverable_authentication(&answer).map_err(refused)?;
        let credential_id = credential_id.to_vec();
        Ok((answer, owner, credential_id))
    }

    /// Checks the answer against a stored passkey; returns the passkey with its new counter.
    pub(crate) fn finish_login(
        &self,
        answer: &PublicKeyCredential,
        state: DiscoverableAuthentication,
        data: Value,
    ) -> Result<Value> {
        let mut known = passkey(data)?;
        let key = DiscoverableKey::from(&known);
        // Also refuses a counter that went back, which a copy of the device would show.
        let proof = self.webauthn.finish_discoverable_authentication_v2(answer, state, key).map_err(refused)?;
        known.update_credential(&proof);
        json(&known)
    }
}

/// What a device knows an account by: says nothing of its owner.
pub(crate) fn handle(of: &str) -> Uuid {
    let hash = Sha256::digest(of);
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash[..16]);
    uuid::Builder::from_custom_bytes(bytes).into_uuid()
}

/// The name that its owner gives a passkey.
pub(crate) fn passkey_name(typed: &str) -> Result<String> {
    let name = typed.trim();
    if (1..=MAX_NAME as usize).contains(&name.chars().count()) {
        return Ok(name.to_owned());
    }
    Err(Error::of_field("name", FieldError::Length { min: 1, max: MAX_NAME }))
}

pub(crate) fn too_many() -> Error {
    let words = format!("an account keeps {MAX_PASSKEYS} passkeys at most, each of them once");
    Error::invalid("credential", FieldCode::TooMany.with("max", MAX_PASSKEYS), words)
}

/// Whatever is wrong with a device's answer, it sounds the same.
fn refused(cause: WebauthnError) -> Error {
    tracing::debug!(%cause, "passkey rejected");
    AccountError::PasskeyFailed.into()
}

fn passkey(data: Value) -> Result<Passkey> {
    serde_json::from_value(data).map_err(|_| Error::Internal)
}

fn read<T: DeserializeOwned>(answer: Value) -> Result<T> {
    serde_json::from_value(answer).map_err(|_| AccountError::PasskeyFailed.into())
}

fn json<T: Serialize>(value: &T) -> Result<Value> {
    serde_json::to_value(value).map_err(|_| Error::Internal)
}
