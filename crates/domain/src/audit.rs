//! The audit log: the actor of an action, and what an entry shows of a change.

use std::collections::BTreeSet;

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
    pub const ALL: [Self; 127] = [
        Self::AcceptInvitation,
        Self::AddAuthenticator,
        Self::AddHost,
        Self::AddPasskey,
        Self::BeginAuthenticator,
        Self::ChangeAlias,
        Self::ChangeName,
        Self::ChangePassword,
        Self::ChangeRole,
        Self::CheckProviderId,
        Self::CreateBlock,
        Self::CreateChannel,
        Self::CreateFaq,
        Self::CreateForm,
        Self::CreateMenuLink,
        Self::CreateOwner,
        Self::CreatePage,
        Self::CreatePromoCode,
        Self::CreateRedirect,
        Self::CreateSchool,
        Self::CreateSlide,
        Self::CreateSport,
        Self::CreateTeam,
        Self::CreateToken,
        Self::CreateWebhook,
        Self::DeleteChannel,
        Self::DeleteFormAnswers,
        Self::EndOtherSessions,
        Self::EndPass,
        Self::EndSession,
        Self::EndSetup,
        Self::EraseChannel,
        Self::ExpireChannel,
        Self::ExportAudit,
        Self::ExportChannel,
        Self::ExportFormAnswers,
        Self::ExportOrders,
        Self::ExportTranslations,
        Self::GivePass,
        Self::ImportChannel,
        Self::InviteOperator,
        Self::LogIn,
        Self::LogInFailed,
        Self::LogOut,
        Self::MakeAdministrator,
        Self::MoveOrder,
        Self::MoveSubscription,
        Self::NewRecoveryCodes,
        Self::OrderFaq,
        Self::OrderMenu,
        Self::OrderSlides,
        Self::PauseChannel,
        Self::ReadMail,
        Self::RefundOrder,
        Self::RemoveAdministrator,
        Self::RemoveAuthenticator,
        Self::RemoveBlock,
        Self::RemoveCaptions,
        Self::RemoveFaq,
        Self::RemoveForm,
        Self::RemoveHost,
        Self::RemoveMenuLink,
        Self::RemoveOperator,
        Self::RemovePage,
        Self::RemovePasskey,
        Self::RemovePicture,
        Self::RemoveProviderSecret,
        Self::RemoveRedirect,
        Self::RemoveSlide,
        Self::RemoveToken,
        Self::RemoveUpload,
        Self::RemoveWebhook,
        Self::ReplayWebhook,
        Self::RequireSecondFactor,
        Self::ResendInvitation,
        Self::RestoreBlock,
        Self::RestoreChannel,
        Self::RestoreColours,
        Self::RestoreFaq,
        Self::RestoreForm,
        Self::RestoreMenuLink,
        Self::RestorePage,
        Self::RestoreRedirect,
        Self::RestoreSettings,
        Self::RestoreSlide,
        Self::RestoreSport,
        Self::RestoreText,
        Self::ResumeChannel,
        Self::RetryMail,
        Self::RetryWebhook,
        Self::RotateWebhookSecret,
        Self::SeeMail,
        Self::SendTestMail,
        Self::SetCaptions,
        Self::SetEmbedHosts,
        Self::SetEmbedded,
        Self::SetIcon,
        Self::SetLogo,
        Self::SetMainHost,
        Self::SetProviderSecret,
        Self::SetUp,
        Self::SwitchOffWebhook,
        Self::TakeDownClip,
        Self::TestEncoder,
        Self::TestHost,
        Self::TestMail,
        Self::TestPayments,
        Self::TestWebhook,
        Self::UpdateBlock,
        Self::UpdateColours,
        Self::UpdateFaq,
        Self::UpdateForm,
        Self::UpdateMenuLink,
        Self::UpdatePage,
        Self::UpdatePicture,
        Self::UpdateRedirect,
        Self::UpdateSchool,
        Self::UpdateSettings,
        Self::UpdateSlide,
        Self::UpdateSport,
        Self::UpdateTeam,
        Self::UpdateText,
        Self::UpdateWebhook,
        Self::UploadChannel,
        Self::UploadPicture,
        Self::UploadVideo,
        Self::WithdrawInvitation,
    ];

    /// The actor of such an action; for other actors than operators, the entry's operator is the one it is about.
    pub fn actor(self) -> ActorKind {
        match self {
            Self::CreateOwner
            | Self::CreatePromoCode
            | Self::ImportChannel
            | Self::MakeAdministrator
            | Self::RemoveAdministrator => ActorKind::Command,
            Self::MoveOrder | Self::MoveSubscription => ActorKind::Provider,
            Self::EndPass | Self::ExpireChannel | Self::GivePass | Self::SwitchOffWebhook => ActorKind::System,
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

/// The longest text that an entry keeps, in characters.
const MAX_SHOWN: usize = 300;
/// How much of a long text is kept before the part that changed.
const BEFORE_CHANGE: usize = 40;

/// Both states as an entry keeps them: only fields that differ, and of a long text only where it differs.
pub fn difference(before: &Value, after: &Value) -> (Value, Value) {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            let fields: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
            let (mut was, mut is) = (Map::new(), Map::new());
            for field in fields {
                let (old, new) = (before.get(field), after.get(field));
                if old == new {
                    continue;
                }
                let (shown_old, shown_new) = difference(old.unwrap_or(&Value::Null), new.unwrap_or(&Value::Null));
                old.and_then(|_| was.insert(field.clone(), shown_old));
                new.and_then(|_| is.insert(field.clone(), shown_new));
            }
            (was.into(), is.into())
        }
        (Value::String(before), Value::String(after)) => {
            let same = before.chars().zip(after.chars()).take_while(|(old, new)| old == new).count();
            let is_long = [before, after].iter().any(|text| text.chars().count() > MAX_SHOWN);
            // Both from one place: what differs stays different.
            let from = if is_long { same.saturating_sub(BEFORE_CHANGE) } else { 0 };
            (cut(before, from).into(), cut(after, from).into())
        }
        (before, after) => (shortened(before), shortened(after)),
    }
}

