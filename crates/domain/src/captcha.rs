//! Proof-of-work captcha (ALTCHA, version 1): finding the number of a known hash costs a browser a moment and a spammer
//! a computer. Nothing is stored until a solution arrives.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::ids::ChannelId;
use crate::one_time_token::{Purpose, TokenKey};
use crate::secret::Secret;
use crate::time::Timestamp;

const ALGORITHM: &str = "SHA-256";
/// Longer ones are nobody's honest solution.
const MAX_SOLUTION: usize = 1_000;

/// A proof-of-work challenge (ALTCHA): find the number up to `maxnumber` that, appended to the salt, has this hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Challenge {
    pub algorithm: &'static str,
    pub challenge: String,
    pub maxnumber: u32,
    pub salt: String,
    pub signature: String,
}

/// What comes back, as JSON in base64.
#[derive(Deserialize)]
struct Solution {
    algorithm: String,
    challenge: String,
    number: u32,
    salt: String,
    signature: String,
}

/// Makes a challenge; `random` and `number`, which is `most` at most, come from the caller's random source.
pub fn challenge(
    secret: &Secret<[u8; 32]>,
    channel: ChannelId,
    now: Timestamp,
    random: [u8; 12],
    number: u32,
    most: u32,
) -> Challenge {
    let expires = now.plus(Purpose::Captcha.life()).seconds();
    // The last sign ends the salt: without it, digits of the number could be moved into the time.
    let salt = format!("{}?expires={expires}&", hex(&random));
    let challenge = hash(&salt, number);
    let signature = hex(&mac(secret, channel, &challenge).finalize().into_bytes());
    Challenge { algorithm: ALGORITHM, challenge, maxnumber: most, salt, signature }
}

/// Reads a solution; gives what it is to be remembered by, since each is good once. `None` for any other text.
pub fn solved(secret: &Secret<[u8; 32]>, channel: ChannelId, now: Timestamp, token: &str) -> Option<TokenKey> {
    if token.len() > MAX_SOLUTION {
        return None;
    }
    let solution: Solution = serde_json::from_slice(&STANDARD.decode(token).ok()?).ok()?;
    let signature = unhex(&solution.signature)?;
    mac(secret, channel, &solution.challenge).verify_slice(&signature).ok()?;
    let expires: i64 = solution.salt.strip_suffix('&')?.split_once("?expires=")?.1.parse().ok()?;
    let fits = solution.algorithm == ALGORITHM
        && expires > now.seconds()
        && hash(&solution.salt, solution.number) == solution.challenge;
    fits.then(|| TokenKey::of_secret(&solution.challenge))
}

fn hash(salt: &str, number: u32) -> String {
    hex(&Sha256::digest(format!("{salt}{number}")))
}

/// The same secret signs api keys: the name keeps one from being taken for the other.
fn mac(secret: &Secret<[u8; 32]>, channel: ChannelId, challenge: &str) -> Hmac<Sha256> {
    Hmac::<Sha256>::new_from_slice(secret.expose())
        .expect("HMAC accepts keys of any length")
        .chain_update(b"captcha")
        .chain_update(channel.0.to_be_bytes())
        .chain_update(challenge)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NOW: Timestamp = Timestamp(1_800_000_000_000);
    const CHANNEL: ChannelId = ChannelId(1);

    fn secret() -> Secret<[u8; 32]> {
        Secret::new([7; 32])
    }

    fn token(challenge: &Challenge, number: u32, salt: &str) -> String {
        STANDARD.encode(
            serde_json::json!({
                "algorithm": challenge.algorithm,
                "challenge": challenge.challenge,
                "number": number,
                "salt": salt,
                "signature": challenge.signature,
                "took": 12,
            })
            .to_string(),
        )
    }

    fn solve(challenge: &Challenge) -> u32 {
        (0..=challenge.maxnumber).find(|number| hash(&challenge.salt, *number) == challenge.challenge).unwrap()
    }

    /// AUTH-11: the number is found by trying, and then it is taken, for ten minutes and on this channel.
    #[test]
    fn challenge_is_solved_by_trying_numbers() {
        let given = challenge(&secret(), CHANNEL, NOW, [1; 12], 321, 500);
        let solution = token(&given, solve(&given), &given.salt);
        let key = solved(&secret(), CHANNEL, NOW, &solution);
        assert!(key.is_some());
        assert_eq!(key, solved(&secret(), CHANNEL, NOW.plus(1), &solution), "it is the same one each time");
        assert_eq!(solved(&secret(), CHANNEL, NOW.plus(10 * Timestamp::MINUTE), &solution), None);
        assert_eq!(solved(&secret(), ChannelId(2), NOW, &solution), None);
        assert_eq!(solved(&Secret::new([8; 32]), CHANNEL, NOW, &solution), None);
        let other = challenge(&secret(), CHANNEL, NOW, [2; 12], 321, 500);
        assert_ne!(key, solved(&secret(), CHANNEL, NOW, &token(&other, 321, &other.salt)));
    }

    /// AUTH-11: digits cannot be moved between the time and the number, nor the time be changed.
    #[test]
    fn challenge_expires_at_its_time() {
        let given = challenge(&secret(), CHANNEL, NOW, [1; 12], 321, 500);
        let plain = given.salt.trim_end_matches('&');
        for (salt, number) in [
            (format!("{plain}3"), 21),
            (format!("{plain}3&"), 21),
            (format!("{}3&", given.salt), 21),
            (given.salt.replace("expires=1", "expires=9"), 321),
        ] {
            assert_eq!(solved(&secret(), CHANNEL, NOW, &token(&given, number, &salt)), None, "{salt}");
        }
    }

    proptest! {
        #[test]
        fn challenge_is_solved_by_its_number_alone(random: [u8; 12], number in 0u32..1000, tried in 0u32..1000) {
            let given = challenge(&secret(), CHANNEL, NOW, random, number, 1000);
            let taken = solved(&secret(), CHANNEL, NOW, &token(&given, tried, &given.salt));
            prop_assert_eq!(taken.is_some(), tried == number);
        }

        #[test]
        fn any_text_is_taken_or_refused_without_panic(text in "\\PC{0,100}", json in "\\{\\PC{0,60}\\}") {
            prop_assert_eq!(solved(&secret(), CHANNEL, NOW, &text), None);
            prop_assert_eq!(solved(&secret(), CHANNEL, NOW, &STANDARD.encode(json)), None);
        }
    }
}
