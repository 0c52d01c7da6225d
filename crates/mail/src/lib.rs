//! Mail: what is written to people, in their language and their channel's colours, and how it is sent.

mod letter;

pub use letter::{Brand, Letter, Rendered};
