//! AMF0, the encoding of commands: the subset that encoders use.

/// Far deeper than any command; deeper ones could exhaust the stack.
const MAX_DEPTH: u8 = 8;

const OBJECT_END: u8 = 9;

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Number(f64),
    Bool(bool),
    Text(String),
    Object(Vec<(String, Value)>),
    Null,
}

impl Value {
    /// Takes the next value off the front.
    pub fn read(bytes: &mut &[u8]) -> Option<Self> {
        read(bytes, MAX_DEPTH)
    }

    pub fn text(self) -> Option<String> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    pub fn number(&self) -> Option<f64> {
        if let Self::Number(number) = self { Some(*number) } else { None }
    }

    /// A field of an object.
    pub fn take(self, field: &str) -> Option<Self> {
        let Self::Object(fields) = self else { return None };
        fields.into_iter().find(|(name, _)| name == field).map(|(_, value)| value)
    }

    pub fn write(&self, out: &mut Vec<u8>) {
        match self {
            Self::Number(number) => {
                out.push(0);
                out.extend(number.to_be_bytes());
            }
            Self::Bool(is) => out.extend([1, u8::from(*is)]),
            Self::Text(text) => {
                out.push(2);
                write_name(text, out);
            }
            Self::Object(fields) => {
                out.push(3);
                for (name, value) in fields {
                    write_name(name, out);
                    value.write(out);
                }
                out.extend([0, 0, OBJECT_END]);
            }
            Self::Null => out.push(5),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// What we write is short.
fn write_name(name: &str, out: &mut Vec<u8>) {
    let length = u16::try_from(name.len()).unwrap_or(u16::MAX);
    out.extend(length.to_be_bytes());
    out.extend(&name.as_bytes()[..length.into()]);
}

fn read(bytes: &mut &[u8], depth: u8) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    let [marker] = *array(bytes)?;
    Some(match marker {
        0 => Value::Number(f64::from_be_bytes(*array(bytes)?)),
        1 => Value::Bool(array(bytes)? != &[0]),
        2 => Value::Text(name(bytes)?),
        3 => fields(bytes, depth)?,
        5 | 6 => Value::Null,
        8 => {
            // The count is a hint; the end is marked.
            array::<4>(bytes)?;
            fields(bytes, depth)?
        }
        // Lists and dates are read over.
        10 => {
            for _ in 0..u32::from_be_bytes(*array(bytes)?) {
                read(bytes, depth)?;
            }
            Value::Null
        }
        11 => {
            array::<10>(bytes)?;
            Value::Null
        }
        12 => {
            let length = u32::from_be_bytes(*array(bytes)?);
            Value::Text(text(bytes, usize::try_from(length).ok()?)?)
        }
        _ => return None,
    })
}

fn fields(bytes: &mut &[u8], depth: u8) -> Option<Value> {
    let mut fields = Vec::new();
    loop {
        let name = name(bytes)?;
        if name.is_empty() && bytes.first() == Some(&OBJECT_END) {
            *bytes = &bytes[1..];
            return Some(Value::Object(fields));
        }
        fields.push((name, read(bytes, depth)?));
    }
}

fn name(bytes: &mut &[u8]) -> Option<String> {
    let length = u16::from_be_bytes(*array(bytes)?);
    text(bytes, length.into())
}

fn text(bytes: &mut &[u8], length: usize) -> Option<String> {
    let (text, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    String::from_utf8(text.to_vec()).ok()
}

fn array<'a, const N: usize>(bytes: &mut &'a [u8]) -> Option<&'a [u8; N]> {
    let (array, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(array)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            any::<f64>().prop_filter("equal to itself", |number| !number.is_nan()).prop_map(Value::Number),
            any::<bool>().prop_map(Value::Bool),
            "[a-z]{0,9}".prop_map(Value::Text),
            Just(Value::Null),
        ];
        leaf.prop_recursive(4, 16, 4, |inner| {
            prop::collection::vec(("[a-z]{1,5}", inner), 0..4).prop_map(Value::Object)
        })
    }

    proptest! {
        #[test]
        fn value_reads_back_as_written(value in values()) {
            let mut bytes = Vec::new();
            value.write(&mut bytes);
            let mut rest = &bytes[..];
            prop_assert_eq!(Value::read(&mut rest), Some(value));
            prop_assert!(rest.is_empty());
            prop_assert_eq!(Value::read(&mut &bytes[..bytes.len() - 1]), None);
        }

        #[test]
        fn any_bytes_are_parsed_without_panic(bytes in prop::collection::vec(prop_oneof![0..13_u8, any::<u8>()], 0..200)) {
            Value::read(&mut &bytes[..]);
        }
    }

    #[test]
    fn nesting_without_end_is_refused() {
        let objects = b"\x03\0\x01a".repeat(16_000);
        assert_eq!(Value::read(&mut &objects[..]), None);
        let lists = b"\x0a\xff\xff\xff\xff".repeat(16_000);
        assert_eq!(Value::read(&mut &lists[..]), None);
    }
}
