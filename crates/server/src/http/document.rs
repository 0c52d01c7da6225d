//! Shared processing of both OpenAPI documents.

use std::sync::LazyLock;

use utoipa::ToSchema;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn, PathItem};
use utoipa::openapi::schema::ArrayItems;
use utoipa::openapi::{Content, OpenApi, Ref, RefOr, Response, Schema};

use crate::http::error::ErrorBody;

/// Makes paths relative to the server's base path, adds the failures and marks the fields of responses as required.
pub(crate) fn finish(document: &mut OpenApi, base: &str) {
    let below = |path: String| path.strip_prefix(base).map_or(path.clone(), str::to_owned);
    let paths = std::mem::take(&mut document.paths.paths);
    document.paths.paths = paths.into_iter().map(|(path, calls)| (below(path), calls)).collect();
    document.paths.paths.values_mut().flat_map(operations).for_each(|operation| {
        add_conflicts(operation);
        add_failures(operation);
    });
    let schemas = document.components.iter_mut().flat_map(|components| &mut components.schemas);
    for (name, schema) in schemas {
        let is_sent_to_us = ["Request", "Fields"].iter().any(|end| name.ends_with(end));
        if !["Meta", "Translations"].contains(&name.as_str()) && !is_sent_to_us {
            require_all_fields(schema);
        }
    }
}

fn operations(path: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem { get, put, post, delete, options, head, patch, .. } = path;
    [get, put, post, delete, options, head, patch].into_iter().flatten()
}

/// Describes the refusals of every call that edits or removes a version, so that no handler has to.
fn add_conflicts(operation: &mut Operation) {
    if !names_a_version(operation) {
        return;
    }
    let refusals =
        [("409", "Somebody else changed it; `conflict` says what they made of it"), ("428", "The version is missing")];
    for (status, words) in refusals {
        operation.responses.responses.entry(status.to_owned()).or_insert_with(|| Response::new(words).into());
    }
}

/// Whether the call takes an `ItemEdit` or a `RemovedVersion`.
fn names_a_version(operation: &Operation) -> bool {
    let is_version = |parameter: &RefOr<Parameter>| match parameter {
        RefOr::T(parameter) => parameter.name == "version" && parameter.parameter_in == ParameterIn::Query,
        RefOr::Ref(_) => false,
    };
    let is_edit = |content: &RefOr<Content>| match content {
        RefOr::T(Content { schema: Some(RefOr::Ref(schema)), .. }) => schema.ref_location.contains("/ItemEdit_"),
        _ => false,
    };
    let contents = match &operation.request_body {
        Some(RefOr::T(body)) => Some(body.content.values()),
        _ => None,
    };
    operation.parameters.iter().flatten().any(is_version) || contents.into_iter().flatten().any(is_edit)
}

/// Describes the body of every failed call: it is the same everywhere, so no handler has to name it, and none can
/// forget it.
fn add_failures(operation: &mut Operation) {
    let responses = &mut operation.responses.responses;
    responses
        .entry("default".to_owned())
        .or_insert_with(|| Response::new("The call failed; `code` names the reason").into());
    for (status, response) in responses {
        if let RefOr::T(response) = response
            && !status.starts_with('2')
            && response.content.is_empty()
        {
            let body = Content::new(Some(Ref::from_schema_name(ErrorBody::name())));
            response.content.insert("application/json".to_owned(), body.into());
        }
    }
}

/// Builds the document at the first request, on a blocking thread, because compressing it is slow.
pub(crate) async fn made<T: Send + Sync>(document: &'static LazyLock<T>) -> Option<&'static T> {
    tokio::task::spawn_blocking(|| LazyLock::force(document)).await.ok()
}

/// Fields that are there when they say something alone.
const LEFT_OUT: [&str; 8] =
    ["translations", "new_price", "factors", "conflict", "cookie_notice", "searched_until", "parent_id", "sentry_dsn"];

/// Responses have every field, null if empty; a derived schema would call those fields optional.
fn require_all_fields(schema: &mut RefOr<Schema>) {
    match schema {
        RefOr::T(Schema::Object(object)) => {
            // Most things have none, and then leave them out.
            let required = std::mem::take(&mut object.required);
            let is_there = |name: &&String| !LEFT_OUT.contains(&name.as_str()) || required.contains(name);
            object.required = object.properties.keys().filter(is_there).cloned().collect();
            object.properties.values_mut().for_each(require_all_fields);
        }
        RefOr::T(Schema::AllOf(parts)) => parts.items.iter_mut().for_each(require_all_fields),
        RefOr::T(Schema::Array(array)) => {
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                require_all_fields(items);
            }
        }
        _ => {}
    }
}
