//! Segments that are open on this machine's disk. Every lane has its own: what two cores have open together, they count
//! together with each request, here and in the system, and wait for each other.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use domain::ids::MediaId;
use media::vault::Stored;

use crate::wire::StoredFile;

/// A handle keeps the room of a file that was deleted, but not for long.
const OPEN_FOR: Duration = Duration::from_secs(60);

type Key = (MediaId, Stored);

pub(crate) struct OpenFiles {
    most: usize,
    files: Mutex<Files>,
}

#[derive(Default)]
struct Files {
    open: HashMap<Key, (Instant, Arc<StoredFile>)>,
    /// In the order in which they were opened.
    opened: VecDeque<(Instant, Key)>,
}

impl OpenFiles {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, files: Mutex::default() }
    }

    pub(super) fn get(&self, key: &Key, now: Instant) -> Option<Arc<StoredFile>> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.open.get(key).filter(|(opened, _)| now < *opened + OPEN_FOR).map(|(_, file)| file.clone())
    }

    /// The first that was opened makes room.
    pub(super) fn insert(&self, key: Key, file: Arc<StoredFile>, now: Instant) {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some((opened, first)) = files.opened.front().copied() {
            if files.opened.len() < self.most && now < opened + OPEN_FOR {
                break;
            }
            files.opened.pop_front();
            // Two may have opened the same.
            if files.open.get(&first).is_some_and(|(last, _)| *last == opened) {
                files.open.remove(&first);
            }
        }
        files.open.insert(key, (now, file));
        files.opened.push_back((now, key));
    }
}

#[cfg(test)]
mod tests {
    use media::segment::Rendition;

    use super::*;

    fn key(number: u64) -> Key {
        (MediaId(1), Stored::Segment(Rendition::SOURCE, number))
    }

    fn file(length: u64) -> Arc<StoredFile> {
        Arc::new(StoredFile::new(tempfile::tempfile().unwrap(), length))
    }

    #[test]
    fn what_is_open_is_bounded_in_number_and_time() {
        let (files, start) = (OpenFiles::new(3), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        for number in 0..5 {
            files.insert(key(number), file(number), at(number));
        }
        let open = |now| [0, 1, 2, 3, 4].map(|number| files.get(&key(number), now).map(|file| file.length()));
        assert_eq!(open(at(5)), [None, None, Some(2), Some(3), Some(4)]);
        assert_eq!(open(at(62)), [None, None, None, Some(3), Some(4)]);
        files.insert(key(0), file(0), at(63));
        assert_eq!(files.files.lock().unwrap().open.len(), 2);
        assert_eq!(open(at(63)), [Some(0), None, None, None, Some(4)]);
    }

    #[test]
    fn what_two_have_opened_is_the_last_of_them() {
        let (files, start) = (OpenFiles::new(3), Instant::now());
        let later = start + Duration::from_secs(30);
        files.insert(key(1), file(1), start);
        files.insert(key(1), file(2), later);
        let once_more = start + Duration::from_secs(61);
        files.insert(key(2), file(3), once_more);
        assert_eq!(files.get(&key(1), once_more).map(|file| file.length()), Some(2));
    }
}
