//! Examines a file with ffprobe and decides whether it is accepted.

use std::path::Path;
use std::time::Duration;

use domain::captions::Language;
use serde::Deserialize;

use super::texts::TextTrack;
use super::{ImportError, Limits, Refused};
use crate::ffmpeg::{Ffmpeg, FfmpegError, Job, Limits as ChildLimits, MAX_PIXELS, is_allowed_codec, is_text_codec};

const MAX_ANSWER_BYTES: usize = 256 * 1024;
/// Longer between two pictures is taken for a break of the stream; then it is encoded, with pictures in between.
const MIN_FRAME_RATE: f64 = 5.0;
const MAX_FRAME_RATE: f64 = 60.0;
/// A claim may be off by this, and by a tenth of itself.
const LENGTH_TOLERANCE: Duration = Duration::from_secs(2);
/// Each is another look at the whole file.
const MAX_TEXT_TRACKS: usize = 8;

pub(super) struct ProbedFile {
    /// As the file claims.
    pub(super) length: Option<Duration>,
    pub(super) picture: Picture,
    pub(super) sound: Option<Sound>,
    /// Captions, one of each language.
    pub(super) texts: Vec<TextTrack>,
}

pub(super) struct Picture {
    pub(super) index: u32,
    /// Whether browsers show it as it is.
    pub(super) pass: bool,
    /// As it is shown, turned the right way.
    upright: bool,
    rate: Option<(u32, u32)>,
}

pub(super) struct Sound {
    pub(super) index: u32,
    pub(super) pass: bool,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    streams: Vec<Stream>,
    #[serde(default)]
    format: Format,
}

#[derive(Default, Deserialize)]
struct Format {
    duration: Option<String>,
}

#[derive(Deserialize)]
struct Stream {
    index: u32,
    #[serde(default)]
    codec_type: String,
    #[serde(default)]
    codec_name: String,
    #[serde(default)]
    profile: String,
    #[serde(default)]
    pix_fmt: String,
    #[serde(default)]
    field_order: String,
    #[serde(default)]
    width: u32,
    #[serde(default)]
    height: u32,
    #[serde(default)]
    channels: u32,
    #[serde(default)]
    avg_frame_rate: String,
    duration: Option<String>,
    #[serde(default)]
    disposition: Disposition,
    #[serde(default)]
    side_data_list: Vec<SideData>,
    #[serde(default)]
    tags: Tags,
}

#[derive(Default, Deserialize)]
struct Tags {
    #[serde(default)]
    language: String,
}

#[derive(Default, Deserialize)]
struct Disposition {
    #[serde(default)]
    attached_pic: u8,
    /// For what is said in other languages than the film's, and nothing else of it.
    #[serde(default)]
    forced: u8,
}

#[derive(Deserialize)]
struct SideData {
    #[serde(default)]
    rotation: f64,
}

const ENTRIES: &str = "format=duration:stream=index,codec_type,codec_name,profile,pix_fmt,field_order,width,height,\
    channels,avg_frame_rate,duration:stream_disposition=attached_pic,forced:stream_side_data=rotation:stream_tags=language";

pub(super) async fn probe(ffmpeg: &Ffmpeg, file: &Path, limits: Limits) -> Result<ProbedFile, ImportError> {
    let child = ChildLimits { file: 0, ..ChildLimits::default() };
    let job = Job::ffprobe(child).args("-of json -show_entries").arg(ENTRIES).read_texts(file);
    match job.run(ffmpeg, &[], MAX_ANSWER_BYTES).await {
        Ok(said) => {
            let answer = serde_json::from_slice(&said).map_err(|error| Refused::NotVideo(error.to_string()))?;
            Ok(classify(answer, limits)?)
        }
        Err(FfmpegError::Failed(reason)) if reason.contains("moov atom not found") => {
            Err(Refused::Broken("its table of contents is missing".to_owned()).into())
        }
        Err(FfmpegError::Failed(reason)) => Err(match closed_codec(&reason) {
            Some(codec) => Refused::Codec(codec.to_owned()).into(),
            None => Refused::NotVideo(reason).into(),
        }),
        Err(FfmpegError::TooMuch) => Err(Refused::TooManyStreams(limits.streams).into()),
        Err(FfmpegError::TooSlow) => Err(Refused::TooSlow.into()),
        Err(error) => Err(ImportError::Ffmpeg(error)),
    }
}

/// The codec that ffprobe was not allowed to use, by its own words.
fn closed_codec(reason: &str) -> Option<&str> {
    reason.strip_prefix("Codec (")?.split_once(") not on whitelist").map(|(codec, _)| codec)
}

