//! Prometheus metrics on a listener of their own, which visitors cannot reach.

use std::net::SocketAddr;
use std::sync::OnceLock;
use std::time::Duration;

use axum::Router;
use axum::routing::get;
use metrics_exporter_prometheus::{BuildError, PrometheusBuilder, PrometheusHandle};
use metrics_util::MetricKindMask;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// Buckets in seconds, from a response out of memory to one that timed out.
const BUCKETS: [f64; 9] = [0.0005, 0.002, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 30.0];

/// A gauge that was not set for this time is removed, so that those of ended games disappear.
const IDLE: Duration = Duration::from_secs(60);
/// Those that are set when something changes, and stay in between.
const STAY: [&str; 3] = ["touchline_connections", "touchline_lower_renditions", "touchline_mails_waiting"];

/// There is one recorder in a process, however many servers it runs.
static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();

fn recorder() -> Result<PrometheusHandle, BuildError> {
    if let Some(handle) = RECORDER.get() {
        return Ok(handle.clone());
    }
    let handle = builder(IDLE)?.install_recorder()?;
    Ok(RECORDER.get_or_init(|| handle).clone())
}

fn builder(idle: Duration) -> Result<PrometheusBuilder, BuildError> {
    Ok(PrometheusBuilder::new().set_buckets(&BUCKETS)?.idle_timeout(MetricKindMask::GAUGE, Some(idle)))
}

fn keep(handle: &PrometheusHandle) {
    for gauge in STAY {
        metrics::gauge!(gauge).increment(0.0);
    }
    handle.run_upkeep();
}

/// Starts to serve `/metrics`; gives the address.
pub(crate) async fn serve(address: SocketAddr, stop: CancellationToken) -> std::io::Result<SocketAddr> {
    let handle = recorder().map_err(std::io::Error::other)?;
    let listener = TcpListener::bind(address).await?;
    let address = listener.local_addr()?;
    let upkeep = handle.clone();
    let router = Router::new().route("/metrics", get(move || async move { handle.render() }));
    tokio::spawn(async move {
        let mut every = tokio::time::interval(Duration::from_secs(5));
        let upkeep = async move {
            loop {
                every.tick().await;
                keep(&upkeep);
            }
        };
        tokio::select! {
            served = axum::serve(listener, router) => if let Err(cause) = served {
                tracing::warn!(%cause, "metrics listener stopped");
            },
            () = upkeep => {}
            () = stop.cancelled() => {}
        }
    });
    Ok(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_games_that_are_over_go() {
        const BITS: &str = "touchline_stream_bits_per_second";
        let recorder = builder(Duration::from_millis(20)).unwrap().build_recorder();
        let handle = recorder.handle();
        metrics::with_local_recorder(&recorder, || {
            metrics::gauge!("touchline_connections").set(7.0);
            metrics::counter!("touchline_clips_ready_total").increment(3);
            metrics::gauge!(BITS, "game" => "1").set(1.0);
            assert!(handle.render().contains(r#"{game="1"} 1"#));
            loop {
                metrics::gauge!(BITS, "game" => "2").set(2.0);
                keep(&handle);
                let said = handle.render();
                assert!(said.contains(r#"{game="2"} 2"#) && said.contains("touchline_connections 7"), "{said}");
                assert!(said.contains("touchline_clips_ready_total 3"), "{said}");
                if !said.contains(r#"game="1""#) {
                    break;
                }
            }
        });
    }
}
