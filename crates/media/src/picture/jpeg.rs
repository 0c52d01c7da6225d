//! Whether a JPEG is whole. Its decoder fills what is missing with grey instead of saying so.

const START_OF_SCAN: u8 = 0xda;

/// Whether the end marker comes after the first scan. One before it is that of a thumbnail inside the metadata.
pub(super) fn is_whole(bytes: &[u8]) -> bool {
    scan(bytes).is_some_and(|scan| scan.windows(2).any(|pair| pair == [0xff, 0xd9]))
}

/// Everything from the first scan on.
fn scan(bytes: &[u8]) -> Option<&[u8]> {
    let mut rest = bytes.get(2..)?;
    loop {
        match *rest {
            // Markers may be padded.
            [0xff, 0xff, ..] => rest = &rest[1..],
            [0xff, START_OF_SCAN, ..] => return Some(rest),
            [0xff, _, high, low, ..] => {
                rest = rest.get(2 + usize::from(u16::from_be_bytes([high, low]))..)?;
            }
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T34: the end of a thumbnail is not the end of the picture.
    #[test]
    fn truncated_pictures_have_no_end() {
        let head = b"\xff\xd8\xff\xe1\x00\x06\xff\xd8\xff\xd9\xff\xff\xda\x00\x02data";
        assert!(!is_whole(head));
        assert!(is_whole(&[&head[..], b"\xff\xd9"].concat()));
        for broken in [&b""[..], b"\xff\xd8", b"\xff\xd8\xff\xe1\xff\xff", b"\xff\xd8\xff\xd9", b"\xff\xd8PK"] {
            assert!(!is_whole(broken), "{broken:?}");
        }
    }
}
