//! The few colours that a picture is made of: k-means in OKLab, where distances are those that are seen.

use super::Colour;
use super::oklab::Oklab;

const CLUSTERS: usize = 5;
const MAX_ROUNDS: usize = 20;
/// Half see-through and less is the background's colour.
const OPAQUE: u8 = 128;

/// One of the colours, and its share of the visible pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cluster {
    pub(super) colour: Oklab,
    pub(super) share: f64,
}

/// From red, green, blue and opacity; the largest cluster first. The same pixels give the same clusters.
pub(super) fn clusters(pixels: &[[u8; 4]]) -> Vec<Cluster> {
    let visible = pixels.iter().filter(|pixel| pixel[3] >= OPAQUE);
    let points: Vec<Oklab> = visible.map(|[red, green, blue, _]| Colour::new(*red, *green, *blue).into()).collect();
    let mut centres = spread(&points);
    for _ in 0..MAX_ROUNDS {
        let moved: Vec<Oklab> = groups(&points, &centres).iter().filter_map(|group| Oklab::mean(group)).collect();
        if moved == centres {
            break;
        }
        centres = moved;
    }
    let groups = groups(&points, &centres);
    let share = |group: &[Oklab]| group.len() as f64 / points.len() as f64;
    let mut found: Vec<Cluster> = centres
        .into_iter()
        .zip(&groups)
        .map(|(colour, group)| Cluster { colour, share: share(group) })
        .filter(|cluster| cluster.share > 0.0)
        .collect();
    found.sort_by(|a, b| b.share.total_cmp(&a.share));
    found
}

/// Points that are far from each other, beginning with the one that is farthest from the middle.
fn spread(points: &[Oklab]) -> Vec<Oklab> {
    let mut chosen: Vec<Oklab> = Vec::new();
    let middle = Oklab::mean(points);
    while chosen.len() < CLUSTERS {
        let from = if chosen.is_empty() { middle.as_slice() } else { chosen.as_slice() };
        let farthest = points.iter().map(|point| (nearest(*point, from).1, point)).max_by(|a, b| a.0.total_cmp(&b.0));
        match farthest {
            Some((distance, point)) if distance > 0.0 || chosen.is_empty() => chosen.push(*point),
            _ => break,
        }
    }
    chosen
}

/// The points by their nearest centre.
fn groups(points: &[Oklab], centres: &[Oklab]) -> Vec<Vec<Oklab>> {
    let mut groups = vec![Vec::new(); centres.len()];
    for point in points {
        groups[nearest(*point, centres).0].push(*point);
    }
    groups
}

/// Index and squared distance.
fn nearest(point: Oklab, centres: &[Oklab]) -> (usize, f64) {
    let distances = centres.iter().map(|centre| point.distance_squared(*centre)).enumerate();
    distances.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn colours_of_a_flag_are_found() {
        let (blue, red, white) = ([0, 35, 149, 255], [237, 41, 57, 255], [255, 255, 255, 255]);
        let pixels = [vec![blue; 50], vec![red; 30], vec![white; 20], vec![[9, 9, 9, 127]; 900]].concat();
        let found = clusters(&pixels);
        let colours: Vec<Colour> = found.iter().map(|found| found.colour.shade(found.colour.lightness)).collect();
        assert_eq!(colours, [Colour::new(0, 35, 149), Colour::new(237, 41, 57), Colour::WHITE]);
        assert_eq!(found.iter().map(|found| found.share).collect::<Vec<_>>(), [0.5, 0.3, 0.2]);
        assert_eq!(clusters(&[]), []);
        assert_eq!(clusters(&[[1, 2, 3, 0]]), []);
    }

    proptest! {
        #[test]
        fn shares_make_a_whole(pixels in prop::collection::vec(any::<[u8; 4]>(), 1..300)) {
            let found = clusters(&pixels);
            prop_assert!(found.len() <= CLUSTERS && found.is_sorted_by(|a, b| a.share >= b.share));
            let sum: f64 = found.iter().map(|found| found.share).sum();
            let is_any = pixels.iter().any(|pixel| pixel[3] >= OPAQUE);
            prop_assert!((sum - f64::from(u8::from(is_any))).abs() < 1e-9);
            prop_assert_eq!(clusters(&pixels), found);
        }
    }
}
