//! What is logged while encoders publish.

use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

use media::ingest::Limits;

use crate::support::{Ingest, KEY, drain, ffmpeg_live, first_picture};

static LINES: AtomicUsize = AtomicUsize::new(0);
static LEAKS: AtomicUsize = AtomicUsize::new(0);

/// Looks at each line instead of keeping it.
struct Lookout;

impl Write for Lookout {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let secret = KEY.rsplit('-').next().unwrap().as_bytes();
        LINES.fetch_add(1, Ordering::Relaxed);
        if line.windows(secret.len()).any(|bytes| bytes == secret) {
            LEAKS.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// T35: a stream key is in no line, not even of the most talkative log of us and of what we use.
#[tokio::test(flavor = "multi_thread")]
async fn no_log_shows_a_key() {
    let all = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(|| Lookout);
    all.try_init().unwrap();
    let (mut rtmp, mut srt) = (Ingest::rtmp(Limits::default()).await, Ingest::srt(Limits::default(), None).await);
    for wrong in [false, true] {
        let key = if wrong { format!("43{KEY}") } else { KEY.to_owned() };
        let encoders =
            [ffmpeg_live(&["-f", "flv", &rtmp.rtmp_url(&key)]), ffmpeg_live(&["-f", "mpegts", &srt.srt_url(&key, "")])];
        if wrong {
            for encoder in encoders {
                encoder.wait_with_output().await.unwrap();
            }
            continue;
        }
        let (mut first, mut second) = (rtmp.next().await, srt.next().await);
        first_picture(&mut first).await;
        first_picture(&mut second).await;
        drop(encoders);
        tokio::join!(drain(first), drain(second));
    }
    rtmp.stop().await;
    srt.stop().await;
    assert!(LINES.load(Ordering::Relaxed) > 10);
    assert_eq!(LEAKS.load(Ordering::Relaxed), 0);
}
