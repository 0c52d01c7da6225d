//! The audit log: the actor of an action, and what an entry shows of a change.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::operator::Action;

/// The kind of actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActorKind {
    /// An operator at the console.
    Operator,
    /// The command line of the server.
    Command,
    /// The card provider, or a buyer there.
    Provider,
    /// The server itself.
    System,
}

impl Action {
    /// Sorted by name.
    pub const ALL: [Self; 41] = [
        Self::AcceptInvitation,
        Self::AddAuthenticator,
        Self::AddPasskey,
        Self::BeginAuthenticator,
        Self::ChangeName,
        Self::ChangePassword,
        Self::ChangeRole,
        Self::CreateChannel,
        Self::CreateOwner,
        Self::CreatePromoCode,
        Self::EndOtherSessions,
        Self::EndPass,
        Self::EndSession,
        Self::ExportAudit,
        Self::GivePass,
        Self::ImportChannel,
        Self::InviteOperator,
        Self::LogIn,
        Self::LogInFailed,
        Self::LogOut,
        Self::MoveOrder,
        Self::MoveSubscription,
        Self::NewRecoveryCodes,
        Self::ReadMail,
        Self::RefundOrder,
        Self::RemoveAuthenticator,
        Self::RemoveCaptions,
        Self::RemoveOperator,
        Self::RemovePasskey,
        Self::RemoveUpload,
        Self::RequireSecondFactor,
        Self::ResendInvitation,
        Self::RetryMail,
        Self::SeeMail,
        Self::SetCaptions,
        Self::SetEmbedHosts,
        Self::SetEmbedded,
        Self::SetUp,
        Self::TakeDownClip,
        Self::UploadVideo,
        Self::WithdrawInvitation,
    ];

    /// The actor of such an action; for other actors than operators, the entry's operator is the one it is about.
    pub fn actor(self) -> ActorKind {
        match self {
            Self::CreateOwner | Self::CreatePromoCode | Self::ImportChannel => ActorKind::Command,
            Self::MoveOrder | Self::MoveSubscription => ActorKind::Provider,
            Self::EndPass | Self::GivePass => ActorKind::System,
            _ => ActorKind::Operator,
        }
    }

    /// The fields of an entry's detail that hold the state before and after. Elsewhere `from` is an address.
    fn states(self) -> (&'static str, &'static str) {
        match self.actor() {
            ActorKind::Provider => ("from", "to"),
            _ => ("before", "after"),
        }
    }
}

/// An entry's detail, taken apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shown {
    /// Only what changed; null if nothing was there.
    pub before: Value,
    pub after: Value,
    /// The rest.
    pub detail: Map<String, Value>,
}

/// What the owners of a channel are shown of an entry's detail. The names of other channels are not theirs to see.
pub fn shown(action: Action, detail: Value, channel_alias: &str) -> Shown {
    let Value::Object(mut detail) = detail else { return Shown::default() };
    if let Some(Value::Array(channels)) = detail.get_mut("channels") {
        channels.retain(|alias| alias == channel_alias);
    }
    let (before, after) = action.states();
    let [before, after] = [before, after].map(|field| detail.remove(field).unwrap_or_default());
    let (before, after) = changed(before, after);
    Shown { before, after, detail }
}

/// Both states without the fields that are the same in them.
fn changed(before: Value, after: Value) -> (Value, Value) {
    match (before, after) {
        (Value::Object(mut before), Value::Object(mut after)) => {
            before.retain(|field, value| {
                let is_same = after.get(field) == Some(value);
                if is_same {
                    after.remove(field);
                }
                !is_same
            });
            (before.into(), after.into())
        }
        states => states,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;
    use utoipa::PartialSchema;

    use super::*;

    /// OPS-01: the list has every action once, sorted by name.
    #[test]
    fn the_list_of_actions_is_whole() {
        let schema = serde_json::to_value(Action::schema()).unwrap();
        let described: BTreeSet<&str> = schema["enum"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let words = Action::ALL.map(|action| serde_json::to_value(action).unwrap());
        assert_eq!(words.iter().filter_map(Value::as_str).collect::<BTreeSet<_>>(), described);
        assert_eq!(words.len(), described.len());
        let names = Action::ALL.map(|action| format!("{action:?}"));
        assert!(names.is_sorted(), "{names:?}");
    }

    /// OPS-01, T27: only what changed is shown, an address is no state, and other channels are not named.
    #[test]
    fn details_show_what_changed() {
        let hosts = json!({ "role": "owner", "before": ["a.example"], "after": [] });
        let found = shown(Action::SetEmbedHosts, hosts, "demo");
        assert_eq!((found.before, found.after), (json!(["a.example"]), json!([])));
        assert_eq!(json!(found.detail), json!({ "role": "owner" }));

        let moved = json!({ "from": { "a": 1, "b": null, "c": [1] }, "to": { "a": 1, "b": 2, "d": 3 } });
        let found = shown(Action::MoveSubscription, moved, "demo");
        assert_eq!((found.before, found.after), (json!({ "b": null, "c": [1] }), json!({ "b": 2, "d": 3 })));

        let login = json!({ "from": "192.0.2.1", "device": "Firefox on Linux" });
        let found = shown(Action::LogIn, login.clone(), "demo");
        assert_eq!(found, Shown { detail: login.as_object().unwrap().clone(), ..Shown::default() });

        let made = json!({ "channels": ["demo", "other"] });
        assert_eq!(json!(shown(Action::CreateOwner, made, "demo").detail), json!({ "channels": ["demo"] }));
        for odd in [json!(null), json!("text"), json!([1]), json!({})] {
            assert_eq!(shown(Action::ImportChannel, odd, "demo"), Shown::default());
        }
    }
}
