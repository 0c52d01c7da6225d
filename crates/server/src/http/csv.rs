//! Lists as CSV files. Spreadsheets open them without running what a user typed into a cell.

use std::borrow::Cow;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures::{Stream, StreamExt, stream};
use http::{HeaderValue, header};
use serde::Serialize;

use crate::http::error::{Error, Result};

/// The most rows of a file; a longer list is narrowed by its filters.
pub(crate) const MAX_ROWS: u64 = 10_000;

/// Without it spreadsheets take UTF-8 for the machine's old encoding.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A file that is being written.
pub(crate) struct Csv(csv::Writer<Vec<u8>>);

impl Csv {
    pub(crate) fn new(columns: &[&str]) -> Result<Self> {
        let mut file = Self(writer(BYTE_ORDER_MARK.to_vec()));
        file.row(columns)?;
        Ok(file)
    }

    /// Adds a row, which has a cell for each column.
    pub(crate) fn row<Cell: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = Cell>) -> Result<()> {
        for cell in cells {
            self.0.write_field(disarmed(cell.as_ref()).as_bytes()).map_err(|_| Error::Internal)?;
        }
        self.0.write_record(None::<&[u8]>).map_err(|_| Error::Internal)
    }

    /// The answer that browsers save under a name.
    pub(crate) fn attachment(self, name: &str) -> Result<Response> {
        attachment(name, self.0.into_inner().map_err(|_| Error::Internal)?)
    }

    /// The same of a list that is read while it is sent, a part at a time. A part that cannot be read cuts the answer off,
    /// so that no shortened file passes for the whole.
    pub(crate) fn streamed<S, const CELLS: usize>(self, name: &str, parts: S) -> Result<Response>
    where
        S: Stream<Item = Result<Vec<[String; CELLS]>>> + Send + 'static,
    {
        let head = self.0.into_inner().map_err(|_| Error::Internal)?;
        let rest = parts.map(|rows| {
            let mut part = Self(writer(Vec::new()));
            rows?.into_iter().try_for_each(|cells| part.row(cells))?;
            part.0.into_inner().map(Bytes::from).map_err(|_| Error::Internal)
        });
        let bytes = stream::iter([Ok(head.into())]).chain(rest).map(|part| part.map_err(|_| "the list cannot be read"));
        attachment(name, Body::from_stream(bytes))
    }
}

fn writer(begin: Vec<u8>) -> csv::Writer<Vec<u8>> {
    csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(begin)
}

/// Made for one caller, so no cache may store it.
fn attachment(name: &str, body: impl IntoResponse) -> Result<Response> {
    let is_safe = |sign: char| sign.is_ascii_alphanumeric() || sign == '-';
    let name: String = name.chars().map(|sign| if is_safe(sign) { sign } else { '-' }).collect();
    let disposition = HeaderValue::try_from(format!("attachment; filename=\"{name}.csv\""));
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8")),
        (header::CONTENT_DISPOSITION, disposition.map_err(|_| Error::Internal)?),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, body).into_response())
}

/// An enumeration's word on the wire.
pub(crate) fn word(value: impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default()
}

/// A cell that spreadsheets take for a formula becomes text by a leading apostrophe.
fn disarmed(cell: &str) -> Cow<'_, str> {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{cell}").into() } else { cell.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(file: Csv) -> String {
        String::from_utf8(file.0.into_inner().unwrap()).unwrap()
    }

    /// T31: a cell that would be a formula is text, wherever it stands; others stay as they are.
    #[test]
    fn formulas_are_disarmed() {
        for formula in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "="] {
            assert_eq!(disarmed(formula), format!("'{formula}"));
        }
        for plain in ["", "a=1", "1-1", "'=1", " =1", "Ж", "{\"a\":1}"] {
            assert_eq!(disarmed(plain), plain);
        }
        let mut file = Csv::new(&["a", "b"]).unwrap();
        file.row(["x", "=HYPERLINK(\"https://evil.example\",\"y\")"]).unwrap();
        assert_eq!(text(file), "\u{feff}a,b\r\nx,\"'=HYPERLINK(\"\"https://evil.example\"\",\"\"y\"\")\"\r\n");
    }

    /// OPS-01: commas, quotes, line breaks and empty cells come back as they were.
    #[test]
    fn cells_are_quoted() {
        let cells = ["a,b", "\"q\"", "two\r\nlines", "", "Ж, é"];
        let mut file = Csv::new(&["1", "2", "3", "4", "5"]).unwrap();
        file.row(cells).unwrap();
        let text = text(file);
        let mut lines = csv::Reader::from_reader(text.strip_prefix('\u{feff}').unwrap().as_bytes());
        assert_eq!(lines.records().next().unwrap().unwrap().iter().collect::<Vec<_>>(), cells);
    }

    /// A row with a cell too few would move what follows into other columns.
    #[test]
    fn rows_have_all_cells() {
        let mut file = Csv::new(&["a", "b"]).unwrap();
        assert!(file.row(["x"]).is_err());
    }

    /// T31: a name cannot end the header's value.
    #[test]
    fn names_of_files_are_safe() {
        let answer = Csv::new(&["a"]).unwrap().attachment("de\"mo\r\n-é audit").unwrap();
        assert_eq!(answer.headers()["content-disposition"], "attachment; filename=\"de-mo-----audit.csv\"");
        assert_eq!(answer.headers()["content-type"], "text/csv; charset=utf-8");
    }
}
