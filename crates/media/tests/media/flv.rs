//! What an encoder sends, from a file.

use std::fs;
use std::path::Path;

use media::codec::flv::Reader;
use media::codec::frame::Input;

/// An FLV file as an encoder would send it.
pub fn inputs(file: &Path) -> Vec<Input> {
    let mut reader = Reader::default();
    reader.push(&fs::read(file).unwrap());
    std::iter::from_fn(|| reader.next_input().unwrap()).collect()
}
