//! A bucket of the test's own, by a real S3 server, which `scripts/python-packages` installs.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const SERVER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.make/python/bin/moto_server");

/// Ends with the test.
pub struct S3 {
    server: Child,
    port: u16,
}

impl S3 {
    /// With an empty bucket.
    ///
    /// # Panics
    /// When the server is not installed, or does not start.
    pub async fn start() -> Self {
        let port = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port").port();
        let server = Command::new(SERVER)
            .args(["-H", "127.0.0.1", "-p", &port.to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("scripts/python-packages installs the S3 server that this test needs");
        let s3 = Self { server, port };
        let mut tries = 0;
        while !s3.make_bucket().unwrap_or(false) {
            tries += 1;
            assert!(tries < 600, "the S3 server does not answer");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        s3
    }

    /// A folder in the bucket; any keys open it.
    pub fn url(&self) -> String {
        format!("s3://games/of/club?endpoint=http://127.0.0.1:{}&region=eu-west-1", self.port)
    }

    fn make_bucket(&self) -> std::io::Result<bool> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        write!(stream, "PUT /games HTTP/1.0\r\nHost: 127.0.0.1:{}\r\nContent-Length: 0\r\n\r\n", self.port)?;
        let mut answer = [0; 12];
        stream.read_exact(&mut answer)?;
        Ok(answer.ends_with(b" 200"))
    }
}

impl Drop for S3 {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
