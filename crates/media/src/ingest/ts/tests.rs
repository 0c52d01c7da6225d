//! Tests with a small multiplexer: streams with lost and changed packets.

use proptest::prelude::*;

use super::section::checksum;
use super::*;
use crate::codec::frame::{Clock, Track};
use crate::codec::tests::AVCC;
use crate::hls::Settings;
use crate::live::Packager;
use crate::live::packager::tests::{NOW, check};

const PROGRAM: u16 = 0x1000;
const PICTURES: u16 = 0x100;
const SOUND: u16 = 0x101;

#[derive(Default)]
struct Muxer {
    counters: std::collections::HashMap<u16, u8>,
    packets: Vec<[u8; PACKET_BYTES]>,
}

impl Muxer {
    fn put(&mut self, pid: u16, mut body: &[u8]) {
        let mut starts = 0x40;
        while !body.is_empty() {
            let counter = self.counters.entry(pid).or_default();
            let [high, low] = pid.to_be_bytes();
            let mut packet = vec![SYNC, high | starts, low, 0x10 | *counter];
            *counter = (*counter + 1) & 0x0f;
            starts = 0;
            let count = body.len().min(184);
            if count < 184 {
                packet[3] |= 0x20;
                let stuffing = 183 - count;
                packet.push(u8::try_from(stuffing).unwrap());
                packet.extend((0..stuffing).map(|index| if index == 0 { 0 } else { 0xff }));
            }
            packet.extend(&body[..count]);
            body = &body[count..];
            self.packets.push(packet.try_into().unwrap());
        }
    }

    fn table(&mut self, pid: u16, id: u8, body: &[u8]) {
        let length = u8::try_from(5 + body.len() + 4).unwrap();
        let mut table = [&[id, 0xb0, length, 0, 1, 0xc1, 0, 0][..], body].concat();
        table.extend(checksum(&table).to_be_bytes());
        self.put(pid, &[&[0][..], &table].concat());
    }

    fn tables(&mut self, streams: &[(u8, u16)]) {
        self.table(0, 0, &[0, 1, 0xf0, 0]);
        let mut body = vec![0xe1, 0, 0xf0, 0];
        for (kind, pid) in streams {
            let [high, low] = pid.to_be_bytes();
            body.extend([*kind, 0xe0 | high, low, 0xf0, 0]);
        }
        self.table(PROGRAM, 2, &body);
    }

    fn unit(&mut self, pid: u16, pts: u64, dts: u64, data: &[u8], tells_length: bool) {
        let stamp = |mark: u8, time: u64| {
            let bits = |shift: u32, mask: u64| u8::try_from(time >> shift & mask).unwrap();
            [
                mark << 4 | bits(30, 7) << 1 | 1,
                bits(22, 255),
                bits(15, 127) << 1 | 1,
                bits(7, 255),
                bits(0, 127) << 1 | 1,
            ]
        };
        let length = if tells_length { u16::try_from(data.len() + 13).unwrap() } else { 0 };
        let [high, low] = length.to_be_bytes();
        let head = [&[0, 0, 1, 0xe0, high, low, 0x80, 0xc0, 10][..], &stamp(3, pts), &stamp(1, dts)];
        self.put(pid, &[head.concat(), data.to_vec()].concat());
    }
}

fn adts(data: &[u8]) -> Vec<u8> {
    let whole = data.len() + 7;
    let bits = |shift: usize, mask: usize| u8::try_from(whole >> shift & mask).unwrap();
    [&[0xff, 0xf1, 0x4c, 0x80 | bits(11, 3), bits(3, 255), bits(0, 7) << 5 | 0x1f, 0xfc][..], data].concat()
}

/// The parameter sets of the configuration that the codec's tests read.
fn sets() -> Vec<u8> {
    [b"\0\0\0\x01", &AVCC[8..34], b"\0\0\x01", &AVCC[37..]].concat()
}

/// Twelve pictures, of which the last ends with the stream, with a key frame at every fourth, two frames of sound with
/// each; the clock wraps on the way.
fn stream() -> Muxer {
    let mut muxer = Muxer::default();
    let start = TIME_MASK - 10_000;
    for picture in 0..12_u8 {
        let dts = (start + u64::from(picture) * 3_600) & TIME_MASK;
        let mut data = b"\0\0\0\x01\x09\xf0".to_vec();
        if picture % 4 == 0 {
            muxer.tables(&[(0x1b, PICTURES), (0x0f, SOUND)]);
            data.extend(sets());
        }
        data.extend([0, 0, 1, if picture % 4 == 0 { 0x65 } else { 0x41 }, picture + 1]);
        data.extend([0xab; 700]);
        muxer.unit(PICTURES, (dts + 3_600) & TIME_MASK, dts, &data, false);
        let sound = [adts(&[picture + 1; 100]), adts(&[picture + 1; 90])].concat();
        muxer.unit(SOUND, dts, dts, &sound, true);
    }
    muxer
}

