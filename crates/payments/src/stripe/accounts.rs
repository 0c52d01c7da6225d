//! The account that a key is for.

use serde::Deserialize;

use super::client::Client;
use super::failure::Failure;
use super::form::Form;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Account {
    pub id: String,
}

impl Client {
    /// Our own account. Restricted keys may not be allowed to ask.
    pub async fn own_account(&self) -> Result<Account, Failure> {
        self.get("account", Form::new()).await
    }
}
