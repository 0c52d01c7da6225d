//! What a caller sent: form fields with brackets as a tree, read field by field with Stripe's errors.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::error::ApiError;

pub type Metadata = BTreeMap<String, String>;

/// More fields, or deeper ones, than any call has.
const FIELDS: usize = 1_000;
const DEPTH: usize = 8;
/// What a card can be charged with.
pub const MAX_AMOUNT: i64 = 99_999_999;

#[derive(Clone, Debug, Default)]
pub struct Params {
    tree: Map<String, Value>,
    /// Where the tree stands in the whole, for errors: `items[0]`.
    at: String,
}

impl Params {
    pub fn parse(form: &[u8]) -> Result<Self, ApiError> {
        let mut tree = Map::new();
        for (count, (key, value)) in form_urlencoded::parse(form).enumerate() {
            if count >= FIELDS {
                return Err(ApiError::invalid("Too many parameters."));
            }
            let path = split(&key).ok_or_else(|| ApiError::invalid("A parameter's name could not be read."))?;
            put(&mut tree, &path, value.into_owned())
                .ok_or_else(|| ApiError::invalid("A parameter was given in two shapes."))?;
        }
        Ok(Self { tree, at: String::new() })
    }

    /// Refuses every field that is not listed, so that a slip is noticed.
    pub fn only(&self, known: &[&str]) -> Result<(), ApiError> {
        match self.tree.keys().find(|key| *key != "expand" && !known.contains(&key.as_str())) {
            Some(key) => {
                let name = self.name(key).chars().take(64).collect::<String>();
                Err(ApiError::param(&name, format!("Received unknown parameter: {name}"))
                    .with("code", "parameter_unknown"))
            }
            None => Ok(()),
        }
    }

    /// The name of a field as the caller wrote it.
    pub fn name(&self, key: &str) -> String {
        if self.at.is_empty() { key.to_owned() } else { format!("{}[{key}]", self.at) }
    }

    pub fn has(&self, key: &str) -> bool {
        self.tree.contains_key(key)
    }

    /// A text; an empty one counts as none, which is how callers unset a field.
    pub fn text(&self, key: &str) -> Result<Option<String>, ApiError> {
        match self.tree.get(key) {
            None => Ok(None),
            Some(Value::String(text)) if text.is_empty() => Ok(None),
            Some(Value::String(text)) if text.len() <= 5_000 => Ok(Some(text.clone())),
            Some(_) => Err(ApiError::param(&self.name(key), "Invalid string.")),
        }
    }

    pub fn need_text(&self, key: &str) -> Result<String, ApiError> {
        self.text(key)?.ok_or_else(|| ApiError::missing_param(&self.name(key)))
    }

    /// One of a few words.
    pub fn word(&self, key: &str, words: &[&str]) -> Result<Option<String>, ApiError> {
        match self.text(key)? {
            Some(word) if !words.contains(&word.as_str()) => {
                Err(ApiError::param(&self.name(key), format!("Invalid {key}: must be one of {}", words.join(", "))))
            }
            word => Ok(word),
        }
    }

    pub fn int(&self, key: &str) -> Result<Option<i64>, ApiError> {
        self.text(key)?.map(|text| text.parse().map_err(|_| self.not_integer(key))).transpose()
    }

    fn not_integer(&self, key: &str) -> ApiError {
        ApiError::param(&self.name(key), "Invalid integer").with("code", "parameter_invalid_integer")
    }

    pub fn bool(&self, key: &str) -> Result<Option<bool>, ApiError> {
        match self.text(key)?.as_deref() {
            None => Ok(None),
            Some("true" | "True") => Ok(Some(true)),
            Some("false" | "False") => Ok(Some(false)),
            Some(_) => Err(ApiError::param(&self.name(key), "Invalid boolean")),
        }
    }

