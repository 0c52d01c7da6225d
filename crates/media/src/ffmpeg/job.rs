//! The arguments and limits of a child process.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use super::child::Child;
use super::{Bound, Ffmpeg, FfmpegError};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    Ffmpeg,
    Ffprobe,
}

/// What a child may use up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// By the clock on the wall; none for one that lives as long as a game.
    pub time: Option<Duration>,
    pub cpu: Duration,
    /// Of addresses, in bytes: what is asked for beyond is refused, and the child gives up.
    pub memory: u64,
    /// Of a file that it writes.
    pub file: u64,
    /// From 0 to 19: serving people comes first.
    pub nice: u8,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: Some(Duration::from_secs(60)),
            cpu: Duration::from_secs(60),
            memory: 1024 * 1024 * 1024,
            file: 64 * 1024 * 1024,
            nice: 10,
        }
    }
}

/// The accepted container formats of uploads. No playlists, scripts, pictures or devices, because those can refer to
/// other files.
const ALLOWED_FORMATS: &str = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mpegts,mpeg,flv,avi,asf,ogg";

/// What cameras, phones and editors write. Everything else stays closed, and what reads text but for captions.
const ALLOWED_CODECS: &str = "h264,hevc,av1,libdav1d,vp8,vp9,mpeg4,msmpeg4v3,mpeg2video,mpeg1video,h263,wmv3,vc1,theora,prores,\
    dnxhd,dvvideo,mjpeg,aac,aac_fixed,mp3,mp3float,mp2,mp2float,ac3,ac3_fixed,eac3,opus,libopus,vorbis,flac,alac,wmav2,\
    wmapro,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_u8,pcm_alaw,pcm_mulaw,\
    adpcm_ima_wav,adpcm_ima_qt,adpcm_ms";

/// Captions as text. ffprobe opens what reads them to look at a file, as it does with the painted ones of discs and
/// broadcasts, which nothing is ever made of.
const TEXT_CODECS: &str = "mov_text,subrip,srt,ass,ssa,webvtt,text";
const BITMAP_SUBTITLE_CODECS: &str = "dvdsub,dvbsub,pgssub,xsub,cc_dec";

/// Whether captions can be made from this codec.
pub(crate) fn is_text_codec(codec: &str) -> bool {
    TEXT_CODECS.split(',').any(|text| text == codec)
}

/// Whether a codec is one of pictures and sound that are taken.
pub(crate) fn is_allowed_codec(codec: &str) -> bool {
    ALLOWED_CODECS.split(',').any(|taken| taken == codec)
}

/// 4096 by 2304: more than any camera that we would take.
pub(crate) const MAX_PIXELS: u32 = 4096 * 2304;

#[derive(Clone, Debug)]
pub struct Job {
    pub(super) program: Program,
    pub(super) limits: Limits,
    pub(super) files: Vec<Bound>,
    pub(super) arguments: Vec<Argument>,
}

/// A name of a file depends on where the child looks from.
#[derive(Clone, Debug)]
pub(super) enum Argument {
    Plain(OsString),
    File(usize),
}

impl Job {
    pub fn ffmpeg(limits: Limits) -> Self {
        let job = Self { program: Program::Ffmpeg, limits, files: Vec::new(), arguments: Vec::new() };
        job.args("-nostdin -hide_banner -loglevel error -filter_threads 1 -y")
    }

    pub fn ffprobe(limits: Limits) -> Self {
        let job = Self { program: Program::Ffprobe, limits, files: Vec::new(), arguments: Vec::new() };
        job.args("-hide_banner -loglevel error")
    }

    /// Words of ours, separated by spaces.
    pub fn args(mut self, words: &str) -> Self {
        self.arguments.extend(words.split_whitespace().map(|word| Argument::Plain(word.into())));
        self
    }

    /// One argument, whatever is in it.
    pub fn arg(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(Argument::Plain(argument.into()));
        self
    }

    /// Reads video and audio of an untrusted file, limited to the allowed formats and codecs.
    pub fn read_file(self, path: &Path) -> Self {
        self.read(path, ALLOWED_CODECS.to_owned())
    }

    /// The same with its captions.
    pub fn read_texts(self, path: &Path) -> Self {
        self.read(path, format!("{ALLOWED_CODECS},{TEXT_CODECS},{BITMAP_SUBTITLE_CODECS}"))
    }

    fn read(mut self, path: &Path, codecs: String) -> Self {
        self = self.args("-protocol_whitelist file -format_whitelist").arg(ALLOWED_FORMATS).decode_limits_of(codecs);
        self = self.args("-max_streams 16 -i");
        self.files.push(Bound::new(path, false));
        self.arguments.push(Argument::File(self.files.len() - 1));
        self
    }

    /// Reads a picture in just this format.
    pub fn read_picture(mut self, path: &Path, format: &str) -> Self {
        self = self.args("-protocol_whitelist file -format_whitelist").arg(format);
        self = self.args("-codec_whitelist png,mjpeg,webp,librsvg -max_pixels").arg(MAX_PIXELS.to_string());
        self = self.args("-f").arg(format).args("-i");
        self.files.push(Bound::new(path, false));
        self.arguments.push(Argument::File(self.files.len() - 1));
        self
    }

    /// Reads what is written to its standard input, in just this format.
    pub fn read_pipe(self, format: &str) -> Self {
        self.args("-protocol_whitelist pipe -format_whitelist").arg(format).args("-f").arg(format).args("-i pipe:0")
    }

    /// What decoders may be, and how large their pictures; stands before an input.
    pub fn decode_limits(self) -> Self {
        self.decode_limits_of(ALLOWED_CODECS.to_owned())
    }

    fn decode_limits_of(self, codecs: String) -> Self {
        let job = self.args("-codec_whitelist").arg(codecs).args("-max_pixels").arg(MAX_PIXELS.to_string());
        // ffprobe has no threads to be told of.
        if job.program == Program::Ffmpeg { job.args("-threads 1") } else { job }
    }

    /// Writes into a file that is there already.
    pub fn write_file(mut self, path: &Path) -> Self {
        self.files.push(Bound::new(path, true));
        self.arguments.push(Argument::File(self.files.len() - 1));
        self
    }

    /// Starts it with its standard input and output as pipes, and `more` pipes out, as numbers 3 and on.
    pub fn start(self, ffmpeg: &Ffmpeg, more: u8) -> Result<Child, FfmpegError> {
        Child::start(ffmpeg, self, more)
    }

    /// Runs it on some input, and gives what it wrote to its standard output, of which it may write `most` bytes.
    pub async fn run(self, ffmpeg: &Ffmpeg, input: &[u8], most: usize) -> Result<Vec<u8>, FfmpegError> {
        self.start(ffmpeg, 0)?.communicate(input, most).await
    }

    pub(super) fn line(self, ffmpeg: &Ffmpeg) -> Vec<OsString> {
        let name = |file: &Bound| {
            let mut name = OsString::from("file:");
            name.push(if ffmpeg.is_sandboxed() { Path::new(file.inside()) } else { &file.outside });
            name
        };
        let word = |argument| match argument {
            Argument::Plain(word) => Some(word),
            Argument::File(index) => self.files.get(index).map(name),
        };
        let arguments = self.arguments.into_iter().filter_map(word).collect();
        ffmpeg.line(self.program, &self.limits, &self.files, arguments)
    }
}