/// A value with its long texts cut.
fn shortened(value: &Value) -> Value {
    match value {
        Value::String(text) => cut(text, 0).into(),
        Value::Array(values) => values.iter().map(shortened).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(field, value)| (field.clone(), shortened(value))).collect::<Map<_, _>>().into()
        }
        value => value.clone(),
    }
}

/// A part of a text, with a sign where something is left out.
fn cut(text: &str, from: usize) -> String {
    let mut chars = text.chars().skip(from);
    let shown: String = chars.by_ref().take(MAX_SHOWN).collect();
    let [before, after] = [from > 0, chars.next().is_some()].map(|is_cut| if is_cut { "…" } else { "" });
    format!("{before}{shown}{after}")
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
    use proptest::prelude::*;
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

    /// OPS-01: an entry holds the fields that changed, at any depth, and of a long text the part that changed.
    #[test]
    fn differences_are_short() {
        let before = json!({ "name": "A", "url": "/a", "translations": { "fr": { "name": "Â", "content": "x" } } });
        let after = json!({ "name": "B", "url": "/a", "translations": { "fr": { "name": "Â" }, "bg": {} } });
        let was = json!({ "name": "A", "translations": { "fr": { "content": "x" } } });
        let is = json!({ "name": "B", "translations": { "fr": {}, "bg": {} } });
        assert_eq!(difference(&before, &after), (was, is));

        let [old, new] = ["old", "new"].map(|end| json!({ "content": format!("{}{end}", "é".repeat(5_000)) }));
        let (was, is) = difference(&old, &new);
        for (shown, end) in [(was, "old"), (is, "new")] {
            let text = shown["content"].as_str().unwrap();
            assert!(
                text.starts_with('…') && text.ends_with(end) && text.chars().count() == BEFORE_CHANGE + 4,
                "{text}"
            );
        }
        let (was, is) = difference(&Value::Null, &json!({ "content": "é".repeat(301) }));
        assert_eq!((was, is), (Value::Null, json!({ "content": format!("{}…", "é".repeat(300)) })));
    }

    proptest! {
        /// OPS-01: two texts that differ are shown as two texts that differ, each of a bounded length.
        #[test]
        fn differences_differ(same in "[a-zé]{0,700}", old in "a{0,400}", new in "[ab]{0,400}") {
            let [old, new] = [old, new].map(|end| format!("{same}{end}"));
            let (was, is) = difference(&json!(old), &json!(new));
            prop_assert_eq!(was == is, old == new);
            prop_assert!([was, is].iter().all(|text| text.as_str().unwrap().chars().count() <= MAX_SHOWN + 2));
        }
    }
}
