//! Channels in memory: the read model, cached responses and the change feed.

pub(crate) mod change_feed;
pub(crate) mod chosen_channel;
pub(crate) mod followers;
pub(crate) mod game_text;
pub(crate) mod long_work;
pub(crate) mod member_feed;
pub(crate) mod presence;
pub(crate) mod preview;
pub(crate) mod request_channel;
pub(crate) mod site;
pub(crate) mod snapshot;
