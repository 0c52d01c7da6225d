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

    /// What lies below a folder of [`Self::url`], by its names there.
    ///
    /// # Panics
    /// When the server does not answer.
    pub fn names(&self, folder: &str) -> Vec<String> {
        let above = format!("of/club/{folder}/");
        let answer = self.ask("GET", &format!("/games?list-type=2&prefix={above}")).expect("the S3 server answers");
        let keys = answer.split("<Key>").skip(1).filter_map(|rest| rest.split_once("</Key>"));
        keys.filter_map(|(key, _)| key.strip_prefix(&above).map(str::to_owned)).collect()
    }

    /// What a client is told that asks the bucket itself for a key of [`Self::url`], without a signature: the status,
    /// and everything after the headers.
    ///
    /// # Panics
    /// When the server does not answer.
    pub fn unsigned(&self, key: &str) -> (String, String) {
        let answer = self.ask("GET", &format!("/games/of/club/{key}")).expect("the S3 server answers");
        let (head, body) = answer.split_once("\r\n\r\n").expect("an answer of HTTP");
        (head.split(' ').nth(1).unwrap_or_default().to_owned(), body.to_owned())
    }

    /// Makes a key of [`Self::url`] everybody's, as its owner may.
    ///
    /// # Panics
    /// When the server does not answer.
    pub fn open_to_all(&self, key: &str) {
        let owner = "AWS4-HMAC-SHA256 Credential=of-the-test/20260101/eu-west-1/s3/aws4_request";
        let headers = format!("Authorization: {owner}\r\nx-amz-acl: public-read\r\n");
        self.ask_with("PUT", &format!("/games/of/club/{key}?acl"), &headers).expect("the S3 server answers");
    }

    fn make_bucket(&self) -> std::io::Result<bool> {
        Ok(self.ask("PUT", "/games")?.split("\r\n").next().is_some_and(|status| status.contains(" 200")))
    }

    fn ask(&self, method: &str, path: &str) -> std::io::Result<String> {
        self.ask_with(method, path, "")
    }

    fn ask_with(&self, method: &str, path: &str, headers: &str) -> std::io::Result<String> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        let host = format!("Host: 127.0.0.1:{}\r\nContent-Length: 0", self.port);
        write!(stream, "{method} {path} HTTP/1.0\r\n{host}\r\n{headers}\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    }
}

impl Drop for S3 {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
