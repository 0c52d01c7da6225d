//! A folder or a bucket, with the recordings and the pictures of a channel in it.

pub mod error;
pub mod images;
pub mod objects;
pub mod vault;
