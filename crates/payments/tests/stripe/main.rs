//! The client against servers that misbehave, and against one that nobody here wrote.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops at once")]

mod bank;
mod fake;
mod forms;
mod logs;
mod objects;
mod overload;
mod peer;
mod retries;
mod support;
