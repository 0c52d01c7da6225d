//! Authorizes encoders by stream key.

use std::net::IpAddr;
use std::sync::Arc;

use cache::Limiter;
use domain::event::StreamStatus;
use domain::ids::ChannelId;
use domain::network::Network;
use domain::rate::Rate;
use domain::stream_key::{self, Claim};
use domain::time::Timestamp;
use media::ingest::Refused;
use store::Store;

use crate::{Schedule, ScheduledGame};

/// 5/min wrong keys per network: an operator who pastes the wrong line a few times.
const WRONG_KEYS: Rate = Rate::per_minute(5);

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

pub(super) struct EncoderAuthorizer {
    schedule: Arc<dyn Schedule>,
    store: Store,
    wrong_keys: Limiter<Network>,
}

impl EncoderAuthorizer {
    pub(super) fn new(schedule: Arc<dyn Schedule>, store: Store) -> Self {
        Self { schedule, store, wrong_keys: Limiter::new(WRONG_KEYS) }
    }

    /// The game and channel of a key. A right key is accepted after any number of wrong ones: T56. `known` is the key
    /// generation of a game that is already live; it is used while the database is unavailable, so that a disconnected
    /// encoder can return.
    pub(super) async fn check(
        &self,
        key: &str,
        from: IpAddr,
        known: impl FnOnce(Claim) -> Option<i64>,
        now: Timestamp,
    ) -> Result<(ChannelId, Claim), Refused> {
        let Some((channel, claim, status)) = self.proven(key) else { return self.wrong(from, now).await };
        let generation = match self.store.stream_key_generation(channel, claim.event).await {
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
        let ScheduledGame { channel, key_secret, status } = self.schedule.game(claim.event)?;
        stream_key::verify(&key_secret, channel, claim, key).then_some((channel, claim, status))
    }

    async fn wrong<T>(&self, from: IpAddr, now: Timestamp) -> Result<T, Refused> {
        // Right keys are not throttled: guesses beside an encoder do not keep it out.
        let is_first = self.wrong_keys.take(Network::of(from), now).await.is_ok();
        Err(if is_first { Refused::UnknownKey } else { Refused::TooManyTries })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1_800_000_000_000);

    /// T35, T55: five wrong stream keys a minute, for a whole network. Those of IPv4 that come through a socket for
    /// both kinds are networks of their own.
    #[tokio::test]
    async fn an_address_has_five_wrong_stream_keys_a_minute() {
        for (one, neighbour, stranger) in [
            ("2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:1::1"),
            ("::ffff:192.0.2.1", "192.0.2.1", "::ffff:192.0.2.2"),
        ] {
            let keys = Limiter::new(WRONG_KEYS);
            let [one, neighbour, stranger] = [one, neighbour, stranger].map(|from| from.parse().unwrap());
            for _ in 0..5 {
                assert!(keys.take(Network::of(one), NOW).await.is_ok());
            }
            assert!(keys.take(Network::of(neighbour), NOW).await.is_err());
            assert!(keys.take(Network::of(stranger), NOW).await.is_ok(), "{stranger}");
            assert!(keys.take(Network::of(one), NOW.plus(12 * Timestamp::SECOND)).await.is_ok());
        }
    }
}
