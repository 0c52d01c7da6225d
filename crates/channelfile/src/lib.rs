//! A whole channel as one file: what `touchline channel export` writes and `touchline channel import` reads. The format is
//! described in `docs/channel-format.md`. No I/O but that of the archive; a file is hostile until every value is checked.

mod archive;
mod json;
mod moment;
mod pictures;
mod problems;
mod read;
mod row;
mod write;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use domain::channel::Profile;
use domain::content::Content;
use domain::time::Timestamp;

pub use archive::{Archive, ArchiveError, MAX_JSON_BYTES, TarWriter};
pub use pictures::picture_address;
pub use problems::{Problem, Problems};

/// What the field `format` says.
pub const FORMAT: &str = "touchline-channel";
/// What the field `version` says.
pub const VERSION: i64 = 1;

/// A channel as a file has it. Ids are the file's own, pictures have their addresses on the server.
#[derive(Clone, Debug, PartialEq)]
pub struct ChannelFile {
    pub alias: String,
    /// Under which some of its pictures lie on the server; not in the file.
    pub former_aliases: Vec<String>,
    pub hosts: Vec<String>,
    pub profile: Profile,
    pub content: Content,
}

/// How a file is read.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// What relative times are counted from.
    pub now: Timestamp,
    /// The channel's name on this server, if it is not to be the file's.
    pub alias: Option<&'a str>,
    /// The channel's hosts on this server, if they are not to be the file's.
    pub hosts: Option<&'a [String]>,
}

impl ChannelFile {
    /// Reads and checks `channel.json`. All problems are told at once, each with its place.
    pub fn read(json: &[u8], options: Options<'_>) -> Result<Self, Problems> {
        read::read(json, options)
    }

    /// The text of `channel.json`: the same bytes for the same channel.
    pub fn write(&self) -> String {
        write::write(self)
    }

    /// The names of the channel's own pictures that it refers to.
    pub fn pictures(&self) -> BTreeSet<String> {
        pictures::names(self)
    }
}
