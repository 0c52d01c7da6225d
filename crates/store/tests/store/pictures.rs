//! The picture library, and what leads to its pictures.

use domain::content::{Slide, StaticBlock};
use domain::editing::Editable;
use domain::ids::ChannelId;
use domain::operator::Action;
use domain::picture::{Focus, Picture, PictureFiles, PictureFormat, PictureUseKind, Size};
use domain::time::Timestamp;
use store::{AuditEntry, ChannelPicture, ChannelPictureSet, JobKind, PictureRemoval, PictureUse, Versioned};
use testkit::{TestDatabase, audit_entry, channel};

async fn channels(test: &TestDatabase) -> [ChannelId; 2] {
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    [demo, test.store.channel_import(channel("other", 1001)).await.unwrap()]
}

fn files(key: char, hash: char) -> PictureFiles {
    let [key, hash] = [key, hash].map(|sign| sign.to_string().repeat(16));
    PictureFiles {
        alias: "demo".into(),
        key,
        hash,
        format: PictureFormat::Jpg,
        size: Size { width: 1280, height: 640 },
    }
}

async fn create(test: &TestDatabase, channel: ChannelId, name: &'static str, key: char) -> Versioned<Picture> {
    let change = move |picture: &mut Picture| {
        picture.name = name.to_owned();
        picture.original = Size { width: 1600, height: 800 };
        picture.files = files(key, 'a');
    };
    test.store.edit_create(channel, None, change, audit_entry(Action::UploadPicture)).await.unwrap().unwrap()
}

async fn show(test: &TestDatabase, channel: ChannelId, picture: &Picture) {
    let address = picture.address();
    let change = move |slide: &mut Slide| slide.image = Some(address.clone());
    test.store.edit(channel, 1, 1, change, audit_entry(Action::UpdateSlide)).await.unwrap().unwrap();
}

/// A picture reads back as it was stored, and only on its channel.
#[tokio::test]
async fn picture_reads_back() {
    let test = TestDatabase::new().await;
    let [demo, other] = channels(&test).await;
    let cup = create(&test, demo, "Cup", '1').await;
    let crowd = create(&test, demo, "Crowd", '2').await;
    assert_eq!(test.store.picture(demo, cup.item.id).await.unwrap(), Some(cup.clone()));
    assert_eq!(test.store.picture(other, cup.item.id).await.unwrap(), None);
    assert_eq!(test.store.edited::<Picture>(demo).await.unwrap(), [cup, crowd]);
    assert_eq!(test.store.edited::<Picture>(other).await.unwrap(), []);
}

/// New files of a picture are shown by whatever showed the old ones; another picture's users stay as they are.
#[tokio::test]
async fn update_leads_to_the_new_files() {
    let test = TestDatabase::new().await;
    let [demo, _] = channels(&test).await;
    let cup = create(&test, demo, "Cup", '1').await.item;
    let crowd = create(&test, demo, "Crowd", '2').await.item;
    show(&test, demo, &cup).await;
    let html = format!("<p><img src=\"{}\"></p><img src=\"{}\">", cup.address(), crowd.address());
    let change = move |block: &mut StaticBlock| block.content = html.clone();
    test.store.edit(demo, 1, 1, change, audit_entry(Action::UpdateBlock)).await.unwrap().unwrap();
    for (which, action) in [(ChannelPicture::Logo, Action::SetLogo), (ChannelPicture::Icon, Action::SetIcon)] {
        let set = test.store.channel_picture_set(demo, which, Some(cup.id), None, audit_entry(action)).await.unwrap();
        assert_eq!(set, ChannelPictureSet::Done(Some(cup.address())));
    }

    let change = |picture: &mut Picture| {
        picture.files = files('1', 'b');
        picture.focus = Focus { x: 0, y: 100 };
    };
    let entry = audit_entry(Action::UpdatePicture);
    let cut = test.store.picture_update(demo, cup.id, 1, change, entry).await.unwrap().unwrap();
    let address = cut.item.address();
    assert!(address.ends_with("-bbbbbbbbbbbbbbbb-0-100-1280.jpg"), "{address}");
    let slides = test.store.edited::<Slide>(demo).await.unwrap();
    assert_eq!((slides[0].item.image.as_deref(), slides[0].version), (Some(&*address), 3));
    assert_eq!(slides[1].version, 1);
    let block = test.store.edited::<StaticBlock>(demo).await.unwrap().remove(0);
    assert!(block.item.content.contains(&address) && block.item.content.contains(&crowd.address()));
    for which in [ChannelPicture::Logo, ChannelPicture::Icon] {
        assert_eq!(test.store.channel_picture(demo, which).await.unwrap().as_ref(), Some(&address));
    }
    let uses = test.store.picture_uses(demo).await.unwrap();
    assert_eq!(uses[&cut.item.files.key].len(), 4);
    assert_eq!(uses[&crowd.files.key].len(), 1);

    // Words alone lead nowhere new.
    let rename = |picture: &mut Picture| picture.name = "The cup".to_owned();
    let entry = audit_entry(Action::UpdatePicture);
    test.store.picture_update(demo, cup.id, 2, rename, entry).await.unwrap().unwrap();
    assert_eq!(test.store.edited::<Slide>(demo).await.unwrap()[0].version, 3);
}

