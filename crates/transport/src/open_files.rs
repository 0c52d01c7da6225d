//! Cache of open segment files on the local disk. Every thread has its own: a shared file has shared reference counts,
//! here and in the kernel, and the cores would wait for each other with every request.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::time::sleep;

use crate::sendfile::StoredFile;

/// A handle keeps the room of a file that was deleted, for twice this time at most.
const OPEN_FOR: Duration = Duration::from_secs(60);

pub struct OpenFiles<K> {
    most: usize,
    files: Mutex<Files<K>>,
}

struct Files<K> {
    open: HashMap<K, (Instant, Arc<StoredFile>)>,
    /// In the order in which they were opened.
    opened: VecDeque<(Instant, K)>,
}

impl<K: Copy + Eq + Hash> OpenFiles<K> {
    pub fn new(most: usize) -> Self {
        Self { most, files: Mutex::new(Files { open: HashMap::new(), opened: VecDeque::new() }) }
    }

    pub fn get(&self, key: &K, now: Instant) -> Option<Arc<StoredFile>> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.open.get(key).filter(|(opened, _)| now < *opened + OPEN_FOR).map(|(_, file)| file.clone())
    }

    /// The first that was opened makes room.
    pub fn insert(&self, key: K, file: Arc<StoredFile>, now: Instant) {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.close(self.most, now);
        files.open.insert(key, (now, file));
        files.opened.push_back((now, key));
    }

    /// Closes expired files of idle threads.
    pub async fn keep_tidy(&self) {
        loop {
            sleep(OPEN_FOR).await;
            self.tidy(Instant::now());
        }
    }

    fn tidy(&self, now: Instant) {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).close(usize::MAX, now);
    }
}

impl<K: Copy + Eq + Hash> Files<K> {
    /// The first of them, until there are fewer than `most` and none is over.
    fn close(&mut self, most: usize, now: Instant) {
        while let Some((opened, first)) = self.opened.front().copied() {
            if self.opened.len() < most && now < opened + OPEN_FOR {
                break;
            }
            self.opened.pop_front();
            // Two may have opened the same.
            if self.open.get(&first).is_some_and(|(last, _)| *last == opened) {
                self.open.remove(&first);
            }
        }
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    fn file(length: u64) -> Arc<StoredFile> {
        Arc::new(StoredFile::new(tempfile::tempfile().unwrap(), length))
    }

    #[test]
    fn open_files_are_bounded_in_number_and_time() {
        let (files, start) = (OpenFiles::new(3), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        for number in 0..5 {
            files.insert(number, file(number), at(number));
        }
        let open = |now| [0, 1, 2, 3, 4].map(|number| files.get(&number, now).map(|file| file.length()));
        assert_eq!(open(at(5)), [None, None, Some(2), Some(3), Some(4)]);
        assert_eq!(open(at(62)), [None, None, None, Some(3), Some(4)]);
        files.insert(0, file(0), at(63));
        assert_eq!(files.files.lock().unwrap().open.len(), 2);
        assert_eq!(open(at(63)), [Some(0), None, None, None, Some(4)]);
    }

    /// A deleted film's room is given back although nobody watches another.
    #[test]
    fn unused_file_is_closed_without_another_being_opened() {
        let (files, start) = (OpenFiles::new(3), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        let held = [1, 2].map(file);
        for (number, file) in (0..).zip(&held) {
            files.insert(number, file.clone(), at(number));
        }
        let open = || held.each_ref().map(|file| Arc::strong_count(file) > 1);
        files.tidy(at(59));
        assert_eq!(open(), [true, true]);
        files.tidy(at(60));
        assert_eq!(open(), [false, true]);
        files.tidy(at(61));
        assert_eq!(open(), [false, false]);
    }

    #[test]
    fn file_opened_twice_is_kept_as_the_later_one() {
        let (files, start) = (OpenFiles::new(3), Instant::now());
        let later = start + Duration::from_secs(30);
        files.insert(1, file(1), start);
        files.insert(1, file(2), later);
        let once_more = start + Duration::from_secs(61);
        files.insert(2, file(3), once_more);
        assert_eq!(files.get(&1, once_more).map(|file| file.length()), Some(2));
    }
}
