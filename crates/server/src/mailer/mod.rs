pub(crate) mod email;
pub(crate) mod worker;
