pub(crate) mod clips;
pub(crate) mod footage;
pub(crate) mod ladders;
pub(crate) mod open_files;
pub(crate) mod stored;
pub(crate) mod uploads;