    /// An amount in minor units that may be nothing.
    pub fn amount_or_zero(&self, key: &str) -> Result<i64, ApiError> {
        let amount = self.int(key)?.ok_or_else(|| ApiError::missing_param(&self.name(key)))?;
        if !(0..=MAX_AMOUNT).contains(&amount) {
            let code = if amount < 0 { "parameter_invalid_integer" } else { "amount_too_large" };
            return Err(ApiError::param(&self.name(key), "Amount is out of range.").with("code", code));
        }
        Ok(amount)
    }

    /// An amount that a card is charged with.
    pub fn amount(&self, key: &str) -> Result<i64, ApiError> {
        let amount = self.amount_or_zero(key)?;
        if amount < 50 {
            return Err(
                ApiError::param(&self.name(key), "Amount must be at least $0.50 usd").with("code", "amount_too_small")
            );
        }
        Ok(amount)
    }

    pub fn currency(&self, key: &str) -> Result<String, ApiError> {
        let currency = self.need_text(key)?.to_ascii_lowercase();
        if currency.len() != 3 || !currency.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return Err(ApiError::param(&self.name(key), "Invalid currency"));
        }
        Ok(currency)
    }

    /// A part of the tree: `card[...]`.
    pub fn part(&self, key: &str) -> Result<Option<Self>, ApiError> {
        match self.tree.get(key) {
            None => Ok(None),
            Some(Value::String(text)) if text.is_empty() => Ok(None),
            Some(Value::Object(tree)) => Ok(Some(Self { tree: tree.clone(), at: self.name(key) })),
            Some(_) => Err(ApiError::param(&self.name(key), "Invalid object")),
        }
    }

    /// Parts that are numbered: `items[0][...]`.
    pub fn parts(&self, key: &str) -> Result<Vec<Self>, ApiError> {
        let Some(parts) = self.part(key)? else { return Ok(Vec::new()) };
        if parts.tree.len() > 100 {
            return Err(ApiError::param(&self.name(key), "Too many entries"));
        }
        let mut numbered = parts
            .tree
            .keys()
            .map(|index| match index.parse::<usize>() {
                Ok(number) => Ok((number, parts.part(index)?.unwrap_or_default())),
                Err(_) => Err(ApiError::param(&self.name(key), "Invalid array")),
            })
            .collect::<Result<Vec<_>, _>>()?;
        numbered.sort_by_key(|(number, _)| *number);
        Ok(numbered.into_iter().map(|(_, part)| part).collect())
    }

    /// Plain texts in a list: `expand[]`.
    pub fn texts(&self, key: &str) -> Result<Vec<String>, ApiError> {
        let Some(part) = self.part(key)? else { return Ok(Vec::new()) };
        let mut numbered = part
            .tree
            .iter()
            .map(|(index, value)| Some((index.parse::<usize>().ok()?, value.as_str()?.to_owned())))
            .collect::<Option<Vec<_>>>()
            .ok_or_else(|| ApiError::param(&self.name(key), "Invalid array"))?;
        numbered.sort();
        Ok(numbered.into_iter().map(|(_, text)| text).collect())
    }

    /// Changes metadata the way Stripe does: given keys are set, empty ones go.
    pub fn metadata(&self, into: &mut Metadata) -> Result<(), ApiError> {
        if self.has("metadata") && self.part("metadata")?.is_none() {
            into.clear();
            return Ok(());
        }
        let Some(part) = self.part("metadata")? else { return Ok(()) };
        for (key, value) in &part.tree {
            match value.as_str() {
                Some("") => drop(into.remove(key)),
                Some(text) if key.len() <= 40 && text.len() <= 500 => drop(into.insert(key.clone(), text.to_owned())),
                _ => return Err(ApiError::param(&part.name(key), "Invalid metadata")),
            }
        }
        if into.len() > 50 {
            return Err(ApiError::param(&self.name("metadata"), "You can set at most 50 keys of metadata."));
        }
        Ok(())
    }

    pub fn new_metadata(&self) -> Result<Metadata, ApiError> {
        let mut metadata = Metadata::new();
        self.metadata(&mut metadata)?;
        Ok(metadata)
    }

    /// A part as it came, for what the bank only keeps (addresses, billing details).
    pub fn kept(&self, key: &str) -> Option<Value> {
        self.tree.get(key).filter(|value| value.is_object()).cloned()
    }

    pub fn set(&mut self, key: &str, value: &str) {
        self.tree.insert(key.into(), value.into());
    }

    pub fn forget(&mut self, key: &str) {
        self.tree.remove(key);
    }
}

