//! The account of the shop at the bank: there is one.

use serde_json::json;
use sha2::{Digest, Sha256};

use super::{Answer, Call};
use crate::state::State;

/// `GET /v1/account`
pub fn own(state: &mut State, call: &Call) -> Answer {
    call.params.only(&[])?;
    // By what is random in the bank's file: another file is another account.
    let digest = Sha256::digest(format!("account {}", state.settings().salt));
    let id: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    Ok(json!({ "id": format!("acct_{id}"), "object": "account", "charges_enabled": true }))
}
