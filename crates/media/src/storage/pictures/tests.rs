use std::fs;
use std::path::Path;

use image::ImageFormat;
use tempfile::TempDir;
use testkit::picture::picture;

use super::*;
use crate::storage::Objects;

const CENTRE: Focus = Focus { x: 50, y: 50 };

fn pictures() -> (TempDir, Pictures) {
    let folder = tempfile::tempdir().unwrap();
    let objects = Objects::open(&format!("file:{}", folder.path().display())).unwrap();
    (folder, Pictures::new(Images::new(objects, 1024 * 1024)))
}

impl Pictures {
    async fn added(&self, alias: &str, file: Vec<u8>) -> Result<NewPicture> {
        let new = self.make(alias, file.into(), self.place()?).await?;
        self.add(&new).await.map(|()| new)
    }
}

/// The files below a folder, by name.
fn files(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let entries: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    let (folders, mut names): (Vec<_>, Vec<_>) = entries.into_iter().partition(|path| path.is_dir());
    names.extend(folders.iter().flat_map(|folder| files(folder).into_iter().map(Into::into)));
    names.iter().map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn all_sizes_of_the_name_are_stored() {
    let (_folder, pictures) = pictures();
    let file = picture(ImageFormat::Jpeg, 700, 350);
    let added = pictures.added("demo", file).await.unwrap();
    assert_eq!(added.files.size, Size { width: 700, height: 350 });
    let PictureFiles { key, hash, format, size, .. } = added.files.clone();
    let name = PictureName { key, hash, focus: CENTRE, width: size.width, format };
    for size in name.sizes() {
        let image = pictures.images.get("demo", &size.to_string()).await.unwrap().expect("every size is there");
        assert_eq!(image::load_from_memory(&image.bytes).unwrap().width(), size.width);
    }
    assert!(!pictures.original(&added.files).await.unwrap().is_empty());
}

/// T2: the same file twice has two keys, which nobody can guess.
#[tokio::test]
async fn keys_are_random() {
    let (_folder, pictures) = pictures();
    let file = picture(ImageFormat::Png, 64, 64);
    let [one, two] = [pictures.added("demo", file.clone()).await, pictures.added("demo", file).await];
    let (one, two) = (one.unwrap().files, two.unwrap().files);
    assert_ne!(one.key, two.key);
    assert_eq!(one.hash, two.hash);
}

#[tokio::test]
async fn another_part_has_another_hash_and_the_old_files_stay() {
    let (folder, pictures) = pictures();
    let added = pictures.added("demo", picture(ImageFormat::Jpeg, 300, 200)).await.unwrap().files;
    let crop = Crop { x: 100, y: 0, width: 200, height: 200 };
    let cut = pictures.render(&added, Some(crop), CENTRE).await.unwrap();
    assert_eq!((cut.size, &cut.key), (Size { width: 200, height: 200 }, &added.key));
    assert_ne!(cut.hash, added.hash);
    assert_eq!(files(&folder.path().join("images")).len(), 2);
    pictures.remove(&added).await.unwrap();
    assert_eq!(files(folder.path()), [""; 0]);
}

#[tokio::test]
async fn removal_spares_other_pictures() {
    let (folder, pictures) = pictures();
    let [gone, kept] = [("demo", 40), ("demo", 50)].map(|(alias, side)| (alias, picture(ImageFormat::Png, side, side)));
    let gone = pictures.added(gone.0, gone.1).await.unwrap();
    let kept = pictures.added(kept.0, kept.1).await.unwrap();
    pictures.added("other", picture(ImageFormat::Png, 60, 60)).await.unwrap();
    pictures.remove(&gone.files).await.unwrap();
    pictures.remove(&PictureFiles { alias: "other".into(), ..kept.files.clone() }).await.unwrap();
    assert_eq!(files(folder.path()).len(), 4);
    assert!(pictures.original(&kept.files).await.is_ok());
}

/// T34: what a storage that failed half-way has of a picture can be removed.
#[tokio::test]
async fn half_a_picture_is_removed() {
    let (folder, pictures) = pictures();
    // A file in the place of the folder: the original can be stored, its sizes cannot.
    fs::create_dir_all(folder.path().join("images")).unwrap();
    fs::write(folder.path().join("images/demo"), "").unwrap();
    let new = pictures.make("demo", picture(ImageFormat::Png, 64, 64).into(), pictures.place().unwrap()).await.unwrap();
    let failed = pictures.add(&new).await;
    assert!(matches!(failed, Err(PictureStorageError::Storage(_))), "{failed:?}");
    assert_eq!(files(&folder.path().join("originals")).len(), 1);
    fs::remove_file(folder.path().join("images/demo")).unwrap();
    pictures.remove(&new.files).await.unwrap();
    pictures.remove(&new.files).await.unwrap();
    assert_eq!(files(folder.path()), [""; 0]);
}

/// T34: the memory of files that wait is bounded, and a place is free again as soon as its file was read.
#[tokio::test]
async fn few_files_wait_at_a_time() {
    let (_folder, pictures) = pictures();
    let mut places: Vec<Place> = (0..MAX_WAITING).map(|_| pictures.place().unwrap()).collect();
    assert!(matches!(pictures.place(), Err(PictureStorageError::Busy)));
    pictures.make("demo", picture(ImageFormat::Png, 64, 64).into(), places.remove(0)).await.unwrap();
    drop(pictures.place().unwrap());
}

/// T34: those who wait to crop a picture hold no original in memory.
#[tokio::test]
async fn original_is_read_when_its_turn_comes() {
    let (_folder, pictures) = pictures();
    let added = pictures.added("demo", picture(ImageFormat::Png, 64, 64)).await.unwrap().files;
    let turn = pictures.turn().await.unwrap();
    let removal = async {
        pictures.remove(&added).await.unwrap();
        drop(turn);
    };
    let (cut, ()) = tokio::join!(pictures.render(&added, None, CENTRE), removal);
    assert!(matches!(cut, Err(PictureStorageError::NoOriginal)), "{cut:?}");
}

#[tokio::test]
async fn refused_files_are_not_stored() {
    let (folder, pictures) = pictures();
    let refused = pictures.added("demo", b"<svg/>".to_vec()).await;
    assert!(matches!(refused, Err(PictureStorageError::Picture(PictureError::Svg))));
    assert_eq!(files(folder.path()), [""; 0]);
}

#[tokio::test]
async fn drawings_have_no_samples() {
    let (_folder, pictures) = pictures();
    pictures.images.put_drawing("demo", "crest.svg", "<svg />".to_owned()).await.unwrap();
    assert_eq!(pictures.samples("demo", "crest.svg").await.unwrap(), None);
    assert_eq!(pictures.samples("demo", "missing.png").await.unwrap(), None);
}
