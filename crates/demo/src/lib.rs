//! The demo: two channels with invented schools, games and pictures, so that a first start shows a full product.

mod accounts;
mod art;
mod captions;
mod clips;
mod coupons;
mod cut;
mod fjord;
pub mod footage;
mod northline;
pub mod on_air;
mod owner;
pub mod premieres;
pub mod seed;
mod settings;
mod source;
pub mod stand_ins;

#[cfg(test)]
mod tests;

use channelfile::ChannelFile;
use domain::channel::Profile;
use domain::content::Content;
use domain::time::Timestamp;

pub use accounts::{DemoAccount, PASSWORD};
pub(crate) use art::Drawing;
pub use coupons::{FREE, WELCOME};
pub use owner::OWNER;
pub use settings::Settings;

/// A channel as the demo wants it; ids are the same on every start.
pub(crate) struct DemoChannel {
    pub(crate) alias: &'static str,
    pub(crate) hosts: Vec<String>,
    pub(crate) profile: Profile,
    pub(crate) content: Content,
    pub(crate) drawings: Vec<Drawing>,
    pub(crate) accounts: Vec<DemoAccount>,
}

impl DemoChannel {
    fn of(alias: &'static str, file: ChannelFile, drawings: Vec<Drawing>, accounts: Vec<DemoAccount>) -> Self {
        let ChannelFile { hosts, profile, content, .. } = file;
        Self { alias, hosts, profile, content, drawings, accounts }
    }
}

/// Both channels, with games around `now`; within the same hour the answer is the same.
pub(crate) fn channels(now: Timestamp) -> Vec<DemoChannel> {
    vec![northline::channel(now), fjord::channel(now)]
}

/// The accounts of the channel `demo`.
pub fn accounts() -> Vec<DemoAccount> {
    northline::accounts()
}
