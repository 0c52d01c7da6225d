//! JSON inside a page's script element.

use bytes::Bytes;
use serde::Serialize;

/// A value as JSON that is safe inside a script element.
pub(crate) fn json_in_page<T: Serialize + ?Sized>(value: &T) -> String {
    safe_in_script(&serde_json::to_string(value).unwrap_or_else(|_| "null".into()))
}

/// The `data` of a prepared answer, safe inside a script element.
pub(crate) fn data_of(answer: &Bytes) -> String {
    let text = String::from_utf8_lossy(answer);
    let data = text
        .strip_prefix("{\"data\":")
        .and_then(|rest| rest.rsplit_once(",\"meta\":"))
        .map_or("null", |(data, _)| data);
    safe_in_script(data)
}

fn safe_in_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_end_its_script_element() {
        let answer = Bytes::from_static(br#"{"data":{"name":"</script><script>"},"meta":{"total":1}}"#);
        assert_eq!(data_of(&answer), r#"{"name":"\u003c/script>\u003cscript>"}"#);
        assert_eq!(json_in_page("</script>"), r#""\u003c/script>""#);
    }
}