fn classify(answer: Answer, limits: Limits) -> Result<ProbedFile, Refused> {
    if answer.streams.len() > limits.streams {
        return Err(Refused::TooManyStreams(limits.streams));
    }
    let of = |kind: &'static str| answer.streams.iter().filter(move |stream| stream.codec_type == kind);
    // The cover of a song is not a video.
    let video = of("video").find(|stream| stream.disposition.attached_pic == 0).ok_or(Refused::NoPicture)?;
    if !is_allowed_codec(&video.codec_name) {
        return Err(Refused::Codec(video.codec_name.chars().take(40).collect()));
    }
    if u64::from(video.width) * u64::from(video.height) > u64::from(MAX_PIXELS) {
        return Err(Refused::TooManyPixels(video.width, video.height));
    }
    if video.width < 16 || video.height < 16 {
        return Err(Refused::NoPicture);
    }
    let length = video.duration.as_deref().or(answer.format.duration.as_deref()).and_then(seconds);
    if length.is_some_and(|length| length > limits.length) {
        return Err(Refused::TooLong(limits.length));
    }
    let sound = of("audio").find(|stream| is_allowed_codec(&stream.codec_name)).map(|stream| Sound {
        index: stream.index,
        pass: stream.codec_name == "aac" && matches!(stream.profile.as_str(), "LC" | "HE-AAC") && stream.channels <= 2,
    });
    Ok(ProbedFile { length, picture: picture(video), sound, texts: texts(of("subtitle")) })
}

/// The first of each language.
fn texts<'a>(streams: impl Iterator<Item = &'a Stream>) -> Vec<TextTrack> {
    let mut texts: Vec<TextTrack> = Vec::new();
    for stream in streams.filter(|stream| is_text_codec(&stream.codec_name) && stream.disposition.forced == 0) {
        let language = Language::of_file(&stream.tags.language);
        if texts.len() < MAX_TEXT_TRACKS && texts.iter().all(|known| known.language != language) {
            texts.push(TextTrack { index: stream.index, language });
        }
    }
    texts
}

fn picture(video: &Stream) -> Picture {
    let rotation = video.side_data_list.iter().map(|side| side.rotation).find(|rotation| *rotation != 0.0);
    let turned = rotation.is_some_and(|rotation| rotation.abs() % 180.0 == 90.0);
    let rate = ratio(&video.avg_frame_rate);
    let steady = rate.is_some_and(|(up, down)| f64::from(up) / f64::from(down) >= MIN_FRAME_RATE);
    let pass = video.codec_name == "h264"
        && matches!(video.pix_fmt.as_str(), "yuv420p" | "yuvj420p")
        && matches!(video.profile.as_str(), "Baseline" | "Constrained Baseline" | "Main" | "High")
        && matches!(video.field_order.as_str(), "" | "unknown" | "progressive")
        && rotation.is_none()
        && steady;
    Picture { index: video.index, pass, upright: (video.height > video.width) != turned, rate }
}

impl Picture {
    /// 720p at most, whichever way it stands.
    pub(super) fn room(&self) -> (u32, u32) {
        if self.upright { (720, 1280) } else { (1280, 720) }
    }

    /// Pictures a second to encode with.
    pub(super) fn rate(&self) -> String {
        match self.rate {
            Some((up, down)) if (MIN_FRAME_RATE..=MAX_FRAME_RATE).contains(&(f64::from(up) / f64::from(down))) => {
                format!("{up}/{down}")
            }
            Some((up, down)) if f64::from(up) / f64::from(down) > MAX_FRAME_RATE => "60".to_owned(),
            _ => "30".to_owned(),
        }
    }
}

impl ProbedFile {
    /// A file that ends long before its claim was cut off.
    pub(super) fn check_length(&self, reached: Duration) -> Result<(), Refused> {
        match self.length {
            Some(length) if reached + LENGTH_TOLERANCE < length * 9 / 10 => {
                let (reached, length) = (reached.as_secs(), length.as_secs());
                Err(Refused::Broken(format!("{reached} of {length} seconds are there")))
            }
            _ => Ok(()),
        }
    }
}

fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok().filter(|length| !length.is_zero())
}