fn demux(packets: &[[u8; PACKET_BYTES]]) -> Vec<Input> {
    let mut demuxer = Demuxer::default();
    let mut inputs = Vec::new();
    for packets in packets.chunks(7) {
        inputs.extend(demuxer.push(packets.as_flattened()).unwrap());
    }
    inputs.extend(demuxer.end().unwrap());
    inputs
}

fn frames(inputs: &[Input], track: Track) -> Vec<&Frame> {
    let frames = inputs.iter().filter_map(|input| if let Input::Frame(frame) = input { Some(frame) } else { None });
    frames.filter(|frame| frame.track == track).collect()
}

#[test]
fn a_stream_gives_configurations_and_frames() {
    let inputs = demux(&stream().packets);
    let configs: Vec<_> = inputs.iter().filter(|input| matches!(input, Input::Config(_))).collect();
    let [Input::Config(Config::Audio(audio)), Input::Config(Config::Video(video))] = configs[..] else {
        panic!("{configs:?}");
    };
    assert_eq!((video.width(), audio.sample_rate(), audio.channels()), (1280, 48_000, 2));
    let pictures = frames(&inputs, Track::Video);
    assert_eq!(pictures.len(), 12);
    for (index, frame) in pictures.iter().enumerate() {
        assert_eq!(frame.keyframe, index % 4 == 0);
        assert_eq!((&frame.data[..4], frame.data.len()), (&702_u32.to_be_bytes()[..], 706));
        assert_eq!(Clock::Mpeg.distance(frame.dts, frame.pts), 3_600);
    }
    assert!(pictures.windows(2).all(|pair| Clock::Mpeg.distance(pair[0].dts, pair[1].dts) == 3_600));
    let sounds = frames(&inputs, Track::Audio);
    assert_eq!(sounds.len(), 24);
    assert_eq!(Clock::Mpeg.distance(sounds[0].dts, sounds[1].dts), 1_920);
    assert_eq!((&sounds[1].data[..], sounds[2].dts), (&[1; 90][..], pictures[1].dts));
}

/// The first key frame is not lost to sound that comes a little later, and nothing waits for sound that never comes.
#[test]
fn early_pictures_wait_for_the_first_sound() {
    let picture = |muxer: &mut Muxer, at: u64| {
        let data = [&sets()[..], &[0, 0, 1, 0x65, 7]].concat();
        muxer.unit(PICTURES, at, at, &data, false);
    };
    let mut muxer = Muxer::default();
    muxer.tables(&[(0x1b, PICTURES), (0x0f, SOUND)]);
    (0..5).for_each(|index| picture(&mut muxer, index));
    assert_eq!(Demuxer::default().push(muxer.packets.as_flattened()).unwrap(), []);
    assert_eq!(frames(&demux(&muxer.packets), Track::Video).len(), 5);
    muxer.unit(SOUND, 0, 0, &adts(b"sound"), true);
    let inputs = demux(&muxer.packets);
    assert!(matches!(
        inputs[..],
        [
            Input::Config(Config::Audio(_)),
            Input::Config(Config::Video(_)),
            Input::Frame(Frame { dts: 0, track: Track::Video, .. }),
            ..,
            Input::Frame(Frame { track: Track::Audio, .. }),
            Input::Frame(Frame { dts: 4, track: Track::Video, .. }),
        ]
    ));
    let mut muxer = Muxer::default();
    muxer.tables(&[(0x1b, PICTURES), (0x0f, SOUND)]);
    (0..70).for_each(|index| picture(&mut muxer, index));
    assert_eq!(frames(&demux(&muxer.packets), Track::Video).len(), 70);
    let mut muxer = Muxer::default();
    muxer.tables(&[(0x1b, PICTURES)]);
    (0..2).for_each(|index| picture(&mut muxer, index));
    assert_eq!(frames(&demux(&muxer.packets), Track::Video).len(), 2);
}

#[test]
fn sound_may_go_on_in_the_next_unit() {
    let mut muxer = Muxer::default();
    muxer.tables(&[(0x1b, PICTURES), (0x0f, SOUND)]);
    let sound = [adts(&[1; 100]), adts(&[2; 100]), adts(&[3; 100])].concat();
    muxer.unit(SOUND, 1_000, 1_000, &sound[..150], true);
    muxer.unit(SOUND, 9_000, 9_000, &sound[150..], true);
    let inputs = demux(&muxer.packets);
    let times: Vec<_> = frames(&inputs, Track::Audio).iter().map(|frame| (frame.data[0], frame.dts)).collect();
    assert_eq!(times, [(1, 1_000), (2, 2_920), (3, 9_000)]);
}

