//! Files of what is gone: erased channels and removed pictures.

pub(crate) mod erased_channels;
pub(crate) mod removed_pictures;
