//! What we write on the provider's objects, so that they lead back to ours.

use std::collections::BTreeMap;

use domain::ids::{AccountId, ChannelId};
use serde::Deserialize;

use super::form::Form;
use super::key::Owner;

const INSTALLATION: &str = "touchline_installation";
const CHANNEL: &str = "touchline_channel";
const ACCOUNT: &str = "touchline_account";
const ORDER: &str = "touchline_order";

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Metadata(BTreeMap<String, Option<String>>);

impl Metadata {
    pub fn new(owner: &Owner) -> Self {
        Self::default().with(INSTALLATION, &owner.installation).with(CHANNEL, &owner.channel.to_string())
    }

    #[must_use]
    pub fn with_account(self, account: AccountId) -> Self {
        self.with(ACCOUNT, &account.to_string())
    }

    #[must_use]
    pub fn with_order(self, order: i64) -> Self {
        self.with(ORDER, &order.to_string())
    }

    /// Whether the object is one of ours: an account at the provider may be shared.
    pub fn is_of(&self, owner: &Owner) -> bool {
        self.get(INSTALLATION) == Some(owner.installation.as_str()) && self.channel() == Some(owner.channel)
    }

    pub fn installation(&self) -> Option<&str> {
        self.get(INSTALLATION)
    }

    pub fn channel(&self) -> Option<ChannelId> {
        self.number(CHANNEL).map(ChannelId)
    }

    pub fn account(&self) -> Option<AccountId> {
        self.number(ACCOUNT).map(AccountId)
    }

    pub fn order(&self) -> Option<i64> {
        self.number(ORDER)
    }

    pub(super) fn form(&self) -> Form {
        self.0.iter().fold(Form::new(), |form, (key, value)| form.maybe(key, value.as_ref()))
    }

    fn with(mut self, key: &str, value: &str) -> Self {
        self.0.insert(key.to_owned(), Some(value.to_owned()));
        self
    }

    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.as_deref()
    }

    fn number(&self, key: &str) -> Option<i64> {
        self.get(key)?.parse().ok()
    }
}
