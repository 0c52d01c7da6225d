//! What the OpenAPI documents of the public API and of the console have in common.

use std::sync::LazyLock;

use utoipa::openapi::schema::ArrayItems;
use utoipa::openapi::{OpenApi, RefOr, Schema};

/// Names calls below the server's base path, and says of answers that they carry every field.
pub(crate) fn finish(document: &mut OpenApi, base: &str) {
    let below = |path: String| path.strip_prefix(base).map_or(path.clone(), str::to_owned);
    let paths = std::mem::take(&mut document.paths.paths);
    document.paths.paths = paths.into_iter().map(|(path, calls)| (below(path), calls)).collect();
    let schemas = document.components.iter_mut().flat_map(|components| &mut components.schemas);
    for (name, schema) in schemas {
        if !["Meta", "Translations"].contains(&name.as_str()) && !name.ends_with("Request") {
            require_all_fields(schema);
        }
    }
}

/// What is made when somebody first asks for it, on a thread that may block: to compress a document takes long.
pub(crate) async fn made<T: Send + Sync>(document: &'static LazyLock<T>) -> Option<&'static T> {
    tokio::task::spawn_blocking(|| LazyLock::force(document)).await.ok()
}

/// Fields that are there when they say something alone.
const LEFT_OUT: [&str; 2] = ["translations", "new_price"];

/// Answers carry every field, null where there is nothing; a derived schema would call those fields optional.
fn require_all_fields(schema: &mut RefOr<Schema>) {
    match schema {
        RefOr::T(Schema::Object(object)) => {
            // Most things have none, and then leave them out.
            let is_there = |name: &&String| !LEFT_OUT.contains(&name.as_str());
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