/// `items[0][price]` as its steps; `[]` is told apart by an empty step.
fn split(key: &str) -> Option<Vec<String>> {
    let (first, rest) = key.split_at(key.find('[').unwrap_or(key.len()));
    let mut path = vec![first.to_owned()];
    let mut rest = rest;
    while !rest.is_empty() {
        let end = rest.find(']')?;
        path.push(rest.strip_prefix('[')?.get(..end - 1)?.to_owned());
        rest = &rest[end + 1..];
    }
    (path.len() <= DEPTH && !first.is_empty() && !first.contains(']')).then_some(path)
}

/// Lists are kept as trees with numbers for keys, since callers may number them or not.
fn put(tree: &mut Map<String, Value>, path: &[String], value: String) -> Option<()> {
    let (step, rest) = path.split_first()?;
    let step = if step.is_empty() { tree.len().to_string() } else { step.clone() };
    if rest.is_empty() {
        return match tree.insert(step, Value::String(value)) {
            Some(Value::Object(_)) => None,
            _ => Some(()),
        };
    }
    match tree.entry(step).or_insert_with(|| Value::Object(Map::new())) {
        Value::Object(below) => put(below, rest, value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(form: &str) -> Params {
        Params::parse(form.as_bytes()).unwrap()
    }

    #[test]
    fn brackets_make_a_tree() {
        let params = read("items[1][price]=b&items[0][price]=a&expand[]=x&expand[]=y&card[number]=42");
        let prices: Vec<_> =
            params.parts("items").unwrap().iter().map(|item| item.need_text("price").unwrap()).collect();
        assert_eq!(prices, ["a", "b"]);
        assert_eq!(params.texts("expand").unwrap(), ["x", "y"]);
        assert_eq!(params.part("card").unwrap().unwrap().int("number").unwrap(), Some(42));
    }

    #[test]
    fn errors_name_the_field() {
        let params = read("items[0][quantity]=x&amount=49&b=maybe");
        let item = params.parts("items").unwrap().remove(0);
        assert_eq!(item.int("quantity").unwrap_err().body["param"], "items[0][quantity]");
        assert_eq!(params.amount("amount").unwrap_err().body["code"], "amount_too_small");
        assert_eq!(params.need_text("customer").unwrap_err().body["code"], "parameter_missing");
        assert_eq!(params.only(&["items", "amount"]).unwrap_err().body["code"], "parameter_unknown");
        assert!(params.bool("b").is_err());
    }

    #[test]
    fn forms_without_sense_are_refused() {
        for form in ["a[b=1", "a]=1", "[a]=1", "a=1&a[b]=2", "a[b]=2&a=1", "a[b][c][d][e][f][g][h][i]=1", "a[]]=1"] {
            assert!(Params::parse(form.as_bytes()).is_err(), "{form}");
        }
        let many = (0..1_001).map(|n| format!("k{n}=1")).collect::<Vec<_>>().join("&");
        assert!(Params::parse(many.as_bytes()).is_err());
    }

    #[test]
    fn metadata_is_set_and_unset_key_by_key() {
        let mut metadata = read("metadata[a]=1&metadata[b]=2").new_metadata().unwrap();
        read("metadata[a]=&metadata[c]=3").metadata(&mut metadata).unwrap();
        assert_eq!(metadata.keys().collect::<Vec<_>>(), ["b", "c"]);
        read("metadata=").metadata(&mut metadata).unwrap();
        assert!(metadata.is_empty());
    }
}
