//! A temporary folder for unfinished output.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The folder is deleted on drop unless it is kept.
pub(super) struct UnfinishedFolder {
    path: PathBuf,
    kept: bool,
}

impl UnfinishedFolder {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, kept: false }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Removes what a try left behind that was killed.
    pub(super) fn clear(&self) -> io::Result<()> {
        match fs::remove_dir_all(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    pub(super) fn keep(mut self) {
        self.kept = true;
    }
}

impl Drop for UnfinishedFolder {
    fn drop(&mut self) {
        if !self.kept {
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}
