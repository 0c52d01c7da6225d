//! The demo's owner at the console.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::process::Program;

pub struct Owner {
    http: reqwest::Client,
    cookie: String,
    pub channel: i64,
}

impl Owner {
    pub async fn log_in(program: &Program) -> Self {
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        let body = json!({ "email": "owner@demo.test", "password": "touchline-demo" });
        let login = http.post(program.url("/console/api/login")).header("origin", program.url("")).json(&body);
        let answer = login.send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        let cookie = answer.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
        let session: Value = answer.json().await.unwrap();
        let channels = session["data"]["channels"].as_array().unwrap();
        let demo = channels.iter().find(|channel| channel["alias"] == "demo").unwrap();
        Self { http, cookie, channel: demo["id"].as_i64().unwrap() }
    }

    pub fn request(&self, program: &Program, method: Method, path: &str) -> reqwest::RequestBuilder {
        let request = self.http.request(method, program.url(path)).header("cookie", &self.cookie);
        request.header("origin", program.url("")).header("tus-resumable", "1.0.0")
    }
}
