//! The web apps are embedded from their build folders; make these exist, so that the crate also compiles before them.

fn main() -> std::io::Result<()> {
    for app in ["viewer", "console"] {
        let dist = std::path::PathBuf::from(format!("../../web/apps/{app}/dist"));
        std::fs::create_dir_all(&dist)?;
        println!("cargo:rerun-if-changed={}", dist.display());
    }
    Ok(())
}
