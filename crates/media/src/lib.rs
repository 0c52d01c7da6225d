//! What is stored and served as files: object storage, and the pictures of a channel on top of it.

pub mod error;
pub mod images;
pub mod objects;
