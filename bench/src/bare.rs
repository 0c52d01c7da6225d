//! The peer: the least that axum can do with the same bytes, in a process of its own.

use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::HeaderValue;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE};
use axum::response::Response;
use axum::routing::get;
use axum::serve::ListenerExt;
use bytes::Bytes;
use tokio::net::TcpListener;

use crate::process::{Server, free_port};

pub(crate) const PATH: &str = "/api/channel-bootstrap-data";

#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[arg(long)]
    port: u16,
    #[arg(long)]
    content_type: String,
    /// File with the body as it is.
    #[arg(long)]
    identity: PathBuf,
    /// File with the body compressed.
    #[arg(long)]
    brotli: PathBuf,
}

/// The same answer, plain and compressed.
#[derive(Clone, Debug)]
pub(crate) struct Answers {
    content_type: HeaderValue,
    identity: Bytes,
    brotli: Bytes,
}

impl Answers {
    pub(crate) fn new(content_type: &str, identity: Bytes, brotli: Bytes) -> Result<Self> {
        Ok(Self { content_type: content_type.parse()?, identity, brotli })
    }
}

/// Starts the peer and waits until it answers.
pub(crate) async fn start(answers: &Answers) -> Result<Server> {
    let folder = tempfile::tempdir()?;
    let (identity, brotli) = (folder.path().join("identity"), folder.path().join("brotli"));
    std::fs::write(&identity, &answers.identity)?;
    std::fs::write(&brotli, &answers.brotli)?;
    let port = free_port()?;
    let mut command = tokio::process::Command::new(std::env::current_exe()?);
    command
        .arg("bare-handler")
        .arg("--port")
        .arg(port.to_string())
        .arg("--content-type")
        .arg(answers.content_type.to_str()?)
        .arg("--identity")
        .arg(identity)
        .arg("--brotli")
        .arg(brotli);
    Server::start("the bare handler", command, port, PATH, folder).await
}

/// Serves until standard input closes, which it does when the benchmark ends, however that happens.
pub(crate) async fn serve(arguments: Arguments) -> Result<()> {
    let read = |file: PathBuf| std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()));
    let answers =
        Answers::new(&arguments.content_type, read(arguments.identity)?.into(), read(arguments.brotli)?.into())?;
    // The program sets it as well, and without it large answers wait for acknowledgements.
    let listener = TcpListener::bind(("127.0.0.1", arguments.port)).await?.tap_io(|stream| {
        stream.set_nodelay(true).ok();
    });
    let parent_is_gone = tokio::task::spawn_blocking(|| std::io::stdin().read(&mut [0]));
    tokio::select! {
        served = async { axum::serve(listener, router(answers)).await } => served?,
        _ = parent_is_gone => {}
    }
    Ok(())
}

pub(crate) fn router(answers: Answers) -> Router {
    Router::new().route(PATH, get(answer)).with_state(Arc::new(answers))
}

async fn answer(State(answers): State<Arc<Answers>>, request: Request) -> Response {
    let compressed = request.headers().get(ACCEPT_ENCODING).is_some_and(|value| value == "br");
    let body = if compressed { &answers.brotli } else { &answers.identity };
    let mut response = Response::new(Body::from(body.clone()));
    response.headers_mut().insert(CONTENT_TYPE, answers.content_type.clone());
    if compressed {
        response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("br"));
    }
    response
}
