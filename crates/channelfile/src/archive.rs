//! The archive around a channel's file: `channel.json` and `pictures/NAME`, in a tar file or in a folder. Anything else
//! is refused, so that no entry can climb, link or fill the memory.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

use crate::pictures::is_picture_name;
use crate::problems::shown;

/// The largest `channel.json`.
pub const MAX_JSON_BYTES: usize = 32 * 1024 * 1024;
const MAX_PICTURE_BYTES: u64 = 4 * 1024 * 1024;
const MAX_PICTURES: usize = 5_000;
const MAX_ARCHIVE_BYTES: u64 = 512 * 1024 * 1024;

const JSON: &str = "channel.json";
const FOLDER: &str = "pictures";
const BLOCK: usize = 512;
/// Archives end with two blocks of zeros, and are filled up to a multiple of this, as by other programs.
const RECORD: usize = 20 * BLOCK;

#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("the file is not a tar archive")]
    NotTar,
    #[error("the archive ends in the middle of {0}")]
    CutShort(String),
    #[error("{0}: the archive may only contain {JSON} and {FOLDER}/NAME, as regular files")]
    Unexpected(String),
    #[error("{0} occurs twice")]
    Twice(String),
    #[error("{0} is too large")]
    TooLarge(String),
    #[error("the archive has more than {MAX_PICTURES} pictures")]
    TooMany,
    #[error("{JSON} is missing")]
    NoJson,
}

/// What an archive or a folder holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Archive {
    pub json: Vec<u8>,
    /// By their names without the folder.
    pub pictures: BTreeMap<String, Vec<u8>>,
}

impl Archive {
    /// Reads a tar file, or a folder with the same contents.
    pub fn open(path: &Path) -> Result<Self, ArchiveError> {
        if std::fs::metadata(path)?.is_dir() {
            return Self::of_folder(path);
        }
        Self::of_tar(&read_up_to(File::open(path)?, MAX_ARCHIVE_BYTES, "the archive")?)
    }

    fn of_folder(folder: &Path) -> Result<Self, ArchiveError> {
        let mut entries = Entries::default();
        entries.add(JSON, read_up_to(open_plain(&folder.join(JSON), JSON)?, MAX_JSON_BYTES as u64, JSON)?)?;
        let pictures = folder.join(FOLDER);
        if pictures.exists() {
            for entry in std::fs::read_dir(&pictures)? {
                let name = entry?.file_name();
                let inside = format!("{FOLDER}/{}", name.to_string_lossy());
                entries.expect(&inside)?;
                let bytes = read_up_to(open_plain(&pictures.join(&name), &inside)?, MAX_PICTURE_BYTES, &inside)?;
                entries.add(&inside, bytes)?;
            }
        }
        entries.whole()
    }

    /// Reads the bytes of a tar file.
    pub fn of_tar(mut tar: &[u8]) -> Result<Self, ArchiveError> {
        let mut entries = Entries::default();
        loop {
            let Some((header, rest)) = tar.split_first_chunk::<BLOCK>() else { return Err(ArchiveError::NotTar) };
            tar = rest;
            if header.iter().all(|byte| *byte == 0) {
                return entries.whole();
            }
            let Header { name, size, is_folder } = Header::of(header).ok_or(ArchiveError::NotTar)??;
            if is_folder {
                continue;
            }
            entries.expect(&name)?;
            let cut_short = || ArchiveError::CutShort(shown(&name));
            let (bytes, rest) = tar.split_at_checked(size).ok_or_else(cut_short)?;
            tar = rest.get(padding(size)..).ok_or_else(cut_short)?;
            entries.add(&name, bytes.to_vec())?;
        }
    }

    /// The bytes of a tar file: the same for the same contents.
    pub fn to_tar(&self) -> Vec<u8> {
        let mut writer = TarWriter::default();
        let mut tar = writer.json(&self.json);
        for (name, bytes) in &self.pictures {
            tar.extend(writer.picture(name, bytes));
        }
        tar.extend(writer.end());
        tar
    }

