//! Looks up the country of an IP address, in the built-in database or one that the operator configures.

use std::borrow::Cow;
use std::net::IpAddr;
use std::path::Path;

use domain::geo::Code;
use maxminddb::{MaxMindDbError, Reader};
use serde::Deserialize;

/// Empty where the database was not installed when the program was built.
static EMBEDDED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/countries.mmdb"));

#[derive(Debug, thiserror::Error)]
#[error("TOUCHLINE_GEO_DATABASE: cannot read {file}: {cause}")]
pub struct CountriesError {
    file: String,
    cause: MaxMindDbError,
}

/// Where addresses are; without a database every country is unknown.
pub struct Countries(Option<Reader<Cow<'static, [u8]>>>);

/// Databases differ in how they say it.
#[derive(Deserialize)]
struct Record<'a> {
    #[serde(borrow)]
    country_code: Option<&'a str>,
    #[serde(borrow)]
    country: Option<Nested<'a>>,
}

#[derive(Deserialize)]
struct Nested<'a> {
    iso_code: Option<&'a str>,
}

impl Countries {
    /// A file that is named has to be there.
    pub fn open(named: Option<&Path>) -> Result<Self, CountriesError> {
        if let Some(file) = named {
            let refused = |cause| CountriesError { file: file.display().to_string(), cause };
            let bytes = std::fs::read(file).map_err(|cause| refused(MaxMindDbError::from(cause)))?;
            return Reader::from_source(Cow::Owned(bytes)).map(|reader| Self(Some(reader))).map_err(refused);
        }
        let embedded = Reader::from_source(Cow::Borrowed(EMBEDDED)).ok();
        if embedded.is_none() {
            tracing::warn!("no country database, viewers' countries are unknown: set TOUCHLINE_GEO_DATABASE");
        }
        Ok(Self(embedded))
    }

    /// Whether there is anything to ask.
    pub fn are_known(&self) -> bool {
        self.0.is_some()
    }

    /// The country of an address, if it is in one.
    pub(crate) fn of(&self, address: IpAddr) -> Option<Code> {
        if is_private(address) {
            return None;
        }
        let found = self.0.as_ref()?.lookup(address).ok()?.decode::<Record<'_>>().ok()??;
        found.country_code.or_else(|| found.country?.iso_code)?.parse().ok()
    }
}

/// Databases place some networks that exist in every country at once.
fn is_private(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => address.is_private() || address.is_loopback() || address.is_link_local(),
        IpAddr::V6(address) => address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::{CountryRecord, country_database};

    fn code(countries: &Countries, address: &str) -> Option<String> {
        countries.of(address.parse().unwrap()).map(|code| code.to_string())
    }

    fn named(bytes: &[u8]) -> Result<Countries, CountriesError> {
        let file = std::env::temp_dir().join(format!("touchline-{}.mmdb", uuid::Uuid::now_v7()));
        std::fs::write(&file, bytes).unwrap();
        let opened = Countries::open(Some(&file));
        std::fs::remove_file(&file).unwrap();
        opened
    }

    /// GEO-01: the database that comes with the project knows both kinds of addresses, and no private ones.
    #[test]
    fn the_embedded_database_answers() {
        let countries = Countries::open(None).unwrap();
        assert!(countries.are_known(), "install it with scripts/npm-packages geo");
        assert_eq!(code(&countries, "8.8.8.8").as_deref(), Some("US"));
        assert_eq!(code(&countries, "2001:4860:4860::8888").as_deref(), Some("US"));
        assert_eq!(code(&countries, "194.141.0.1").as_deref(), Some("BG"));
        for private in ["127.0.0.1", "10.1.2.3", "192.168.1.1", "::1", "fe80::1", "fd00::1"] {
            assert_eq!(code(&countries, private), None, "{private}");
        }
    }

    /// GEO-01: a database of another make says it in another place.
    #[test]
    fn both_shapes_of_records_are_read() {
        let countries = named(&country_database(CountryRecord::Flat("FR"), CountryRecord::Nested("CA"))).unwrap();
        assert_eq!(code(&countries, "8.8.8.8").as_deref(), Some("FR"));
        assert_eq!(code(&countries, "203.0.113.7").as_deref(), Some("CA"));
        assert_eq!(code(&countries, "2001:db8::1"), None, "an address of a kind that it does not have");
        let nonsense = named(&country_database(CountryRecord::Flat("Earth"), CountryRecord::Nested(""))).unwrap();
        assert_eq!(code(&nonsense, "8.8.8.8"), None);
    }

    #[test]
    fn a_named_file_has_to_be_a_database() {
        let refused = named(b"not a database").err().unwrap().to_string();
        assert!(refused.starts_with("TOUCHLINE_GEO_DATABASE: "), "{refused}");
        assert!(Countries::open(Some(Path::new("/nowhere/countries.mmdb"))).is_err());
    }
}
