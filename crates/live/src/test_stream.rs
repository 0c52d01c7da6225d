//! A test picture: ffmpeg sends it to the listener as any encoder would, and it is packaged in memory, where nobody sees it.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use domain::time::Clock;
use media::ffmpeg::{Ffmpeg, FfmpegError, Job, Limits};
use media::hls::{Rendition, SegmentEvent, Settings};
use media::ingest::{Feed, Protocol, Publication};
use media::live::{LivePackager, RingLimits};
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};

use super::Hub;

/// From the start of ffmpeg to the first segment. It takes three seconds, and half a minute on a machine at its limit; ffmpeg that
/// is refused, or sends what makes no segment, ends by itself before.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Longer than the first segment, so that it ends by the next key frame.
const SENT: &str = "12";
/// ffmpeg writes nothing to its standard output.
const MAX_OUTPUT: usize = 4096;

/// Why no test picture came out.
#[derive(Debug, thiserror::Error)]
pub enum TestError {
    /// Without ffmpeg, or one that cannot encode.
    #[error("{0}")]
    NoPicture(FfmpegError),
    /// The listener did not take it.
    #[error("the encoder was not let in")]
    NotAdmitted,
    #[error("no segment within {} s", TIMEOUT.as_secs())]
    NoSegment,
}

/// What came out of a test picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestOutcome {
    /// From the first picture to the first whole segment.
    pub first_segment: Duration,
}

/// The keys of test pictures that are awaited. A key lets one connection in, once.
#[derive(Clone, Default)]
pub(super) struct TestKeys(Arc<Mutex<HashMap<String, oneshot::Sender<Publication>>>>);

/// Forgets its key when it is dropped.
struct Awaited {
    keys: TestKeys,
    key: String,
}

impl TestKeys {
    /// Lets a test picture in. Nothing if the key is none of these.
    pub(super) fn admit(&self, key: &str, protocol: Protocol) -> Option<Feed> {
        let told = self.lock().remove(key)?;
        let (feed, publication) = Feed::new(protocol);
        told.send(publication).ok()?;
        Some(feed)
    }

    fn open(&self, key: &str) -> (Awaited, oneshot::Receiver<Publication>) {
        let (tell, told) = oneshot::channel();
        self.lock().insert(key.to_owned(), tell);
        (Awaited { keys: self.clone(), key: key.to_owned() }, told)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, oneshot::Sender<Publication>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Awaited {
    fn drop(&mut self) {
        self.keys.lock().remove(&self.key);
    }
}

impl Hub {
    /// Sends a test picture to the listener and waits for its first segment. `secret` makes a key that nobody guesses.
    pub async fn test(&self, rtmp: SocketAddr, secret: u128) -> Result<TestOutcome, TestError> {
        let ffmpeg = tokio::task::spawn_blocking(Ffmpeg::find).await;
        let ffmpeg = ffmpeg.map_err(|cause| TestError::NoPicture(FfmpegError::Failed(cause.to_string())))?;
        let ffmpeg = ffmpeg.map_err(TestError::NoPicture)?;
        // Of a game that there is not.
        let key = format!("0-0-{secret:032x}");
        let (_awaited, told) = self.test_keys().open(&key);
        let url = format!("rtmp://{}/live/{key}", local(rtmp));
        let limits = Limits { time: Some(TIMEOUT), ..Limits::default() };
        // Outside of the sandbox, which has no network: it reads nothing but what it makes itself.
        let ffmpeg = ffmpeg.without_sandbox();
        let sending = Job::ffmpeg(limits)
            .args("-re -f lavfi -i testsrc2=size=640x360:rate=25")
            .args("-f lavfi -i sine=frequency=440:sample_rate=48000")
            .args("-c:v libx264 -preset ultrafast -tune zerolatency -pix_fmt yuv420p -g 50 -c:a aac -t")
            .args(SENT)
            .args("-f flv")
            .arg(url)
            .run(&ffmpeg, &[], MAX_OUTPUT);
        let segmented = async {
            let publication = told.await.map_err(|_| TestError::NotAdmitted)?;
            first_segment(publication, self.clock()).await.ok_or(TestError::NoSegment)
        };
        let both = async {
            tokio::pin!(sending, segmented);
            tokio::select! {
                biased;
                found = &mut segmented => found,
                // It ends by itself only if it was refused, or after the segment that is still on its way.
                sent = &mut sending => match sent {
                    Ok(_) => segmented.await,
                    Err(cause) => Err(TestError::NoPicture(cause)),
                },
            }
        };
        timeout(TIMEOUT, both).await.unwrap_or(Err(TestError::NoSegment))
    }
}

/// Nothing if the encoder leaves before.
async fn first_segment(mut publication: Publication, clock: &Clock) -> Option<TestOutcome> {
    let mut live = LivePackager::new(Settings::default(), RingLimits::default());
    live.connect(publication.clock);
    let began = Instant::now();
    while let Some(input) = publication.inputs.recv().await {
        let events = live.input(input, clock.now());
        if events.iter().any(|event| matches!(event, SegmentEvent::SegmentReady { rendition: Rendition::SOURCE, .. })) {
            return Some(TestOutcome { first_segment: began.elapsed() });
        }
    }
    None
}

/// Where this machine reaches a listener of its own.
fn local(address: SocketAddr) -> SocketAddr {
    let mut address = address;
    if address.ip().is_unspecified() {
        let loopback: std::net::IpAddr =
            if address.is_ipv4() { std::net::Ipv4Addr::LOCALHOST.into() } else { std::net::Ipv6Addr::LOCALHOST.into() };
        address.set_ip(loopback);
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T35: a key of a test lets in one connection, and none once nobody waits.
    #[test]
    fn test_key_lets_one_connection_in() {
        let keys = TestKeys::default();
        assert!(keys.admit("0-0-a", Protocol::Rtmp).is_none());
        let (_awaited, _told) = keys.open("0-0-a");
        assert!(keys.admit("0-0-b", Protocol::Rtmp).is_none());
        assert!(keys.admit("0-0-a", Protocol::Rtmp).is_some());
        assert!(keys.admit("0-0-a", Protocol::Rtmp).is_none());
        let (awaited, _told) = keys.open("0-0-c");
        drop(awaited);
        assert!(keys.admit("0-0-c", Protocol::Rtmp).is_none());
    }

    #[test]
    fn listener_on_all_addresses_is_reached_here() {
        assert_eq!(local("0.0.0.0:1935".parse().unwrap()).to_string(), "127.0.0.1:1935");
        assert_eq!(local("[::]:1935".parse().unwrap()).to_string(), "[::1]:1935");
        assert_eq!(local("192.0.2.1:1935".parse().unwrap()).to_string(), "192.0.2.1:1935");
    }
}
