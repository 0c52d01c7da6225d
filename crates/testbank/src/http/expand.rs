//! `expand[]`: ids in an answer become the objects that they name.

use serde_json::Value;

use crate::error::ApiError;
use crate::objects::any;
use crate::params::Params;
use crate::state::State;

const MOST: usize = 20;
const DEEPEST: usize = 4;

pub fn expand(state: &State, params: &Params, answer: &mut Value) -> Result<(), ApiError> {
    let paths = params.texts("expand")?;
    if paths.len() > MOST {
        return Err(ApiError::param("expand", "Too many fields to expand."));
    }
    for path in paths {
        let steps: Vec<&str> = path.split('.').collect();
        if steps.len() > DEEPEST {
            return Err(ApiError::param("expand", "You cannot expand more than 4 levels of a property."));
        }
        if !follow(state, answer, &steps) {
            let message = format!("This property cannot be expanded ({}).", path.chars().take(64).collect::<String>());
            return Err(ApiError::param("expand[0]", message));
        }
    }
    Ok(())
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
