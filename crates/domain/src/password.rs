//! Passwords, stored only as Argon2id hashes. Hashing is slow on purpose, so never call it on an async thread.

use argon2::password_hash::phc;
use argon2::{Algorithm, Argon2, Block, Params, Version};

use crate::secret::Secret;

const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// The dearest hash that is still checked, in blocks of 1 KiB: the middle setting of libsodium, with room for a pass more.
/// What claims to need more was not written by us, and would hold a thread and its memory for as long as it likes.
const MAX_BLOCKS: usize = 256 * 1024;
/// Its blocks times its passes: about a second of a core.
const MAX_WORK: u64 = 1024 * 1024;

/// Nobody's: an unknown address is checked against it, so that it takes as long as a known one.
const NOBODYS: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGhhcyB0aGlzIQ$1Cq2XX/t5AZsjoYk3Lp+E0NioNzHbC2Bq3i6hBUfDDY";

/// What Argon2 works in. Kept and used again: 19 MiB that are taken and given back with each login leave holes between
/// what stays, until the program has gigabytes of them.
pub struct Memory {
    blocks: Vec<Block>,
    work: u64,
}

impl Memory {
    /// Enough for every hash that is made here.
    pub fn new() -> Self {
        Self { blocks: vec![Block::new(); MEMORY_KIB as usize], work: 0 }
    }

    /// What was filled in it so far, in KiB: what the hashes cost, independent of other threads.
    pub fn work(&self) -> u64 {
        self.work
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

/// A password as it is stored: salt, cost and hash in one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PasswordHash(Secret<String>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the password cannot be hashed")]
pub struct Unhashable;

impl PasswordHash {
    /// As it was read from where it is stored.
    pub fn stored(text: String) -> Self {
        Self(Secret::new(text))
    }

    /// As it is to be stored.
    pub fn expose(&self) -> &str {
        self.0.expose()
    }

    /// Hashes a new password; `salt` comes from the caller's random source.
    pub fn of(password: &Secret<String>, salt: [u8; 16], memory: &mut Memory) -> Result<Self, Unhashable> {
        let params = Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(|_| Unhashable)?;
        let hash = phc::PasswordHash {
            algorithm: Algorithm::Argon2id.ident(),
            version: Some(Version::V0x13.into()),
            params: phc::ParamsString::try_from(&params).map_err(|_| Unhashable)?,
            salt: Some(phc::Salt::new(&salt).map_err(|_| Unhashable)?),
            hash: Some(digest(&Argon2::new(Algorithm::Argon2id, Version::V0x13, params), password, &salt, memory)?),
        };
        Ok(Self::stored(hash.to_string()))
    }

    /// What to check a password against when there is no account, or one without a password.
    pub fn nobodys() -> Self {
        Self::stored(NOBODYS.to_owned())
    }

    /// Whether this is the hash of the password; compared in constant time.
    pub fn fits(&self, password: &Secret<String>, memory: &mut Memory) -> bool {
        let Ok(stored) = phc::PasswordHash::new(self.expose()) else { return false };
        let (Some(salt), Some(expected)) = (&stored.salt, &stored.hash) else { return false };
        let computed = cost(&stored).and_then(|argon2| digest(&argon2, password, salt, memory));
        computed.is_ok_and(|computed| computed == *expected)
    }
}

/// How a stored hash was made, unless that costs more than it may.
fn cost(stored: &phc::PasswordHash) -> Result<Argon2<'static>, Unhashable> {
    let algorithm = Algorithm::try_from(stored.algorithm.as_str()).map_err(|_| Unhashable)?;
    let version = stored.version.map_or(Ok(Version::default()), Version::try_from).map_err(|_| Unhashable)?;
    let params = Params::try_from(stored).map_err(|_| Unhashable)?;
    if params.block_count() > MAX_BLOCKS || work(&params) > MAX_WORK {
        return Err(Unhashable);
    }
    Ok(Argon2::new(algorithm, version, params))
}

/// Blocks times passes.
fn work(params: &Params) -> u64 {
    params.block_count() as u64 * u64::from(params.t_cost())
}

fn digest(
    argon2: &Argon2<'_>,
    password: &Secret<String>,
    salt: &[u8],
    memory: &mut Memory,
) -> Result<phc::Output, Unhashable> {
    let mut bytes = [0; phc::Output::MAX_LENGTH];
    let length = argon2.params().output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
    let bytes = bytes.get_mut(..length).ok_or(Unhashable)?;
    let blocks = argon2.params().block_count();
    // A hash that needs more than ours is rare: its memory is taken for this once, so that it does not stay for good.
    let mut more = vec![Block::new(); if blocks > memory.blocks.len() { blocks } else { 0 }];
    let room = if more.is_empty() { &mut memory.blocks } else { &mut more };
    memory.work += work(argon2.params());
    argon2.hash_password_into_with_memory(password.expose().as_bytes(), salt, bytes, room).map_err(|_| Unhashable)?;
    phc::Output::new(bytes).map_err(|_| Unhashable)
}

#[cfg(test)]
mod tests {
    use argon2::{PasswordHasher, PasswordVerifier};
    use proptest::prelude::*;

