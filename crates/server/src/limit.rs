//! How often one visitor may send something that is kept. Counted on this server, in bounded memory.

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::time::Duration;

use domain::ids::ChannelId;
use governor::clock::{Clock, MonotonicClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};

use crate::error::{Error, Result};

/// Enough for a family that writes at once.
const BURST: NonZeroU32 = NonZeroU32::new(5).expect("five is not zero");
/// After that, one in this time.
const PACE: Duration = Duration::from_secs(30);
/// So many visitors are remembered; whoever has not written for a while is forgotten first.
const REMEMBERED: usize = 50_000;

type Who = (ChannelId, IpAddr);

/// What may be sent to each channel by each visitor.
pub(crate) struct SendLimit<C: Clock = MonotonicClock> {
    sent: RateLimiter<Who, DashMapStateStore<Who>, C, NoOpMiddleware<C::Instant>>,
    clock: C,
    remembered: usize,
}

impl SendLimit {
    pub(crate) fn new() -> Self {
        Self::with(MonotonicClock, REMEMBERED)
    }
}

impl<C: Clock + Clone> SendLimit<C> {
    fn with(clock: C, remembered: usize) -> Self {
        let quota = Quota::with_period(PACE).unwrap_or(Quota::per_minute(BURST)).allow_burst(BURST);
        Self { sent: RateLimiter::dashmap_with_clock(quota, clock.clone()), clock, remembered }
    }

    /// Takes one of the visitor's turns, or says when there is one again.
    pub(crate) fn take(&self, channel: ChannelId, from: IpAddr) -> Result<()> {
        if self.sent.len() >= self.remembered {
            self.sent.retain_recent();
        }
        if self.sent.len() >= self.remembered {
            return Err(Error::TooMany { wait_s: PACE.as_secs() });
        }
        self.sent.check_key(&(channel, network(from))).map_err(|refused| {
            let wait = refused.wait_time_from(self.clock.now());
            Error::TooMany { wait_s: wait.as_millis().div_ceil(1000).try_into().unwrap_or(PACE.as_secs()) }
        })
    }
}

/// What one subscriber has: an address of the old kind, or a whole network of the new one.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use governor::clock::FakeRelativeClock;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    /// T46: five at once, then one in half a minute, for each visitor of each channel.
    #[test]
    fn a_visitor_has_five_turns_and_then_waits() {
        let clock = FakeRelativeClock::default();
        let limit = SendLimit::with(clock.clone(), 100);
        let [one, neighbour, stranger] = ["2001:db8::1", "2001:db8::2:1", "2001:db8:0:1::1"].map(address);
        for _ in 0..5 {
            limit.take(ChannelId(1), one).unwrap();
        }
        assert!(matches!(limit.take(ChannelId(1), neighbour), Err(Error::TooMany { wait_s: 30 })));
        limit.take(ChannelId(1), stranger).unwrap();
        limit.take(ChannelId(2), one).unwrap();
        clock.advance(Duration::from_secs(10));
        assert!(matches!(limit.take(ChannelId(1), one), Err(Error::TooMany { wait_s: 20 })));
        clock.advance(Duration::from_secs(20));
        limit.take(ChannelId(1), one).unwrap();
        assert!(limit.take(ChannelId(1), one).is_err());
    }

    /// T46: however many visitors there are, memory is bounded, and those who are gone make room.
    #[test]
    fn what_is_remembered_is_bounded() {
        let clock = FakeRelativeClock::default();
        let limit = SendLimit::with(clock.clone(), 10);
        for n in 0..10 {
            limit.take(ChannelId(1), IpAddr::from([192, 0, 2, n])).unwrap();
        }
        assert!(limit.take(ChannelId(1), address("198.51.100.1")).is_err());
        assert_eq!(limit.sent.len(), 10);
        clock.advance(PACE * 6);
        limit.take(ChannelId(1), address("198.51.100.1")).unwrap();
        assert_eq!(limit.sent.len(), 1);
    }
}
