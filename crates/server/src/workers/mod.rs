//! What the server does beside answering: durable jobs, rounds that come by the clock, and the tasks it cannot do without.

mod jobs;
mod tasks;

pub(crate) use jobs::{JobHandler, JobPolicy, Jobs, Next};
pub(crate) use tasks::Tasks;
