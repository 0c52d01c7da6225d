use std::io::Read;

use super::*;
use crate::hls::Gap;
use crate::live::Packager;
use crate::live::packager::tests::{Encoder, NOW, game};

/// A segment of four seconds, the one after those before it.
pub(crate) fn entry(number: u64) -> Entry {
    let head =
        Head { number, init: 0, start: number * 4, timescale: 1, wall: NOW, discontinuity: false, discontinuities: 0 };
    Entry::new(&head, 4)
}

fn text(bytes: &Bytes) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn playlist(events: &[SegmentEvent], rendition: Rendition) -> MediaPlaylist {
    let mut playlist = MediaPlaylist::new(rendition, Settings::default());
    for event in events {
        playlist.apply(event);
    }
    playlist
}

fn live(seconds: u64) -> (Packager, Encoder, Vec<SegmentEvent>) {
    let mut packager = Packager::new(Settings::default());
    let mut encoder = Encoder::new(30, 60);
    let mut events = encoder.connect(&mut packager);
    events.extend(encoder.run(&mut packager, seconds));
    (packager, encoder, events)
}

#[test]
fn a_game_that_has_just_begun() {
    let (_, _, events) = live(5);
    let rendered = playlist(&events, Rendition::SOURCE).render(&[]);
    let mut expected = String::from(
        "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:4\n\
         #EXT-X-INDEPENDENT-SEGMENTS\n\
         #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.635,CAN-SKIP-UNTIL=24\n\
         #EXT-X-PART-INF:PART-TARGET=0.545\n#EXT-X-MEDIA-SEQUENCE:0\n#EXT-X-MAP:URI=\"init-0.mp4\"\n\
         #EXT-X-PROGRAM-DATE-TIME:2023-11-14T22:13:20.000Z\n",
    );
    for part in 0..8 {
        let independent = if part % 4 == 0 { ",INDEPENDENT=YES" } else { "" };
        expected += &format!("#EXT-X-PART:DURATION=0.500,URI=\"0.{part}.m4s\"{independent}\n");
    }
    expected += "#EXTINF:4.000,\n0.m4s\n#EXT-X-PART:DURATION=0.500,URI=\"1.0.m4s\",INDEPENDENT=YES\n\
         #EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"1.1.m4s\"\n";
    assert_eq!(text(&rendered.full), expected);
    assert_eq!(rendered.full, rendered.delta);
    assert_eq!(rendered.edge, Edge { number: 1, parts: 1, last_parts: 8, ended: false });
}

#[test]
fn parts_are_listed_within_three_target_durations_only() {
    let (_, _, events) = live(62);
    for rendition in [Rendition::SOURCE, Rendition::SOUND] {
        let rendered = playlist(&events, rendition).render(&[]);
        let full = text(&rendered.full);
        let listed: Vec<u64> = (0..20).filter(|n| full.contains(&format!("URI=\"{n}.0.m4s\""))).collect();
        assert_eq!(listed, [13, 14, 15], "{rendition}");
        assert_eq!(full.matches("#EXTINF").count(), 15);
        // A delta leaves out what ended six target durations ago, and says again what it needs.
        let delta = text(&rendered.delta);
        let after = delta.split_once("#EXT-X-SKIP:SKIPPED-SEGMENTS=9\n").unwrap().1;
        assert!(
            after.starts_with(&format!("#EXT-X-MAP:URI=\"init-{}.mp4\"", u8::from(rendition != Rendition::SOURCE)))
        );
        assert!(after.contains("#EXT-X-PROGRAM-DATE-TIME"));
        let tail = full.split_once("\n11.m4s\n").unwrap().1;
        assert!(delta.ends_with(tail), "{delta}");
    }
}

#[test]
fn the_cache_says_what_a_fresh_rendering_says() {
    let (mut packager, mut encoder, mut events) = live(70);
    events.extend(packager.disconnect());
    events.extend(Encoder::new(30, 60).connect(&mut packager));
    events.extend(encoder.run(&mut packager, 70));
    let mut cached = playlist(&events, Rendition::SOURCE);
    let before = cached.render(&[]);
    let mut unpacked = Vec::new();
    flate2::read::GzDecoder::new(&before.gzip[..]).read_to_end(&mut unpacked).unwrap();
    assert_eq!(before.full, unpacked);
    cached.rebuild();
    assert_eq!(before.full, cached.render(&[]).full);
    cached.apply(&SegmentEvent::Ended);
    let fresh = MediaPlaylist::recorded(Rendition::SOURCE, Settings::default(), cached.entries().to_vec(), true);
    assert_eq!(text(&cached.render(&[]).full), text(&fresh.render(&[]).full));
}

#[test]
fn a_discontinuity_stands_before_the_parts_of_the_open_segment() {
    let (mut packager, _, mut events) = live(6);
    events.extend(packager.disconnect());
    let mut encoder = Encoder::new(30, 60);
    events.extend(encoder.connect(&mut packager));
    events.extend(encoder.run(&mut packager, 1));
    let full = text(&playlist(&events, Rendition::SOURCE).render(&[]).full);
    assert!(full.contains("\n1.m4s\n#EXT-X-DISCONTINUITY\n#EXT-X-PROGRAM-DATE-TIME:"), "{full}");
    let open = full.split_once("#EXT-X-DISCONTINUITY\n").unwrap().1;
    assert!(open.contains("URI=\"2.0.m4s\",INDEPENDENT=YES"));
}

