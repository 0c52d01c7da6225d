//! Who may send a game's pictures: whoever has its stream key.

use std::net::IpAddr;
use std::sync::Arc;

use domain::event::StreamStatus;
use domain::ids::ChannelId;
use domain::stream_key::{self, Claim};
use domain::time::Timestamp;
use media::ingest::Refused;
use store::Store;

use crate::accounts::throttle::WrongKeys;
use crate::channels::snapshot::Channels;

/// For figures.
pub(super) fn word(refused: Refused) -> &'static str {
    match refused {
        Refused::UnknownKey => "unknown_key",
        Refused::TooManyTries => "too_many_tries",
        Refused::Finished => "finished",
        Refused::NoSpace => "no_space",
        Refused::TooManyGames => "too_many_games",
        Refused::Occupied => "occupied",
        Refused::Elsewhere => "elsewhere",
        Refused::Unavailable => "unavailable",
    }
}

pub(super) struct Gate {
    channels: Arc<Channels>,
    store: Store,
    wrong_keys: WrongKeys,
}

impl Gate {
    pub(super) fn new(channels: Arc<Channels>, store: Store) -> Self {
        Self { channels, store, wrong_keys: WrongKeys::new() }
    }

    /// What a key opens, and on which channel. A right one is let in however many wrong ones came before it: T56. `known` is the generation of a game that is live already: it is gone by
    /// while the database is away, so that an encoder that was thrown out gets back in.
    pub(super) async fn check(
        &self,
        key: &str,
        from: IpAddr,
        known: impl FnOnce(Claim) -> Option<i64>,
        now: Timestamp,
    ) -> Result<(ChannelId, Claim), Refused> {
        let Some((channel, claim, status)) = self.proven(key) else { return self.wrong(from, now).await };
        let generation = match self.store.key_generation(channel, claim.event).await {
            Ok(generation) => generation,
            Err(_) => Some(known(claim).ok_or(Refused::Unavailable)?),
        };
        if generation != Some(claim.generation) {
            return self.wrong(from, now).await;
        }
        if status == StreamStatus::Finished { Err(Refused::Finished) } else { Ok((channel, claim)) }
    }

    /// What the key claims, when its channel has made it: decided without the database, so that guesses cost little.
    fn proven(&self, key: &str) -> Option<(ChannelId, Claim, StreamStatus)> {
        let claim = stream_key::claim(key)?;
        let (channel, game) = self.channels.of_event(claim.event)?;
        let identity = &channel.identity;
        let proven = stream_key::verify(&identity.key_secret, identity.id, claim, key);
        proven.then_some((identity.id, claim, game.status))
    }

    async fn wrong<T>(&self, from: IpAddr, now: Timestamp) -> Result<T, Refused> {
        let is_first = self.wrong_keys.take(from, now).await;
        Err(if is_first { Refused::UnknownKey } else { Refused::TooManyTries })
    }
}
