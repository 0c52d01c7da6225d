//! The id of this server among those that share its database. It is created at the first start and stored in the data
//! folder, so that a restarted server is recognized.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rand::RngExt;
use store::NodeId;

const FILE: &str = "server-id";
const LENGTH: usize = 32;

pub async fn open(data_dir: &Path) -> io::Result<NodeId> {
    let folder = data_dir.to_owned();
    tokio::task::spawn_blocking(move || read_or_make(&folder)).await.map_err(io::Error::other)?
}

fn read_or_make(folder: &Path) -> io::Result<NodeId> {
    let file = folder.join(FILE);
    match std::fs::read_to_string(&file) {
        Ok(name) if name.trim().len() == LENGTH => return Ok(NodeId::new(name.trim())),
        Err(cause) if cause.kind() != io::ErrorKind::NotFound => return Err(cause),
        // Nobody can have half of a name: one that was damaged is a new server's.
        _ => {}
    }
    let name = rand::rng().random::<[u8; LENGTH / 2]>().iter().fold(String::new(), |mut name, byte| {
        // Writing into a string cannot fail.
        let _ = write!(name, "{byte:02x}");
        name
    });
    std::fs::create_dir_all(folder)?;
    // Written beside and moved, so that a crash leaves no half of it.
    let new = folder.join(format!("{FILE}.new"));
    let mut out = std::fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&new)?;
    out.write_all(name.as_bytes())?;
    out.sync_all()?;
    std::fs::rename(new, file)?;
    Ok(NodeId::new(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_server_keeps_its_name() {
        let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let name = open(first.path()).await.unwrap();
        assert_eq!(open(first.path()).await.unwrap(), name);
        assert_ne!(open(second.path()).await.unwrap(), name);
        std::fs::write(first.path().join(FILE), "half").unwrap();
        assert_ne!(open(first.path()).await.unwrap(), name);
    }
}
