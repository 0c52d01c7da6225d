//! Mails: their texts in the recipient's language, the channel's design, and sending.

mod letter;
mod line;
mod own_text;
mod smtp;
mod words;

pub use letter::{BLANK, Brand, Letter, Rendered, Sale, SaleNews, letter_style};
pub use line::without_secrets_of;
pub use own_text::{default_texts, sample};
pub use smtp::{Outgoing, SendError, Smtp, SmtpUrlError, is_address};
