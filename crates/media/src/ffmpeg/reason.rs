//! Shortens a failed child's error output to one readable line.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

const MAX_REASON: usize = 160;

/// The first line that says something, without addresses of memory, names of files and control characters.
pub(super) fn readable(said: &[u8], status: ExitStatus) -> String {
    let text = String::from_utf8_lossy(said);
    let line = text.lines().map(plain).find(|line| !line.is_empty());
    match (line, status.signal()) {
        (Some(line), _) => line,
        // Beyond its time of processor, or out of memory.
        (None, Some(signal)) => format!("it was stopped by signal {signal}"),
        (None, None) => format!("it ended with status {}", status.code().unwrap_or(-1)),
    }
}

fn plain(line: &str) -> String {
    // `[mov,mp4 @ 0x5581] moov atom not found` and `file:/input: Invalid data`.
    let mut line = line.trim();
    while let Some((_, after)) = line.strip_prefix('[').and_then(|line| line.split_once(']')) {
        line = after.trim_start();
    }
    if let Some((_, after)) = line.strip_prefix("file:").and_then(|line| line.split_once(": ")) {
        line = after;
    }
    line.chars().filter(|c| !c.is_control()).take(MAX_REASON).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_short_and_name_no_files() {
        let failed = ExitStatus::from_raw(256);
        let said = |text: &str| readable(text.as_bytes(), failed);
        assert_eq!(said("\n[mov,mp4 @ 0x5581] moov atom not found\nmore"), "moov atom not found");
        assert_eq!(said("file:/data/media/7/a.mp4: Invalid data found"), "Invalid data found");
        assert_eq!(said("a\x1b[31mb"), "a[31mb");
        assert_eq!(said(&"x".repeat(5000)).len(), MAX_REASON);
        assert_eq!(said(""), "it ended with status 1");
        assert_eq!(readable(b"", ExitStatus::from_raw(9)), "it was stopped by signal 9");
    }
}
