//! The OpenAPI document, and a readable page of it.

use std::sync::LazyLock;

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, header};
use minijinja::{Environment, context};
use serde_json::Value;

use crate::http::cached_response::{CachedResponse, Caching, ClientCaching};
use crate::http::document;
use crate::http::policy;

const TEMPLATE: &str = include_str!("../../templates/docs.html");
const STYLE: &str = include_str!("../../templates/docs.css");

struct Documents {
    json: Option<CachedResponse>,
    page: Option<CachedResponse>,
    policy: HeaderValue,
}

static DOCUMENTS: LazyLock<Documents> = LazyLock::new(|| {
    let document = super::openapi();
    let html = HeaderValue::from_static("text/html; charset=utf-8");
    let page = render(document).ok().map(|page| CachedResponse::encoded(html, page.into(), None, None));
    Documents { json: CachedResponse::json(document).ok(), page, policy: policy::of_text(STYLE) }
});

/// The calls as a page: grouped by tag, with parameters, bodies and answers.
fn render(document: &utoipa::openapi::OpenApi) -> Result<String, minijinja::Error> {
    let document = serde_json::to_value(document).unwrap_or_default();
    let mut environment = Environment::new();
    environment.add_filter("type_name", |schema: minijinja::Value| type_name(&as_json(&schema)));
    environment.add_template("docs.html", TEMPLATE)?;
    environment
        .get_template("docs.html")?
        .render(context! { document => minijinja::Value::from(minijinja::value::Serde(&document)), style => STYLE })
}

fn as_json(value: &minijinja::Value) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

/// A schema in a few words: `Event`, `list of Slide`, `integer`, `text, or nothing`.
fn type_name(schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if let Some(options) = schema["oneOf"].as_array() {
        return options.iter().map(type_name).collect::<Vec<_>>().join(" or ");
    }
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        Value::String(kind) => vec![kind.as_str()],
        _ => vec!["anything"],
    };
    let name = |kind: &str| match kind {
        "array" => format!("list of {}", type_name(&schema["items"])),
        "string" => "text".to_owned(),
        "null" => "nothing".to_owned(),
        other => other.to_owned(),
    };
    kinds.into_iter().map(name).collect::<Vec<_>>().join(" or ")
}

pub(super) async fn get_document(wants: ClientCaching) -> Response {
    answer(document::made(&DOCUMENTS).await.and_then(|documents| documents.json.as_ref()), &wants)
}

pub(super) async fn show(wants: ClientCaching) -> Response {
    let documents = document::made(&DOCUMENTS).await;
    let mut answer = answer(documents.and_then(|documents| documents.page.as_ref()), &wants);
    if let Some(documents) = documents {
        answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, documents.policy.clone());
    }
    answer
}

fn answer(prepared: Option<&CachedResponse>, wants: &ClientCaching) -> Response {
    match prepared {
        Some(prepared) => prepared.answer(wants, Caching::Public),
        None => crate::http::error::Error::Internal.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_names_every_call_and_schema() {
        let document = crate::api::openapi();
        let html = render(document).unwrap();
        let json = serde_json::to_value(document).unwrap();
        for path in json["paths"].as_object().unwrap().keys() {
            assert!(html.contains(&path.replace('/', "&#x2f;")) || html.contains(path), "{path}");
        }
        for schema in json["components"]["schemas"].as_object().unwrap().keys() {
            assert!(html.contains(schema), "{schema}");
        }
    }

    #[test]
    fn types_are_said_in_words() {
        let name = |json: &str| type_name(&serde_json::from_str(json).unwrap());
        assert_eq!(name(r##"{"type": "array", "items": {"$ref": "#/components/schemas/Slide"}}"##), "list of Slide");
        assert_eq!(name(r#"{"type": ["string", "null"]}"#), "text or nothing");
    }
}
