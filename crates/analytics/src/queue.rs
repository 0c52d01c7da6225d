//! The bounded queue between requests and the writer. Requests never wait for it.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, timeout_at};

/// Makes a queue that holds at most `capacity` items.
pub fn bounded<T>(capacity: NonZeroUsize) -> (Sender<T>, Receiver<T>) {
    let (sender, receiver) = mpsc::channel(capacity.get());
    (Sender { sender, dropped: Arc::default() }, Receiver { receiver })
}

/// The end that requests hold.
#[derive(Debug)]
pub struct Sender<T> {
    sender: mpsc::Sender<T>,
    dropped: Arc<AtomicU64>,
}

impl<T> Sender<T> {
    /// Takes the item at once, or drops and counts it: a slow writer costs events, never a request.
    pub fn offer(&self, item: T) -> bool {
        let taken = self.sender.try_send(item).is_ok();
        if !taken {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
        taken
    }

    /// How many items were dropped since the queue was made.
    pub fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }
}

impl<T> Clone for Sender<T> {
    fn clone(&self) -> Self {
        Self { sender: self.sender.clone(), dropped: Arc::clone(&self.dropped) }
    }
}

/// The writer's end.
#[derive(Debug)]
pub struct Receiver<T> {
    receiver: mpsc::Receiver<T>,
}

impl<T> Receiver<T> {
    /// Waits for a first item, then gathers up to `size` for at most `patience`.
    ///
    /// The answer is `None` when nothing is left and every sender is gone: time to stop.
    pub async fn batch(&mut self, size: NonZeroUsize, patience: Duration) -> Option<Vec<T>> {
        let mut batch = Vec::with_capacity(size.get());
        batch.push(self.receiver.recv().await?);
        let deadline = Instant::now() + patience;
        while batch.len() < size.get() {
            let room = size.get() - batch.len();
            match timeout_at(deadline, self.receiver.recv_many(&mut batch, room)).await {
                Ok(0) | Err(_) => break,
                Ok(_) => {}
            }
        }
        Some(batch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn size(size: usize) -> NonZeroUsize {
        NonZeroUsize::new(size).unwrap()
    }

    /// T42: a full queue drops the newest, counts it and does not block; there is no runtime here to wait on.
    #[test]
    fn a_full_queue_drops_and_counts() {
        let (sender, mut receiver) = bounded(size(3));
        let taken: Vec<bool> = (0..5).map(|number| sender.clone().offer(number)).collect();
        assert_eq!(taken, [true, true, true, false, false]);
        assert_eq!(sender.dropped(), 2);
        assert_eq!(receiver.receiver.try_recv(), Ok(0));
        assert!(sender.offer(5), "room again");
        assert_eq!(sender.dropped(), 2);
    }

    /// T42: a writer that is gone costs events only.
    #[test]
    fn a_queue_without_a_writer_drops_everything() {
        let (sender, receiver) = bounded(size(3));
        drop(receiver);
        assert!(!sender.offer(1));
        assert_eq!(sender.dropped(), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn a_full_batch_does_not_wait() {
        let (sender, mut receiver) = bounded(size(10));
        (0..5).for_each(|number| assert!(sender.offer(number)));
        let start = Instant::now();
        assert_eq!(receiver.batch(size(3), SECOND).await, Some(vec![0, 1, 2]));
        assert_eq!(start.elapsed(), Duration::ZERO);
        assert_eq!(receiver.batch(size(3), SECOND).await, Some(vec![3, 4]));
        assert_eq!(start.elapsed(), SECOND);
    }

    #[tokio::test(start_paused = true)]
    async fn late_items_join_the_batch_until_the_deadline() {
        let (sender, mut receiver) = bounded(size(10));
        let late = sender.clone();
        tokio::spawn(async move {
            for number in 0..4 {
                late.offer(number);
                tokio::time::sleep(Duration::from_millis(400)).await;
            }
        });
        assert_eq!(receiver.batch(size(9), SECOND).await, Some(vec![0, 1, 2]));
        assert_eq!(receiver.batch(size(9), SECOND).await, Some(vec![3]));
        drop(sender);
    }

    #[tokio::test]
    async fn the_last_items_come_out_before_the_end() {
        let (sender, mut receiver) = bounded(size(10));
        sender.offer(1);
        drop(sender);
        assert_eq!(receiver.batch(size(9), SECOND).await, Some(vec![1]));
        assert_eq!(receiver.batch(size(9), SECOND).await, None);
    }
}