    /// Writes the files into a folder, which must not have any of them yet.
    pub fn to_folder(&self, folder: &Path) -> io::Result<()> {
        std::fs::create_dir_all(folder.join(FOLDER))?;
        let write = |path: &Path, bytes: &[u8]| -> io::Result<()> {
            let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
            io::Write::write_all(&mut file, bytes)
        };
        write(&folder.join(JSON), &self.json)?;
        self.pictures.iter().try_for_each(|(name, bytes)| write(&folder.join(FOLDER).join(name), bytes))
    }
}

/// Writes a tar file piece by piece: `channel.json`, the pictures by name, the end.
#[derive(Debug, Default)]
pub struct TarWriter {
    written: usize,
}

impl TarWriter {
    pub fn json(&mut self, json: &[u8]) -> Vec<u8> {
        self.entry(JSON, json)
    }

    pub fn picture(&mut self, name: &str, bytes: &[u8]) -> Vec<u8> {
        self.entry(&format!("{FOLDER}/{name}"), bytes)
    }

    pub fn end(self) -> Vec<u8> {
        vec![0; (self.written + 2 * BLOCK).next_multiple_of(RECORD) - self.written]
    }

    fn entry(&mut self, name: &str, bytes: &[u8]) -> Vec<u8> {
        let mut tar = Vec::new();
        add_entry(&mut tar, name, bytes);
        self.written += tar.len();
        tar
    }
}

/// What has been read so far.
#[derive(Default)]
struct Entries {
    json: Option<Vec<u8>>,
    pictures: BTreeMap<String, Vec<u8>>,
}

impl Entries {
    /// Refuses a name before anything of it is read.
    fn expect(&self, name: &str) -> Result<(), ArchiveError> {
        match picture_name(name) {
            Some(_) if self.pictures.len() >= MAX_PICTURES => Err(ArchiveError::TooMany),
            None if name != JSON => Err(ArchiveError::Unexpected(shown(name))),
            _ => Ok(()),
        }
    }

    fn add(&mut self, name: &str, bytes: Vec<u8>) -> Result<(), ArchiveError> {
        let most = if name == JSON { MAX_JSON_BYTES as u64 } else { MAX_PICTURE_BYTES };
        if bytes.len() as u64 > most {
            return Err(ArchiveError::TooLarge(shown(name)));
        }
        let before = match picture_name(name) {
            Some(picture) => self.pictures.insert(picture.to_owned(), bytes),
            None => self.json.replace(bytes),
        };
        before.map_or(Ok(()), |_| Err(ArchiveError::Twice(shown(name))))
    }

    fn whole(self) -> Result<Archive, ArchiveError> {
        Ok(Archive { json: self.json.ok_or(ArchiveError::NoJson)?, pictures: self.pictures })
    }
}

fn picture_name(name: &str) -> Option<&str> {
    name.strip_prefix(FOLDER)?.strip_prefix('/').filter(|name| is_picture_name(name))
}

/// A file that is no link, pipe or device.
fn open_plain(path: &Path, name: &str) -> Result<File, ArchiveError> {
    let about = match std::fs::symlink_metadata(path) {
        Err(cause) if cause.kind() == io::ErrorKind::NotFound && name == JSON => return Err(ArchiveError::NoJson),
        about => about?,
    };
    if !about.is_file() {
        return Err(ArchiveError::Unexpected(shown(name)));
    }
    Ok(File::open(path)?)
}

fn read_up_to(file: File, most: u64, name: &str) -> Result<Vec<u8>, ArchiveError> {
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(ArchiveError::TooLarge(shown(name)));
    }
    Ok(bytes)
}

fn padding(size: usize) -> usize {
    size.next_multiple_of(BLOCK) - size
}

/// What we read of an entry's header. Names are short enough for the oldest form of tar, which every program writes for
/// them.
struct Header {
    name: String,
    size: usize,
    is_folder: bool,
}