    use super::*;

    fn secret(text: &str) -> Secret<String> {
        Secret::new(text.to_owned())
    }

    #[test]
    fn a_password_fits_its_own_hash_only() {
        let memory = &mut Memory::new();
        let hash = PasswordHash::of(&secret("touchline-demo"), [7; 16], memory).unwrap();
        assert!(hash.fits(&secret("touchline-demo"), memory));
        for wrong in ["", "touchline-dem", "Touchline-demo", "touchline-demo "] {
            assert!(!hash.fits(&secret(wrong), memory), "{wrong:?}");
        }
        let salted = PasswordHash::of(&secret("touchline-demo"), [8; 16], memory).unwrap();
        assert_ne!(hash, salted);
        for damaged in
            ["damaged", "$argon2id$v=19$m=19456,t=2,p=1", "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGhhcyB0aGlzIQ"]
        {
            assert!(!PasswordHash::stored(damaged.into()).fits(&secret("damaged"), memory), "{damaged}");
        }
    }

    /// Nobody's hash costs what everybody's does, and no password is known to fit it.
    #[test]
    fn placeholder_hash_costs_as_much_as_a_real_one() {
        let cost = |hash: &PasswordHash| {
            let read = phc::PasswordHash::new(hash.expose()).unwrap();
            (read.algorithm.to_string(), read.version, Params::try_from(&read).unwrap())
        };
        let memory = &mut Memory::new();
        let hash = PasswordHash::of(&secret("a"), [7; 16], memory).unwrap();
        assert_eq!(cost(&PasswordHash::nobodys()), cost(&hash));
        let (algorithm, version, params) = cost(&hash);
        assert_eq!((algorithm.as_str(), version), ("argon2id", Some(19)));
        assert!(params.m_cost() >= 19 * 1024 && params.t_cost() >= 2);
        assert!(!PasswordHash::nobodys().fits(&secret(""), memory));
    }

    /// T44: a hash that is logged by accident shows nothing.
    #[test]
    fn debug_output_hides_the_hash() {
        let printed = format!("{:?}", PasswordHash::stored("$argon2id$x".into()));
        assert!(!printed.contains("argon2id"), "{printed}");
    }

    /// The hash that the library makes by itself, in memory of its own.
    fn by_library(algorithm: Algorithm, version: Version, params: Params, password: &str, salt: &[u8]) -> PasswordHash {
        let argon2 = Argon2::new(algorithm, version, params);
        let hash: phc::PasswordHash = argon2.hash_password_with_salt(password.as_bytes(), salt).unwrap();
        PasswordHash::stored(hash.to_string())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(8))]