#[test]
fn time_is_told_after_a_gap() {
    let (_, _, events) = live(62);
    let mut playlist = playlist(&events, Rendition::SOURCE);
    let before = playlist.edge();
    assert!(playlist.mark_gap(3));
    assert!(!playlist.mark_gap(3));
    assert!(playlist.mark_gap(14));
    assert!(!playlist.mark_gap(99));
    let full = text(&playlist.render(&[]).full);
    assert!(full.contains("#EXT-X-GAP\n#EXTINF:4.000,\n3.m4s\n#EXT-X-PROGRAM-DATE-TIME:2023-11-14T22:13:36.000Z\n"));
    assert!(!full.contains("14.0.m4s"));
    assert_eq!(playlist.edge().number, before.number);
    let head =
        Head { number: 16, init: 9, start: 64, timescale: 1, wall: NOW, discontinuity: false, discontinuities: 0 };
    playlist.open = None;
    playlist.apply(&SegmentEvent::Gap { rendition: Rendition::SOURCE, gap: Gap { head, duration: 4 } });
    assert!(!text(&playlist.render(&[]).full).contains("init-9"));
}

/// Players that do not know gaps read them, and what they read begins with an init.
#[test]
fn gaps_in_front_of_a_recording_have_an_init() {
    let entries = game_entries();
    let shown = |ended| {
        let playlist = MediaPlaylist::recorded(Rendition::SOURCE, Settings::default(), entries.clone(), ended);
        text(&playlist.render(&[]).full)
    };
    let ended = shown(true);
    assert_eq!(ended.matches("#EXT-X-MAP").count(), 2, "{ended}");
    let (head, rest) = ended.split_once("#EXTINF").unwrap();
    assert!(head.contains("init-3.mp4") && rest.contains("init-5.mp4"), "{ended}");
    // What is not over may still get another one in front.
    let open = shown(false);
    let (head, _) = open.split_once("#EXTINF").unwrap();
    assert!(!head.contains("EXT-X-MAP") && open.matches("#EXT-X-MAP").count() == 2, "{open}");
}

/// Two gaps, two segments, a gap, and a segment of another init.
fn game_entries() -> Vec<Entry> {
    let inits = [(0, true), (0, true), (3, false), (3, false), (0, true), (5, false)];
    (0..).zip(inits).map(|(number, (init, gap))| Entry { init, gap, ..entry(number) }).collect()
}

#[test]
fn a_gap_has_an_empty_stand_in_at_its_time() {
    let entries = game_entries();
    let gap_segment = gap_segment(&entries, 4, 90_000).unwrap();
    let time = 16 * 90_000_u64;
    assert!(gap_segment.windows(8).any(|bytes| bytes == time.to_be_bytes()), "{gap_segment:?}");
    // Without a run of no samples VLC waits for some.
    assert!(gap_segment.windows(4).any(|bytes| bytes == b"trun"), "{gap_segment:?}");
    assert!(super::gap_segment(&entries, 3, 90_000).is_none() && super::gap_segment(&entries, 9, 90_000).is_none());
}

#[test]
fn an_ended_game_is_plain_and_closed() {
    let events = game(30, 60, 30);
    let rendered = playlist(&events, Rendition::SOURCE).render(&[]);
    let full = text(&rendered.full);
    assert!(full.ends_with("#EXT-X-ENDLIST\n"));
    for tag in ["PART", "SERVER-CONTROL", "PRELOAD", "SKIP"] {
        assert!(!full.contains(tag), "{tag}");
    }
    assert_eq!(rendered.full, rendered.delta);
    assert!(rendered.edge.ended);
}

#[test]
fn a_stream_that_never_ends_has_a_bounded_playlist() {
    let mut playlist = MediaPlaylist::new(Rendition::SOURCE, Settings::default());
    let last = MAX_ENTRIES as u64 + 10;
    for number in 0..=last {
        let head = Head {
            number,
            init: 0,
            start: number * 4,
            timescale: 1,
            wall: NOW,
            discontinuity: number == 5,
            discontinuities: u32::from(number >= 5),
        };
        playlist.apply(&SegmentEvent::Gap { rendition: Rendition::SOURCE, gap: Gap { head, duration: 4 } });
        assert!(playlist.entries().len() <= MAX_ENTRIES);
    }
    let full = text(&playlist.render(&[]).full);
    assert!(full.contains("#EXT-X-MEDIA-SEQUENCE:1800\n#EXT-X-DISCONTINUITY-SEQUENCE:1\n"));
    assert_eq!(full.matches("#EXTINF").count(), playlist.entries().len());
    assert!(full.contains(&format!("\n{last}.m4s\n")) && !full.contains("\n1799.m4s\n"));
}

/// Sound that came late has the numbers, and the count of discontinuities, of its picture.
#[test]
fn a_late_rendition_starts_with_the_right_numbers() {
    let head =
        Head { number: 7, init: 1, start: 0, timescale: 48_000, wall: NOW, discontinuity: true, discontinuities: 3 };
    let mut playlist = MediaPlaylist::new(Rendition::SOUND, Settings::default());
    playlist.apply(&SegmentEvent::Gap { rendition: Rendition::SOUND, gap: Gap { head, duration: 48_000 } });
    let full = text(&playlist.render(&[]).full);
    assert!(full.contains("#EXT-X-MEDIA-SEQUENCE:7\n#EXT-X-DISCONTINUITY-SEQUENCE:2\n#EXT-X-DISCONTINUITY\n"));
}