fn ratio(text: &str) -> Option<(u32, u32)> {
    let (up, down) = text.split_once('/')?;
    let (up, down): (u32, u32) = (up.parse().ok()?, down.parse().ok()?);
    (up > 0 && down > 0).then_some((up, down))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classified(streams: &str) -> Result<ProbedFile, Refused> {
        let text = format!(r#"{{"streams":[{streams}],"format":{{"duration":"10.5"}}}}"#);
        classify(serde_json::from_str(&text).unwrap(), Limits::default())
    }

    fn video(more: &str) -> String {
        format!(
            r#"{{"index":0,"codec_type":"video","codec_name":"h264","profile":"High","pix_fmt":"yuv420p","width":1280,
            "height":720,"avg_frame_rate":"30/1"{more}}}"#
        )
    }

    #[test]
    fn video_that_browsers_cannot_show_is_not_passed_through() {
        let passes = |more: &str| classified(&video(more)).unwrap().picture.pass;
        assert!(passes(""));
        for more in [
            r#","field_order":"tt""#,
            r#","side_data_list":[{"rotation":-90}]"#,
            r#","side_data_list":[{},{"rotation":180}]"#,
        ] {
            assert!(!passes(more), "{more}");
        }
        let turned = classified(&video(r#","side_data_list":[{"rotation":-90}]"#)).unwrap();
        assert_eq!(turned.picture.room(), (720, 1280));
        for (from, to) in
            [("h264", "hevc"), ("High", "High 10"), ("yuv420p", "yuv422p"), ("30/1", "1/1"), ("30/1", "0/0")]
        {
            assert!(!classified(&video("").replace(from, to)).unwrap().picture.pass, "{to}");
        }
        assert_eq!(classified(&video("").replace("30/1", "240/1")).unwrap().picture.rate(), "60");
        assert_eq!(classified(&video("").replace("30/1", "30000/1001")).unwrap().picture.rate(), "30000/1001");
    }

    /// PLAY-08: what can be read of a file is one text of each language.
    #[test]
    fn captions_are_found() {
        let text = |index: u32, codec: &str, more: &str| {
            format!(r#"{{"index":{index},"codec_type":"subtitle","codec_name":"{codec}"{more}}}"#)
        };
        let found = classified(
            &[
                video(""),
                text(1, "hdmv_pgs_subtitle", r#","tags":{"language":"eng"}"#),
                text(2, "mov_text", r#","tags":{"language":"eng"},"disposition":{"forced":1}"#),
                text(3, "mov_text", r#","tags":{"language":"eng"}"#),
                text(4, "subrip", r#","tags":{"language":"eng"}"#),
                text(5, "ass", ""),
                text(6, "webvtt", r#","tags":{"language":"fre","title":"x"}"#),
            ]
            .join(","),
        );
        let found = found.unwrap().texts.iter().map(|text| (text.index, text.language.tag())).collect::<Vec<_>>();
        assert_eq!(found, [(3, "en"), (5, "und"), (6, "fr")]);
    }

    /// T33: limits hold on what a file claims.
    #[test]
    fn claims_over_the_limits_are_refused() {
        let refused = |streams: &str| classified(streams).err();
        let cover = video(r#","disposition":{"attached_pic":1}"#);
        assert_eq!(refused(&cover), Some(Refused::NoPicture));
        assert_eq!(refused(""), Some(Refused::NoPicture));
        let huge = video("").replace("1280", "10000").replace("720", "10000");
        assert_eq!(refused(&huge), Some(Refused::TooManyPixels(10_000, 10_000)));
        let long = video(r#","duration":"43201""#);
        assert!(matches!(refused(&long), Some(Refused::TooLong(_))));
        assert_eq!(refused(&video("").replace("h264", "png")), Some(Refused::Codec("png".to_owned())));
        assert_eq!(refused(&[video("").as_str(); 17].join(",")), Some(Refused::TooManyStreams(16)));
        for odd in ["NaN", "-5", "inf", "1e300", "x", "0"] {
            assert_eq!(seconds(odd), None, "{odd}");
        }
    }

    /// T33: what opens other files is refused by the lists too, without a look at its first bytes.
    #[tokio::test]
    async fn playlist_formats_are_refused_by_the_allow_list() {
        let ffmpeg = Ffmpeg::find().expect("scripts/setup-system installs ffmpeg");
        let folder = tempfile::tempdir().unwrap();
        let paid = folder.path().join("paid.ts");
        let make =
            Job::ffmpeg(ChildLimits::default()).args("-f lavfi -i testsrc2=s=64x64 -t 1 -c:v mpeg2video -f mpegts");
        std::fs::write(&paid, make.args("pipe:1").run(&ffmpeg, &[], MAX_ANSWER_BYTES).await.unwrap()).unwrap();
        let paid = paid.display();
        let texts = [
            format!("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n{paid}\n#EXT-X-ENDLIST\n"),
            format!("ffconcat version 1.0\nfile '{paid}'\n"),
        ];
        let ffmpeg = ffmpeg.without_sandbox();
        for (text, name) in texts.iter().zip(["a.m3u8", "a.ffconcat"]) {
            let file = folder.path().join(name);
            std::fs::write(&file, text).unwrap();
            // Left to itself, ffprobe opens the other file.
            let open = Job::ffprobe(ChildLimits::default()).args("-show_entries stream=codec_name -of csv");
            let open = if name == "a.ffconcat" { open.args("-safe 0") } else { open };
            let said = open.arg(&file).run(&ffmpeg, &[], MAX_ANSWER_BYTES).await.unwrap();
            assert!(String::from_utf8_lossy(&said).contains("mpeg2video"), "{name}");
            let refused = probe(&ffmpeg, &file, Limits::default()).await.err();
            assert!(matches!(refused, Some(ImportError::Refused(Refused::NotVideo(_)))), "{name}: {refused:?}");
        }
    }
}