        /// T18: what is stored is what the library would have written, and it takes what we wrote; the memory of the
        /// password before does not show in it.
        #[test]
        fn hashes_are_those_of_the_library(passwords in prop::collection::vec((".{0,40}", any::<[u8; 16]>()), 2..4)) {
            let memory = &mut Memory::new();
            for (password, salt) in passwords {
                let params = Params::new(MEMORY_KIB, PASSES, LANES, None).unwrap();
                let theirs = by_library(Algorithm::Argon2id, Version::V0x13, params, &password, &salt);
                let ours = PasswordHash::of(&secret(&password), salt, memory).unwrap();
                prop_assert_eq!(ours.expose(), theirs.expose());
                prop_assert!(Argon2::default().verify_password(password.as_bytes(), ours.expose()).is_ok());
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// AUTH-02: hashes of other parameters are checked as the library checks them, whatever was checked before in
        /// the same memory.
        #[test]
        fn other_parameters_are_checked_as_the_library_does(
            stored in prop::collection::vec(
                (0..3_usize, any::<bool>(), 1..4_u32, 8..400_u32, 1..4_u32, 10..64_usize, ".{0,20}", prop::collection::vec(any::<u8>(), 8..32)),
                1..4,
            )
        ) {
            let memory = &mut Memory::new();
            for (algorithm, is_old, lanes, blocks, passes, length, password, salt) in stored {
                let algorithm = [Algorithm::Argon2d, Algorithm::Argon2i, Algorithm::Argon2id][algorithm];
                let version = if is_old { Version::V0x10 } else { Version::V0x13 };
                let params = Params::new(blocks.max(8 * lanes), passes, lanes, Some(length)).unwrap();
                let hash = by_library(algorithm, version, params, &password, &salt);
                for tried in [password.clone(), format!("{password}x"), String::new()] {
                    let theirs = Argon2::default().verify_password(tried.as_bytes(), hash.expose()).is_ok();
                    prop_assert_eq!(hash.fits(&secret(&tried), memory), theirs);
                }
            }
        }
    }

    /// AUTH-02: a hash that needs more memory than ours do is checked all the same, and ours after it.
    #[test]
    fn a_hash_of_more_memory_is_checked() {
        let memory = &mut Memory::new();
        let ours = PasswordHash::of(&secret("ours"), [7; 16], memory).unwrap();
        let params = Params::new(64 * 1024, 3, 4, None).unwrap();
        let large = by_library(Algorithm::Argon2id, Version::V0x13, params, "large", b"another salt");
        assert!(large.fits(&secret("large"), memory) && !large.fits(&secret("ours"), memory));
        assert!(ours.fits(&secret("ours"), memory) && !ours.fits(&secret("large"), memory));
        assert_eq!(memory.blocks.len(), MEMORY_KIB as usize, "what was taken for one is given back");
    }

    /// T18: a hash that claims to need gigabytes, or passes without end, is refused before anything is taken for it.
    #[test]
    fn a_hash_without_bounds_is_refused() {
        let memory = &mut Memory::new();
        let (_, salt_and_hash) = NOBODYS.split_once("p=1$").unwrap();
        let all = u32::MAX;
        let too_much = [(all, 1, 1), (262_148, 1, 1), (19_456, all, 1), (8, 131_073, 1), (all, all, 16_777_215)];
        for (blocks, passes, lanes) in too_much {
            let stored =
                PasswordHash::stored(format!("$argon2id$v=19$m={blocks},t={passes},p={lanes}${salt_and_hash}"));
            let read = phc::PasswordHash::new(stored.expose()).unwrap();
            assert!(Params::try_from(&read).is_ok(), "the library would begin with it: {}", stored.expose());
            assert!(cost(&read).is_err(), "{}", stored.expose());
            assert!(!stored.fits(&secret("a"), memory), "{}", stored.expose());
        }
        let most = PasswordHash::stored(format!("$argon2id$v=19$m=262144,t=4,p=1${salt_and_hash}"));
        assert!(cost(&phc::PasswordHash::new(most.expose()).unwrap()).is_ok());
    }
}
