pub(crate) mod clips;
pub(crate) mod ladders;
pub(crate) mod uploads;
