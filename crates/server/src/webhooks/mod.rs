//! Outgoing webhooks: signing and sending them, and the jobs that do so.

mod jobs;
mod sender;

pub(crate) use jobs::{SWEEP_INTERVAL, WebhookJobs, WebhookSweep};
pub(crate) use sender::WebhookSender;
