//! The load generator: so many connections, for so long, each sending its next request when the last is answered.
//!
//! A thread for each core, and each connection on one of them for good: what threads spend on handing connections to each
//! other, they take from the server that is measured.

use std::net::SocketAddr;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use tokio::runtime::Builder;
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::http::Connection;

/// A connection that is this late has stalled.
const GRACE: Duration = Duration::from_secs(10);

/// One request and what must come back: 200 and this many bytes.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) address: SocketAddr,
    pub(crate) request: Arc<[u8]>,
    pub(crate) body_bytes: usize,
}

/// How hard and how long; both the time and the number of requests are bounded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) connections: usize,
    pub(crate) warm_up: Duration,
    pub(crate) duration: Duration,
    pub(crate) max_requests: usize,
}

/// What one run measured, the warm-up left out but for `all_requests`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Measured {
    /// Ascending, in microseconds.
    latencies: Vec<u32>,
    elapsed: Duration,
    /// Requests with those of the warm-up, to divide a process's CPU time by.
    pub(crate) all_requests: usize,
}

impl Measured {
    fn add(&mut self, other: Self) {
        self.all_requests += other.all_requests;
        self.elapsed = self.elapsed.max(other.elapsed);
        self.latencies.extend(other.latencies);
    }

    pub(crate) fn requests_per_second(&self) -> f64 {
        self.latencies.len() as f64 / self.elapsed.as_secs_f64()
    }

    /// The latency that `share` of the requests stayed within.
    pub(crate) fn percentile(&self, share: f64) -> Duration {
        let place = ((self.latencies.len() - 1) as f64 * share).round() as usize;
        Duration::from_micros(u64::from(self.latencies[place]))
    }
}

/// Runs the plan; any wrong answer, closed connection or stall fails it.
pub(crate) async fn run(target: &Target, plan: Plan) -> Result<Measured> {
    let start = Instant::now() + plan.warm_up;
    let share = Share { start, end: start + plan.duration, max_requests: plan.max_requests / plan.connections };
    let threads = thread::available_parallelism().map_or(1, |cores| cores.get()).min(plan.connections);
    let mut running = Vec::new();
    for number in 0..threads {
        let connections = (number..plan.connections).step_by(threads).count();
        running.push(begin(target.clone(), share, connections)?);
    }
    let mut measured = Measured::default();
    let all = async {
        for thread in running {
            measured.add(thread.await.context("a thread ended")??);
        }
        anyhow::Ok(())
    };
    timeout(plan.warm_up + plan.duration + GRACE, all).await.context("a connection stalled")??;
    ensure!(!measured.latencies.is_empty(), "no request was answered in time");
    measured.latencies.sort_unstable();
    Ok(measured)
}

/// Begins a thread's connections. They end with the returned task.
fn begin(target: Target, share: Share, connections: usize) -> Result<oneshot::Receiver<Result<Measured>>> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let (mut done, result) = oneshot::channel();
    thread::Builder::new().name("load".into()).spawn(move || {
        let measured = runtime.block_on(async {
            tokio::select! {
                measured = share.work_off(&target, connections) => Some(measured),
                () = done.closed() => None,
            }
        });
        // Nobody may be waiting any more.
        let _ = measured.map(|measured| done.send(measured));
    })?;
    Ok(result)
}

/// What a single connection has to do.
#[derive(Clone, Copy)]
struct Share {
    start: Instant,
    end: Instant,
    max_requests: usize,
}

impl Share {
    /// By each of so many connections.
    async fn work_off(self, target: &Target, connections: usize) -> Result<Measured> {
        let mut tasks = JoinSet::new();
        for _ in 0..connections {
            tasks.spawn(self.exchange(Connection::open(target.address).await?, target.clone()));
        }
        let mut measured = Measured::default();
        while let Some(done) = tasks.join_next().await {
            measured.add(done??);
        }
        Ok(measured)
    }

    async fn exchange(self, mut connection: Connection, target: Target) -> Result<Measured> {
        let mut latencies = Vec::new();
        let mut all_requests = 0;
        let mut sent = Instant::now();
        while sent < self.end && latencies.len() < self.max_requests {
            let (status, length) = connection.exchange(&target.request).await?;
            ensure!(status == 200, "the server answered {status}");
            ensure!(length == target.body_bytes, "an answer of {length} bytes, not {}", target.body_bytes);
            let answered = Instant::now();
            all_requests += 1;
            if sent >= self.start {
                let latency = answered.duration_since(sent).as_micros();
                latencies.push(u32::try_from(latency).unwrap_or(u32::MAX));
            }
            sent = answered;
        }
        Ok(Measured { latencies, elapsed: sent.saturating_duration_since(self.start), all_requests })
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt;
    use tokio::net::TcpListener;

    use super::*;
    use crate::bare::{Answers, PATH, router};
    use crate::http::get;

    const PLAN: Plan = Plan {
        connections: 4,
        warm_up: Duration::from_millis(50),
        duration: Duration::from_millis(200),
        max_requests: 1_000_000,
    };

    async fn target(path: &str) -> Target {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let answers = Answers::new("text/plain", b"hello".as_slice().into(), b"hi".as_slice().into()).unwrap();
        tokio::spawn(async move { axum::serve(listener, router(answers)).await.unwrap() });
        Target { address, request: get(path, "identity").into(), body_bytes: 5 }
    }

    #[tokio::test]
    async fn requests_are_counted_and_timed() {
        let measured = run(&target(PATH).await, PLAN).await.unwrap();
        assert!(measured.all_requests > measured.latencies.len());
        assert!(measured.elapsed >= PLAN.duration);
        assert!(measured.requests_per_second() > 10.0);
        assert!(measured.percentile(0.5) <= measured.percentile(0.99));
    }

    #[tokio::test]
    async fn the_number_of_requests_is_bounded() {
        let plan = Plan { max_requests: 40, duration: Duration::from_secs(60), ..PLAN };
        let measured = run(&target(PATH).await, plan).await.unwrap();
        assert_eq!(measured.latencies.len(), 40);
    }

    #[tokio::test]
    async fn wrong_answers_fail_the_run() {
        let missing = run(&target("/nothing").await, PLAN).await.unwrap_err();
        assert!(missing.to_string().contains("404"), "{missing}");
        let longer = Target { body_bytes: 6, ..target(PATH).await };
        assert!(run(&longer, PLAN).await.unwrap_err().to_string().contains("5 bytes"));
    }

    #[tokio::test(start_paused = true)]
    async fn a_silent_server_fails_the_run() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            let mut open = Vec::new();
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut request = [0; 64];
                assert!(stream.read(&mut request).await.unwrap() > 0);
                open.push(stream);
            }
        });
        let silent = Target { address, ..target(PATH).await };
        let plan = Plan { connections: 1, ..PLAN };
        assert!(run(&silent, plan).await.unwrap_err().to_string().contains("stalled"));
    }
}
