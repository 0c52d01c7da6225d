//! Slots of console work that is costly while it runs. Work without a slot waits.

use std::sync::Arc;

use tokio::sync::Semaphore;

/// How much of each kind this server does at the same time.
pub(crate) struct Slots {
    pub(crate) mail_tests: Semaphore,
    pub(crate) payment_tests: Semaphore,
    /// Each encodes a picture.
    pub(crate) encoder_tests: Semaphore,
    pub(crate) webhook_tests: Semaphore,
    pub(crate) host_checks: Semaphore,
    pub(crate) provider_id_checks: Semaphore,
    /// A file is in memory while it is read.
    pub(crate) channel_imports: Arc<Semaphore>,
}

impl Slots {
    pub(crate) fn new() -> Self {
        Self {
            mail_tests: Semaphore::new(4),
            payment_tests: Semaphore::new(2),
            encoder_tests: Semaphore::new(1),
            webhook_tests: Semaphore::new(4),
            host_checks: Semaphore::new(4),
            provider_id_checks: Semaphore::new(4),
            channel_imports: Arc::new(Semaphore::new(1)),
        }
    }
}