impl Header {
    /// Nothing for a block that is no header; an error for an entry that we do not take.
    fn of(block: &[u8; BLOCK]) -> Option<Result<Self, ArchiveError>> {
        if octal(&block[148..156])? != checksum(block) {
            return None;
        }
        let name = String::from_utf8_lossy(until_zero(&block[..100])).into_owned();
        let name = name.strip_prefix("./").unwrap_or(&name).to_owned();
        let has_prefix = block[257..262] == *b"ustar" && block[345] != 0;
        let is_folder = block[156] == b'5' && matches!(name.trim_end_matches('/'), "" | "." | FOLDER);
        let is_file = matches!(block[156], b'0' | 0);
        if has_prefix || !(is_file || is_folder) {
            return Some(Err(ArchiveError::Unexpected(shown(&name))));
        }
        let size = octal(&block[124..136])?;
        let most = if name == JSON { MAX_JSON_BYTES as u64 } else { MAX_PICTURE_BYTES };
        if size > most || (is_folder && size > 0) {
            return Some(Err(ArchiveError::TooLarge(shown(&name))));
        }
        Some(Ok(Self { name, size: usize::try_from(size).ok()?, is_folder }))
    }
}

fn until_zero(field: &[u8]) -> &[u8] {
    field.split(|byte| *byte == 0).next().unwrap_or_default()
}

/// A number of a header; numbers in other forms are of files that are too large anyway.
fn octal(field: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(until_zero(field)).ok()?;
    u64::from_str_radix(text.trim_matches(' '), 8).ok()
}

/// The sum of a header's bytes, with the place of the sum itself full of spaces.
fn checksum(block: &[u8; BLOCK]) -> u64 {
    let sum = |(place, byte): (usize, &u8)| u64::from(if (148..156).contains(&place) { b' ' } else { *byte });
    block.iter().enumerate().map(sum).sum()
}

