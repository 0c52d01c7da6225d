//! Passwords: kept as Argon2id hashes only. Slow on purpose, so never to be called where others wait.

use argon2::password_hash::phc;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};

use crate::secret::Secret;

const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// Nobody's: an unknown address is checked against it, so that it takes as long as a known one.
const NOBODYS: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGhhcyB0aGlzIQ$1Cq2XX/t5AZsjoYk3Lp+E0NioNzHbC2Bq3i6hBUfDDY";

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
    pub fn of(password: &Secret<String>, salt: [u8; 16]) -> Result<Self, Unhashable> {
        let hash: phc::PasswordHash =
            argon2()?.hash_password_with_salt(password.expose().as_bytes(), &salt).map_err(|_| Unhashable)?;
        Ok(Self::stored(hash.to_string()))
    }

    /// What to check a password against when there is no account, or one without a password.
    pub fn nobodys() -> Self {
        Self::stored(NOBODYS.to_owned())
    }

    /// Whether this is the hash of the password; compared in constant time.
    pub fn fits(&self, password: &Secret<String>) -> bool {
        let Ok(hash) = phc::PasswordHash::new(self.expose()) else { return false };
        argon2().is_ok_and(|argon2| argon2.verify_password(password.expose().as_bytes(), &hash).is_ok())
    }
}

fn argon2() -> Result<Argon2<'static>, Unhashable> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(|_| Unhashable)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(text: &str) -> Secret<String> {
        Secret::new(text.to_owned())
    }

    #[test]
    fn a_password_fits_its_own_hash_only() {
        let hash = PasswordHash::of(&secret("touchline-demo"), [7; 16]).unwrap();
        assert!(hash.fits(&secret("touchline-demo")));
        for wrong in ["", "touchline-dem", "Touchline-demo", "touchline-demo "] {
            assert!(!hash.fits(&secret(wrong)), "{wrong:?}");
        }
        let salted = PasswordHash::of(&secret("touchline-demo"), [8; 16]).unwrap();
        assert_ne!(hash, salted);
        assert!(!PasswordHash::stored("damaged".into()).fits(&secret("damaged")));
    }

    /// Nobody's hash costs what everybody's does, and no password is known to fit it.
    #[test]
    fn nobodys_hash_has_the_cost_of_all_others() {
        let cost = |hash: &PasswordHash| {
            let read = phc::PasswordHash::new(hash.expose()).unwrap();
            (read.algorithm.to_string(), read.version, Params::try_from(&read).unwrap())
        };
        let hash = PasswordHash::of(&secret("a"), [7; 16]).unwrap();
        assert_eq!(cost(&PasswordHash::nobodys()), cost(&hash));
        let (algorithm, version, params) = cost(&hash);
        assert_eq!((algorithm.as_str(), version), ("argon2id", Some(19)));
        assert!(params.m_cost() >= 19 * 1024 && params.t_cost() >= 2);
        assert!(!PasswordHash::nobodys().fits(&secret("")));
    }

    /// T44: a hash that is logged by accident shows nothing.
    #[test]
    fn debug_output_hides_the_hash() {
        let printed = format!("{:?}", PasswordHash::stored("$argon2id$x".into()));
        assert!(!printed.contains("argon2id"), "{printed}");
    }
}