/// A picture that something shows is not removed, whatever version is named.
#[tokio::test]
async fn removal_is_refused_while_in_use() {
    let test = TestDatabase::new().await;
    let [demo, other] = channels(&test).await;
    let cup = create(&test, demo, "Cup", '1').await.item;
    show(&test, demo, &cup).await;
    let remove = async |channel, version| {
        let entry = audit_entry(Action::RemovePicture);
        test.store.picture_remove(channel, cup.id, version, entry).await.unwrap()
    };
    let name = Some(test.store.edited::<Slide>(demo).await.unwrap()[0].item.label().to_owned());
    let used = PictureRemoval::InUse(vec![PictureUse { kind: PictureUseKind::Slide, id: Some(1), name }]);
    assert_eq!(remove(demo, 1).await, used);
    assert!(matches!(remove(other, 1).await, PictureRemoval::Refused(store::EditError::NotFound)));
    let change = |slide: &mut Slide| slide.image = None;
    test.store.edit(demo, 1, 2, change, audit_entry(Action::UpdateSlide)).await.unwrap().unwrap();
    assert!(matches!(remove(demo, 2).await, PictureRemoval::Refused(store::EditError::Stale(_))));
    assert_eq!(remove(demo, 1).await, PictureRemoval::Removed { version: 2, files: cup.files.clone() });
    assert!(matches!(remove(demo, 1).await, PictureRemoval::Refused(_)));
}

/// An import that keeps edits keeps a logo of the library; any other brings its own.
#[tokio::test]
async fn import_that_keeps_edits_keeps_the_logo() {
    let test = TestDatabase::new().await;
    let [demo, _] = channels(&test).await;
    let cup = create(&test, demo, "Cup", '1').await.item;
    let (logo, entry) = (ChannelPicture::Logo, audit_entry(Action::SetLogo));
    test.store.channel_picture_set(demo, logo, Some(cup.id), None, entry).await.unwrap();
    let mut again = channel("demo", 1);
    again.profile.logo = Some("/storage/images/demo/drawn.svg".to_owned());
    again.keeps_edits = true;
    test.store.channel_import(again.clone()).await.unwrap();
    assert_eq!(test.store.channel_picture(demo, logo).await.unwrap(), Some(cup.address()));
    again.keeps_edits = false;
    test.store.channel_import(again).await.unwrap();
    assert_eq!(
        test.store.channel_picture(demo, logo).await.unwrap().as_deref(),
        Some("/storage/images/demo/drawn.svg")
    );
}

/// Files are stored before their row is, and outlive it: a job removes those of pictures that the channel does not have.
#[tokio::test]
async fn files_without_a_picture_are_removed() {
    let test = TestDatabase::new().await;
    let [demo, other] = channels(&test).await;
    let kept = create(&test, demo, "Cup", '1').await.item;
    let due = async || test.store.job_claim(JobKind::RemovePicture, 1_000, Timestamp(500)).await.unwrap();
    let begin = async |channel, key, until| {
        test.store.picture_begin(channel, files(key, 'a'), Timestamp(until)).await.unwrap();
    };
    begin(demo, '2', 501).await;
    assert_eq!(due().await, None);
    begin(demo, '1', 500).await;
    let job = due().await.unwrap();
    assert_eq!(test.store.picture_gone(&job).await.unwrap(), None, "it has come to be");
    begin(other, '1', 500).await;
    let job = due().await.unwrap();
    assert_eq!(test.store.picture_gone(&job).await.unwrap(), Some(files('1', 'a')), "another channel's has not");
    assert_eq!(due().await, None);

    let entry = AuditEntry { at: Timestamp(400), ..audit_entry(Action::RemovePicture) };
    let removed = test.store.picture_remove(demo, kept.id, 1, entry).await.unwrap();
    assert!(matches!(removed, PictureRemoval::Removed { .. }), "{removed:?}");
    let job = due().await.unwrap();
    assert_eq!(test.store.picture_gone(&job).await.unwrap(), Some(kept.files));
}
