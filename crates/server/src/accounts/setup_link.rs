//! The link that opens a server which nobody runs yet. It stands in a file that only the server's user can read, and is
//! good until there is an operator.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use domain::one_time_token::{self, TokenKey};
use domain::secret::Secret;
use rand::RngExt;
use tokio::fs::OpenOptions;
use tokio::io::AsyncWriteExt;

const FILE: &str = "setup-link";
/// The secret stands behind it, in the part of an address that browsers send to nobody.
const PATH: &str = "/console/setup#";

pub(crate) struct SetupLink {
    file: PathBuf,
    /// Absent where the server has an operator.
    opened: Option<(TokenKey, Secret<String>)>,
}

impl SetupLink {
    /// Writes the link into its file. The link of an earlier start is kept, so that one that was noted stays good.
    pub(crate) async fn open(folder: &Path, address: SocketAddr) -> std::io::Result<Self> {
        let file = folder.join(FILE);
        let earlier = match tokio::fs::read_to_string(&file).await {
            Ok(link) => link.trim().split_once(PATH).map(|(_, secret)| secret.to_owned()),
            Err(cause) if cause.kind() == ErrorKind::NotFound => None,
            Err(cause) => return Err(cause),
        };
        let secret = earlier.unwrap_or_else(|| one_time_token::secret(rand::rng().random()));
        let link = format!("http://{}{PATH}{secret}", reached_at(address));
        remove(&file).await?;
        let mut written = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&file).await?;
        written.write_all(format!("{link}\n").as_bytes()).await?;
        written.sync_all().await?;
        Ok(Self { file, opened: Some((TokenKey::of_secret(&secret), Secret::new(link))) })
    }

    /// Where the server has an operator: no link is good, and the file of an earlier start goes.
    pub(crate) async fn closed(folder: &Path) -> std::io::Result<Self> {
        let link = Self { file: folder.join(FILE), opened: None };
        remove(&link.file).await?;
        Ok(link)
    }

    /// For the person who started the server.
    pub(crate) fn link(&self) -> Option<&Secret<String>> {
        self.opened.as_ref().map(|(_, link)| link)
    }

    pub(crate) fn is_open(&self) -> bool {
        self.opened.is_some()
    }

    pub(crate) fn opens_with(&self, secret: &str) -> bool {
        // Hashes are compared, so how long it takes tells nothing of the secret.
        self.opened.as_ref().is_some_and(|(key, _)| *key == TokenKey::of_secret(secret))
    }

    /// The server has an operator now, so that the file opens nothing any more.
    pub(crate) async fn forget(&self) {
        if let Err(cause) = remove(&self.file).await {
            tracing::warn!(%cause, file = %self.file.display(), "removing the used set-up link failed");
        }
    }
}

async fn remove(file: &Path) -> std::io::Result<()> {
    match tokio::fs::remove_file(file).await {
        Err(cause) if cause.kind() != ErrorKind::NotFound => Err(cause),
        _ => Ok(()),
    }
}

/// Where the person at this machine reaches a server that may listen on all of its addresses.
fn reached_at(address: SocketAddr) -> String {
    if address.ip().is_unspecified() || address.ip().is_loopback() {
        return format!("localhost:{}", address.port());
    }
    address.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn secret_of(link: &SetupLink) -> String {
        link.link().unwrap().expose().split_once('#').unwrap().1.to_owned()
    }

    /// T48: the link is in a private file, stays good over a restart, and is gone when the server has an operator.
    #[tokio::test]
    async fn the_link_is_private_and_stays_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let address = SocketAddr::from(([0, 0, 0, 0], 8080));
        let first = SetupLink::open(folder.path(), address).await.unwrap();
        let file = folder.path().join(FILE);
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(std::fs::read_to_string(&file).unwrap().trim(), first.link().unwrap().expose());
        assert!(first.link().unwrap().expose().starts_with("http://localhost:8080/console/setup#"));
        assert!(first.opens_with(&secret_of(&first)));
        for wrong in ["", "x", &secret_of(&first)[1..]] {
            assert!(!first.opens_with(wrong), "{wrong}");
        }
        let again = SetupLink::open(folder.path(), address).await.unwrap();
        assert_eq!(secret_of(&again), secret_of(&first));
        let other = tempfile::tempdir().unwrap();
        let elsewhere = SetupLink::open(other.path(), address).await.unwrap();
        assert!(!elsewhere.opens_with(&secret_of(&first)));

        let closed = SetupLink::closed(folder.path()).await.unwrap();
        assert!(!closed.is_open() && !closed.opens_with(&secret_of(&first)) && !file.exists());
        assert!(other.path().join(FILE).exists());
        elsewhere.forget().await;
        assert!(!other.path().join(FILE).exists());
    }

    /// T48: a file with wider rights is replaced, not written to.
    #[tokio::test]
    async fn a_file_that_others_read_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(FILE);
        std::fs::write(&file, "").unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
        SetupLink::open(folder.path(), SocketAddr::from(([127, 0, 0, 1], 1))).await.unwrap();
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
}