/// PLAY-05: what is missing is known: the tables, or the pictures that they name.
#[test]
fn missing_tables_or_pictures_are_reported() {
    let mut demuxer = Demuxer::default();
    assert_eq!(demuxer.unshown(), Some(Unshown::NoTables));
    let mut bare = Muxer::default();
    bare.unit(PICTURES, 0, 0, &sets(), false);
    demuxer.push(&bare.packets.concat()).unwrap();
    assert_eq!(demuxer.unshown(), Some(Unshown::NoTables));
    let mut tables = Muxer::default();
    tables.tables(&[(0x1b, PICTURES), (0x0f, SOUND)]);
    demuxer.push(&tables.packets.concat()).unwrap();
    assert_eq!(demuxer.unshown(), Some(Unshown::NoPictures));
    demuxer.push(&stream().packets.concat()).unwrap();
    assert_eq!(demuxer.unshown(), None);
}

#[test]
fn other_codecs_are_refused() {
    let streams = [
        (&[(0x24, PICTURES), (0x0f, SOUND)][..], CodecError::Unsupported),
        (&[(0x1b, PICTURES), (0x03, SOUND)], CodecError::Unsupported),
        (&[(0x0f, SOUND)], CodecError::SoundAlone),
    ];
    for (streams, why) in streams {
        let mut muxer = Muxer::default();
        muxer.tables(streams);
        let pushed = Demuxer::default().push(muxer.packets.as_flattened());
        assert_eq!(pushed, Err(why));
    }
}

proptest! {
    /// Whatever packets are missing, no picture is given that needs a missing one, and none that is not whole.
    #[test]
    fn pictures_resume_at_a_key_frame_after_a_loss(missing in prop::collection::btree_set(0..90_usize, 1..6)) {
        let whole = stream().packets;
        let kept: Vec<_> = whole.iter().enumerate().filter(|(at, _)| !missing.contains(at)).map(|(_, p)| *p).collect();
        let (all, inputs) = (demux(&whole), demux(&kept));
        let (all, pictures) = (frames(&all, Track::Video), frames(&inputs, Track::Video));
        let numbers: Vec<_> = pictures.iter().map(|frame| frame.data[5]).collect();
        for (frame, &number) in pictures.iter().zip(&numbers) {
            prop_assert_eq!(*frame, all[usize::from(number) - 1]);
            prop_assert!(frame.keyframe || numbers.contains(&(number - 1)));
        }
    }

    /// Pieces of any size, with dirt in front, are the same stream.
    #[test]
    fn stream_is_the_same_however_it_is_cut(piece in 1..2000_usize, dirt in prop::collection::vec(0..0x47_u8, 0..300)) {
        let packets = stream().packets;
        let bytes = [&dirt[..], packets.as_flattened()].concat();
        let (mut demuxer, mut inputs) = (Demuxer::default(), Vec::new());
        for piece in bytes.chunks(piece) {
            inputs.extend(demuxer.push(piece).unwrap());
            prop_assert!(demuxer.bytes.len() < PACKET_BYTES);
        }
        inputs.extend(demuxer.end().unwrap());
        prop_assert_eq!(inputs, demux(&packets));
    }

    /// A stream with changed bytes is cut, jumps, changes its codec or ends, and stays a session that holds together.
    #[test]
    fn a_damaged_stream_is_packaged_or_refused(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..20),
    ) {
        let mut bytes = stream().packets.as_flattened().to_vec();
        for (at, with) in changes {
            let at = at.index(bytes.len());
            bytes[at] = with;
        }
        let mut packager = Packager::new(Settings::default());
        let mut events = packager.connect(Clock::Mpeg);
        let mut demuxer = Demuxer::default();
        for piece in bytes.chunks(1316) {
            let Ok(inputs) = demuxer.push(piece) else { break };
            for input in inputs {
                events.extend(match input {
                    Input::Config(config) => packager.config(config),
                    Input::Frame(frame) => packager.frame(frame, NOW),
                });
            }
        }
        events.extend(packager.end());
        check(&events);
    }

    #[test]
    fn any_bytes_are_parsed_without_panic(packets in prop::collection::vec(prop::collection::vec(any::<u8>(), 184), 0..40)) {
        let mut demuxer = Demuxer::default();
        let mut muxer = Muxer::default();
        muxer.tables(&[(0x1b, PICTURES), (0x0f, SOUND)]);
        let _ = demuxer.push(muxer.packets.as_flattened());
        for packet in packets {
            // Streams that exist, and anything behind their headers.
            let pid = [0x00, 0x01, 0x11, 0x10, 0x51][usize::from(packet[0]) % 5];
            let _ = demuxer.push(&[&[SYNC, pid, packet[1] & 1, packet[2] & 0x3f], &packet[..]].concat());
        }
    }
}