/// Owner, time and rights are always the same: an archive tells what is in it and nothing else.
fn add_entry(tar: &mut Vec<u8>, name: &str, bytes: &[u8]) {
    let mut header = [0; BLOCK];
    let mut put = |at: usize, text: &[u8]| header[at..at + text.len()].copy_from_slice(text);
    put(0, name.as_bytes());
    put(100, b"0000644\0");
    put(108, b"0000000\0");
    put(116, b"0000000\0");
    put(124, format!("{:011o}\0", bytes.len()).as_bytes());
    put(136, b"00000000000\0");
    put(156, b"0");
    put(257, b"ustar\x0000");
    let sum = checksum(&header);
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    tar.extend(header);
    tar.extend(bytes);
    tar.resize(tar.len() + padding(bytes.len()), 0);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn two() -> Archive {
        let pictures = [("a.png", vec![1; 512]), ("b.webp", vec![2; 700])];
        Archive {
            json: b"{}".to_vec(),
            pictures: pictures.into_iter().map(|(name, bytes)| (name.to_owned(), bytes)).collect(),
        }
    }

    /// A tar file of one entry, and its end.
    fn tar_of(name: &str, kind: u8, bytes: &[u8]) -> Vec<u8> {
        let mut tar = Vec::new();
        add_entry(&mut tar, name, bytes);
        tar[156] = kind;
        let block: &[u8; BLOCK] = tar.first_chunk().unwrap();
        let sum = format!("{:06o}\0 ", checksum(block));
        tar[148..156].copy_from_slice(sum.as_bytes());
        tar.extend([0; 2 * BLOCK]);
        tar
    }

    #[test]
    fn archive_reads_back_from_tar_and_folder() {
        let tar = two().to_tar();
        assert_eq!(tar.len() % RECORD, 0);
        assert_eq!(Archive::of_tar(&tar).unwrap(), two());
        let folder = tempfile::tempdir().unwrap();
        two().to_folder(folder.path()).unwrap();
        assert_eq!(Archive::open(folder.path()).unwrap(), two());
        assert!(two().to_folder(folder.path()).is_err(), "nothing is written over");
    }

    /// What people pack by hand is read, and others read what we pack.
    #[test]
    fn the_system_s_tar_understands_it() {
        let root = tempfile::tempdir().unwrap();
        let (folder, packed, unpacked) = (root.path().join("in"), root.path().join("a.tar"), root.path().join("out"));
        two().to_folder(&folder).unwrap();
        let tar = |arguments: &[&str]| {
            let done = std::process::Command::new("tar").args(arguments).status().unwrap();
            assert!(done.success(), "{arguments:?}");
        };
        let [folder, packed_text, unpacked_text] = [&folder, &packed, &unpacked].map(|path| path.to_str().unwrap());
        tar(&["-cf", packed_text, "-C", folder, "."]);
        assert_eq!(Archive::open(&packed).unwrap(), two());
        std::fs::write(&packed, two().to_tar()).unwrap();
        std::fs::create_dir(&unpacked).unwrap();
        tar(&["-xf", packed_text, "-C", unpacked_text]);
        assert_eq!(Archive::open(&unpacked).unwrap(), two());
    }

    /// T34: names that climb, links, devices, other files, doubled and huge ones.
    #[test]
    fn hostile_archives_are_refused() {
        for name in
            ["../channel.json", "/etc/passwd", "pictures/../../a.png", "pictures/a/b.png", "a.png", "pictures/A.png"]
        {
            let refused = Archive::of_tar(&tar_of(name, b'0', b"x"));
            assert!(matches!(refused, Err(ArchiveError::Unexpected(_))), "{name}");
        }
        for kind in [b'1', b'2', b'3', b'4', b'6', b'x', b'L', b'5'] {
            let refused = Archive::of_tar(&tar_of("pictures/a.png", kind, b""));
            assert!(matches!(refused, Err(ArchiveError::Unexpected(_))), "{}", char::from(kind));
        }
        let mut doubled = Vec::new();
        add_entry(&mut doubled, JSON, b"{}");
        add_entry(&mut doubled, JSON, b"{}");
        doubled.extend([0; 2 * BLOCK]);
        assert!(matches!(Archive::of_tar(&doubled), Err(ArchiveError::Twice(_))));
        let large = vec![0; MAX_PICTURE_BYTES as usize + 1];
        assert!(matches!(Archive::of_tar(&tar_of("pictures/a.png", b'0', &large)), Err(ArchiveError::TooLarge(_))));
        assert!(matches!(Archive::of_tar(&tar_of("pictures/a.png", b'0', b"x")), Err(ArchiveError::NoJson)));
        let whole = two().to_tar();
        assert!(matches!(Archive::of_tar(&whole[..BLOCK + 1]), Err(ArchiveError::CutShort(_))));
        assert!(matches!(Archive::of_tar(b"PK\x03\x04"), Err(ArchiveError::NotTar)));
        let mut damaged = whole.clone();
        damaged[0] ^= 1;
        assert!(matches!(Archive::of_tar(&damaged), Err(ArchiveError::NotTar)));
    }

    /// T34: a folder's links lead nowhere, and too many pictures are refused before they are read.
    #[test]
    fn hostile_folders_are_refused() {
        let root = tempfile::tempdir().unwrap();
        let (linked, other) = (root.path().join("linked"), root.path().join("other"));
        two().to_folder(&linked).unwrap();
        std::os::unix::fs::symlink("/etc/passwd", linked.join("pictures/c.png")).unwrap();
        assert!(matches!(Archive::open(&linked), Err(ArchiveError::Unexpected(_))));
        std::fs::create_dir_all(other.join("pictures")).unwrap();
        assert!(matches!(Archive::open(&other), Err(ArchiveError::NoJson)));
        std::fs::write(other.join(JSON), "{}").unwrap();
        std::fs::write(other.join("pictures/readme.txt"), "x").unwrap();
        assert!(matches!(Archive::open(&other), Err(ArchiveError::Unexpected(_))));
        let many = (0..=MAX_PICTURES).map(|number| (format!("{number}.png"), vec![1]));
        let many = Archive { json: b"{}".to_vec(), pictures: many.collect() };
        assert!(matches!(Archive::of_tar(&many.to_tar()), Err(ArchiveError::TooMany)));
    }

    proptest! {
        #[test]
        fn any_bytes_are_taken_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..2_000)) {
            let _ = Archive::of_tar(&bytes);
        }

        #[test]
        fn a_changed_archive_is_taken_or_refused(place in 0_usize..4_000, value: u8) {
            let mut tar = two().to_tar();
            tar[place] = value;
            let _ = Archive::of_tar(&tar);
        }
    }
}
