//! The SRT handshake cookie, which proves that a peer receives packets at its source address. It is stateless, because
//! forged source addresses would otherwise use up all slots.

use std::hash::{BuildHasher, RandomState};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use super::MIN_HANDSHAKE_BYTES;

/// A cookie is valid in the interval in which it was made, and in the next.
const COOKIE_INTERVAL: Duration = Duration::from_secs(30);

const INDUCTION: [u8; 4] = [0, 0, 0, 1];
const CONCLUSION: [u8; 4] = [0xff; 4];
/// Version 5, no encryption named, and the number by which a listener tells that it speaks SRT.
const VERSION_5: [u8; 8] = [0, 0, 0, 5, 0, 0, 0x4a, 0x17];
/// Version 4 of a datagram socket, as a caller begins.
const VERSION_4: [u8; 8] = [0, 0, 0, 4, 0, 0, 0, 2];

pub struct Cookies {
    secret: RandomState,
    since: Instant,
}

impl Cookies {
    pub fn new(now: Instant) -> Self {
        Self { secret: RandomState::new(), since: now }
    }

    /// The response to a connection request; `None` for any other packet.
    pub fn answer(&self, packet: &[u8], from: SocketAddr, now: Instant) -> Option<[u8; MIN_HANDSHAKE_BYTES]> {
        let mut answer: [u8; MIN_HANDSHAKE_BYTES] = *handshake(packet, INDUCTION)?;
        answer.copy_within(40..44, 12);
        answer[16..24].copy_from_slice(&VERSION_5);
        answer[40..44].copy_from_slice(&[0, 0, 0, 1]);
        answer[44..48].copy_from_slice(&self.cookie(from, self.period(now)));
        Some(answer)
    }

    /// Whether a peer comes back with its cookie.
    pub fn is_brought_back(&self, packet: &[u8], from: SocketAddr, now: Instant) -> bool {
        let Some(packet) = handshake(packet, CONCLUSION) else { return false };
        let period = self.period(now);
        [Some(period), period.checked_sub(1)]
            .into_iter()
            .flatten()
            .any(|period| packet[44..48] == self.cookie(from, period))
    }

    fn period(&self, now: Instant) -> u64 {
        now.saturating_duration_since(self.since).as_secs() / COOKIE_INTERVAL.as_secs()
    }

    fn cookie(&self, from: SocketAddr, period: u64) -> [u8; 4] {
        let [a, b, c, d, ..] = self.secret.hash_one((from, period)).to_be_bytes();
        [a, b, c, d]
    }
}

/// How the peer asked for its cookie, read from the packet that brings it back.
pub fn induction_of(conclusion: &[u8]) -> Option<[u8; MIN_HANDSHAKE_BYTES]> {
    let mut induction: [u8; MIN_HANDSHAKE_BYTES] = *handshake(conclusion, CONCLUSION)?;
    induction[16..24].copy_from_slice(&VERSION_4);
    induction[36..40].copy_from_slice(&INDUCTION);
    induction[44..48].fill(0);
    Some(induction)
}

fn handshake(packet: &[u8], kind: [u8; 4]) -> Option<&[u8; MIN_HANDSHAKE_BYTES]> {
    let fixed: &[u8; MIN_HANDSHAKE_BYTES] = packet.first_chunk()?;
    (super::is_handshake_request(packet) && fixed[36..40] == kind).then_some(fixed)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T55: a cookie is good for the address that it was sent to, and for a minute at most.
    #[test]
    fn a_cookie_is_of_one_address_and_time() {
        let begun = Instant::now();
        let cookies = Cookies::new(begun);
        let [caller, other]: [SocketAddr; 2] =
            ["192.0.2.1:9000", "192.0.2.1:9001"].map(|address| address.parse().unwrap());
        let mut asked = [7; MIN_HANDSHAKE_BYTES];
        asked[..4].copy_from_slice(&[0x80, 0, 0, 0]);
        asked[36..40].copy_from_slice(&INDUCTION);
        let answer = cookies.answer(&asked, caller, begun).unwrap();
        assert_eq!((&answer[12..16], &answer[16..24]), (&asked[40..44], &VERSION_5[..]));
        let mut back = asked;
        back[36..40].copy_from_slice(&CONCLUSION);
        back[44..48].copy_from_slice(&answer[44..48]);
        let is_good = |from, seconds| cookies.is_brought_back(&back, from, begun + Duration::from_secs(seconds));
        assert!(is_good(caller, 0) && is_good(caller, 59) && !is_good(caller, 60) && !is_good(other, 0));
        assert!(
            !cookies.is_brought_back(&asked, caller, begun) && !cookies.is_brought_back(&back[..63], caller, begun)
        );
        assert_eq!(cookies.answer(&back, caller, begun), None);
        assert_eq!(
            induction_of(&back).map(|begun| cookies.answer(&begun, caller, Instant::now()).is_some()),
            Some(true)
        );
        let another = Cookies::new(begun).answer(&asked, caller, begun).unwrap();
        assert_ne!(another[44..48], answer[44..48], "the secret is this process's own");
    }
}
