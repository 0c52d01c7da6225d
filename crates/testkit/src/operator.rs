//! Operators to test with.

use domain::ids::ChannelId;
use domain::operator::{Action, Role};
use domain::time::Timestamp;
use store::{AuditEntry, NewOperator};

use crate::account::password_hash;

/// An operator of these channels, with the password of every test.
pub fn operator(email: &str, channels: &[(ChannelId, Role)]) -> NewOperator {
    NewOperator {
        email: email.into(),
        name: "Olive Owner".into(),
        password: password_hash(),
        channels: channels.to_vec(),
        now: Timestamp(1_000),
    }
}

/// Something to be written down.
pub fn audit_entry(action: Action) -> AuditEntry {
    AuditEntry {
        channel: None,
        operator: None,
        at: Timestamp(1_000),
        action,
        subject: String::new(),
        detail: serde_json::json!({}),
    }
}
