//! The provider's own record of what happened, for notices that never came.

use super::client::Client;
use super::failure::Failure;
use super::form::Form;
use super::ids::NoticeId;
use super::page::{Created, Page};
use crate::notice::Notice;

impl Client {
    pub async fn notice(&self, id: &NoticeId) -> Result<Notice, Failure> {
        self.get(&format!("events/{id}"), Form::new()).await
    }

    /// The provider keeps them for 30 days.
    pub async fn notices(&self, created: Created, after: Option<&NoticeId>) -> Result<Page<Notice>, Failure> {
        self.get("events", Form::new().created(created).page(after.map(NoticeId::as_str))).await
    }
}
