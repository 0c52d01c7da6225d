//! Stripe's own SDKs drive the bank: whatever they understand, a shop understands.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops at once")]

mod support;

use std::process::Stdio;

use support::{PUBLISHABLE, SECRET, serve};
use tokio::process::Command;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/sdk");
const PYTHON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.make/python/bin/python");

/// `proof` is what the suite says when its tests were found and passed.
async fn drive(program: &str, arguments: &[&str], proof: &str) {
    let folder = tempfile::tempdir().unwrap();
    let bank = serve(folder.path()).await;
    let output = Command::new(program)
        .args(arguments)
        .current_dir(FOLDER)
        .env("BANK_URL", &bank.base)
        .env("BANK_SECRET_KEY", SECRET)
        .env("BANK_PUBLISHABLE_KEY", PUBLISHABLE)
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output()
        .await
        .unwrap_or_else(|error| panic!("{program}: {error}; `scripts/test rust` installs what is missing"));
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && said.contains(proof), "{said}");
    bank.stop().await;
}

/// PAY-18: Stripe's SDK for Node cannot tell the bank from Stripe.
#[tokio::test(flavor = "multi_thread")]
async fn stripe_sdk_for_node_cannot_tell_the_bank_from_stripe() {
    drive("node", &["--test", "--test-reporter=tap", "stripe.test.mjs"], "# pass 24").await;
}

/// PAY-18: nor can the one for Python.
#[tokio::test(flavor = "multi_thread")]
async fn stripe_sdk_for_python_cannot_tell_the_bank_from_stripe() {
    drive(PYTHON, &["-m", "unittest", "-v", "stripe_test"], "Ran 11 tests").await;
}
