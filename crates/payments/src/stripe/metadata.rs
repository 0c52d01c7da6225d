//! Our metadata on the provider's objects, which links them to our rows.

use std::collections::BTreeMap;

use domain::ids::{AccountId, ChannelId, OrderId, PassId};
use domain::money::Cents;
use domain::time::Timestamp;
use serde::Deserialize;

use super::form::Form;
use super::key::Owner;

const INSTALLATION: &str = "touchline_installation";
const CHANNEL: &str = "touchline_channel";
const ACCOUNT: &str = "touchline_account";
const ORDER: &str = "touchline_order";
/// For people who look at the provider's pages: nothing is found by it.
const NUMBER: &str = "touchline_order_number";
/// Random and the account's own: its number may be given again, to another account.
const MARK: &str = "touchline_account_mark";
const CART: &str = "touchline_cart";
const SOLD: &str = "touchline_sold_";
const RENEWED: &str = "touchline_renewed";
const TRIAL: &str = "touchline_trial";
/// The most letters that the provider takes in one value.
pub const MAX_VALUE: usize = 500;
/// Texts of what was sold; the provider takes fifty values in all.
const MAX_TEXTS: usize = 35;

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Metadata(BTreeMap<String, Option<String>>);

impl Metadata {
    pub fn new(owner: &Owner) -> Self {
        Self::default().with(INSTALLATION, &owner.installation).with(CHANNEL, &owner.channel.to_string())
    }

    #[must_use]
    pub fn with_account(self, account: AccountId, mark: &str) -> Self {
        self.with(ACCOUNT, &account.to_string()).with(MARK, mark)
    }

    /// The order's name, which is never given again, and its number.
    #[must_use]
    pub fn with_order(self, name: &str, number: OrderId) -> Self {
        self.with(ORDER, name).with(NUMBER, &number.to_string())
    }

    /// A digest of what is sold at which price.
    #[must_use]
    pub fn with_cart(self, digest: &str) -> Self {
        self.with(CART, digest)
    }

    /// What is sold, in texts of up to [`MAX_VALUE`] letters. Too many of them are left out, all of them.
    #[must_use]
    pub fn with_sold(self, texts: &[String]) -> Self {
        if texts.len() > MAX_TEXTS {
            return self;
        }
        texts.iter().enumerate().fold(self, |metadata, (number, text)| metadata.with(&format!("{SOLD}{number}"), text))
    }

    /// The pass that is charged again, how much, and when next.
    #[must_use]
    pub fn with_renewal(self, pass: PassId, amount: Cents, at: Timestamp) -> Self {
        self.with(RENEWED, &format!("{pass} {} {}", amount.0, at.0))
    }

    #[must_use]
    pub fn with_trial(self) -> Self {
        self.with(TRIAL, "yes")
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

    pub fn account_mark(&self) -> Option<&str> {
        self.get(MARK)
    }

    pub fn order(&self) -> Option<&str> {
        self.get(ORDER)
    }

    pub fn cart(&self) -> Option<&str> {
        self.get(CART)
    }

    pub fn sold(&self) -> impl Iterator<Item = &str> {
        (0..MAX_TEXTS).map_while(|number| self.get(&format!("{SOLD}{number}")))
    }

    pub fn renewal(&self) -> Option<(PassId, Cents, Timestamp)> {
        let numbers: Vec<i64> = self.get(RENEWED)?.split(' ').map_while(|number| number.parse().ok()).collect();
        let [pass, amount, at] = numbers[..] else { return None };
        Some((PassId(pass), Cents(amount), Timestamp(at)))
    }

    pub fn is_trial(&self) -> bool {
        self.get(TRIAL).is_some()
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
