//! The data folder: private to its owner, and used by one server at a time.

use std::fs::{DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;

use anyhow::{Context, Result, bail};

const LOCK: &str = "serve.lock";

/// Folders of video, which can be many thousand files: nobody gets past the folder itself.
const LARGE: [&str; 3] = ["media", "video", "footage"];

/// Deeper than anything of ours lies.
const DEEPEST: usize = 8;

/// Whatever group and others may do.
const OTHERS: u32 = 0o077;

/// The bit of folders that everybody shares, such as `/tmp`: those are nobody's to close.
const SHARED: u32 = 0o1000;

pub(crate) fn create(folder: &Path) -> Result<()> {
    let created = DirBuilder::new().recursive(true).mode(0o700).create(folder);
    created.with_context(|| format!("TOUCHLINE_DATA_DIR: cannot create {}", folder.display()))
}

/// Held for as long as the server runs. The system lets go of it when the process ends, however it ends.
#[must_use]
pub(crate) struct Lock {
    _file: Option<File>,
}

/// Makes the folder this server's. Two on one folder would write the same files.
pub(crate) fn lock(folder: &Path) -> Result<Lock> {
    create(folder)?;
    let path = folder.join(LOCK);
    let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o600).open(&path);
    let mut file = opened.with_context(|| format!("cannot open {}", path.display()))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => bail!(in_use(folder, &mut file)),
        Err(TryLockError::Error(cause)) => {
            tracing::warn!(%cause, folder = %folder.display(), "file system has no locks, run only one server on this folder");
            return Ok(Lock { _file: None });
        }
    }
    // Only for the message to a second one.
    let noted = file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id()));
    if let Err(cause) = noted {
        tracing::warn!(%cause, "writing the process id to {} failed", path.display());
    }
    Ok(Lock { _file: Some(file) })
}

fn in_use(folder: &Path, file: &mut File) -> String {
    let mut process = String::new();
    let noted = file.read_to_string(&mut process).is_ok_and(|_| process.trim().parse::<u32>().is_ok());
    let process = if noted { format!(" (process {})", process.trim()) } else { String::new() };
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    format!(
        "another touchline{process} serves from the data folder {}: stop that one first, or set TOUCHLINE_DATA_DIR to a \
         folder of this one's own",
        folder.display()
    )
}

/// Takes away what others may do with the folder and with what is in it, as far as it is ours: older programs and
/// copies leave files behind that everybody can read.
pub(crate) fn close_to_others(folder: &Path) -> io::Result<()> {
    let about = std::fs::metadata(folder)?;
    if about.mode() & SHARED == 0 && is_ours(&about) {
        narrow(folder, &about)?;
    }
    close_inside(folder, 0)
}

fn close_inside(folder: &Path, depth: usize) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        // Of the link itself where it is one: what it leads to is not ours to change.
        let about = match entry.metadata() {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => continue,
            about => about?,
        };
        if !is_ours(&about) || !(about.is_file() || about.is_dir()) {
            continue;
        }
        narrow(&entry.path(), &about)?;
        let is_large = entry.file_name().to_str().is_some_and(|name| LARGE.contains(&name));
        if about.is_dir() && !is_large && depth < DEEPEST {
            close_inside(&entry.path(), depth + 1)?;
        }
    }
    Ok(())
}

fn is_ours(about: &std::fs::Metadata) -> bool {
    about.uid() == rustix::process::geteuid().as_raw()
}

fn narrow(path: &Path, about: &std::fs::Metadata) -> io::Result<()> {
    let mode = about.mode() & 0o7777;
    if mode & OTHERS == 0 {
        return Ok(());
    }
    match std::fs::set_permissions(path, Permissions::from_mode(mode & !OTHERS)) {
        // A file of the moment that is gone by now.
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(()),
        narrowed => narrowed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).unwrap().mode() & 0o7777
    }

    fn write(path: &Path, mode: u32) {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "").unwrap();
        std::fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }

    /// T48: what older programs left open is closed; what a link leads to, and a folder that everybody shares, stay.
    #[test]
    fn files_open_to_others_are_closed() {
        let (data, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let files = ["touchline.db", "touchline.db-wal", "testbank/bank.redb", "uploads/7/part", "server-id"];
        for file in files {
            write(&data.path().join(file), 0o644);
        }
        write(&data.path().join("video/1/v0/0.m4s"), 0o644);
        write(&elsewhere.path().join("kept"), 0o644);
        std::os::unix::fs::symlink(elsewhere.path().join("kept"), data.path().join("link")).unwrap();
        for folder in ["", "testbank", "uploads", "uploads/7", "video"] {
            std::fs::set_permissions(data.path().join(folder), Permissions::from_mode(0o755)).unwrap();
        }
        close_to_others(data.path()).unwrap();
        for file in files {
            assert_eq!(mode(&data.path().join(file)), 0o600, "{file}");
        }
        for folder in ["", "testbank", "uploads", "uploads/7", "video"] {
            assert_eq!(mode(&data.path().join(folder)), 0o700, "{folder}");
        }
        assert_eq!(mode(&elsewhere.path().join("kept")), 0o644);

        std::fs::set_permissions(elsewhere.path(), Permissions::from_mode(0o1777)).unwrap();
        close_to_others(elsewhere.path()).unwrap();
        assert_eq!((mode(elsewhere.path()), mode(&elsewhere.path().join("kept"))), (0o1777, 0o600));
    }

    /// A folder has one server at a time, and another folder has its own.
    #[test]
    fn a_folder_is_locked_once() {
        let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let held = lock(first.path()).unwrap();
        let refused = lock(first.path()).err().unwrap().to_string();
        let process = format!("(process {})", std::process::id());
        for part in [first.path().to_str().unwrap(), &process, "TOUCHLINE_DATA_DIR"] {
            assert!(refused.contains(part), "{part} in {refused}");
        }
        let _other = lock(second.path()).unwrap();
        drop(held);
        assert!(lock(first.path()).is_ok());
    }
}
