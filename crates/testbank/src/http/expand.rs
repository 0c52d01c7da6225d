//! `expand[]`: ids in an answer become the objects that they name.

use serde_json::Value;

use crate::error::ApiError;
use crate::objects::any;
use crate::params::Params;
use crate::state::State;

const MAX_COUNT: usize = 20;
const DEEPEST: usize = 4;

/// The fields that a call wants to see whole.
pub fn paths(params: &Params) -> Result<Vec<String>, ApiError> {
    let paths = params.texts("expand")?;
    if paths.len() > MAX_COUNT || paths.iter().any(|path| path.split('.').count() > DEEPEST) {
        return Err(ApiError::param("expand", "You cannot expand more than 20 fields, or 4 levels of a property."));
    }
    Ok(paths)
}

pub fn expand(state: &State, paths: &[String], answer: &mut Value) -> Result<(), ApiError> {
    let mut unknown = None;
    for path in paths {
        if !follow(state, answer, &path.split('.').collect::<Vec<_>>()) {
            unknown = Some(path);
        }
    }
    match unknown {
        Some(path) => {
            let path: String = path.chars().take(64).collect();
            Err(ApiError::param("expand[0]", format!("This property cannot be expanded ({path}).")))
        }
        None => Ok(()),
    }
}

/// Whether there was such a field; one that is empty stays so.
fn follow(state: &State, value: &mut Value, steps: &[&str]) -> bool {
    let Some((step, rest)) = steps.split_first() else { return true };
    if let Value::Array(values) = value {
        return values.iter_mut().all(|value| follow(state, value, steps));
    }
    let Some(field) = value.get_mut(*step) else { return false };
    if let Some(object) = field.as_str().and_then(|id| any(state, id)) {
        *field = object;
    }
    field.is_null() || follow(state, field, rest)
}
