pub(crate) mod core_threads;
pub(crate) mod fast_path;
pub(crate) mod listener;
pub(crate) mod sendfile;
pub(crate) mod sse_writer;
