//! Mail: what is written to people, in their language and their channel's colours, and how it is sent.

mod letter;
mod line;
mod smtp;
mod words;

pub use letter::{BLANK, Brand, Letter, Rendered, Sale, SaleNews, letter_style};
pub use line::without_secrets_of;
pub use smtp::{Outgoing, SendError, Smtp, SmtpUrlError, is_address};
