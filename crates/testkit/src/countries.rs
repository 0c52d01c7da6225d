//! A country database of two halves, in the format that the real ones come in.

/// How a database says which country a network is in.
#[derive(Clone, Copy, Debug)]
pub enum CountryRecord<'a> {
    /// `country_code`, as in the database that comes with the project.
    Flat(&'a str),
    /// `country.iso_code`, as in MaxMind's.
    Nested(&'a str),
}

/// The bytes of a database in which addresses below 128.0.0.0 are in the first country, the others in the second.
pub fn country_database(low: CountryRecord<'_>, high: CountryRecord<'_>) -> Vec<u8> {
    let [low, high] = [low, high].map(|record| match record {
        CountryRecord::Flat(code) => map(&[("country_code", text(code))]),
        CountryRecord::Nested(code) => map(&[("country", map(&[("iso_code", text(code))]))]),
    });
    // One node, whose two branches point behind the tree and its separator of sixteen bytes.
    let node_count = 1;
    let mut bytes = Vec::new();
    for offset in [0, low.len() as u32] {
        bytes.extend(&(node_count + 16 + offset).to_be_bytes()[1..]);
    }
    bytes.extend([0; 16]);
    bytes.extend(low);
    bytes.extend(high);
    bytes.extend(b"\xab\xcd\xefMaxMind.com");
    bytes.extend(map(&[
        ("binary_format_major_version", short(2)),
        ("binary_format_minor_version", short(0)),
        ("build_epoch", vec![0x04, 0x02, 0x65, 0x00, 0x00, 0x00]),
        ("database_type", text("Test")),
        ("description", map(&[])),
        ("ip_version", short(4)),
        ("languages", vec![0x00, 0x04]),
        ("node_count", vec![0xc1, 1]),
        ("record_size", short(24)),
    ]));
    bytes
}

fn text(text: &str) -> Vec<u8> {
    [&[0x40 | text.len() as u8], text.as_bytes()].concat()
}

fn short(number: u8) -> Vec<u8> {
    vec![0xa1, number]
}

fn map(entries: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let fields = entries.iter().flat_map(|(name, value)| [text(name), value.clone()].concat());
    [0xe0 | entries.len() as u8].into_iter().chain(fields).collect()
}
