//! The sheet that scenes are painted on: paths, gradients, glows and crowds, collected into one SVG document.

use crate::art::camera::closed;
use crate::art::rgb::Rgb;

pub(crate) const WIDTH: f64 = 1600.0;
pub(crate) const HEIGHT: f64 = 900.0;

/// A colour along a gradient: where, which, how opaque.
pub(crate) type Stop = (f64, Rgb, f64);

#[derive(Default)]
pub(crate) struct Canvas {
    defs: String,
    body: String,
    next_id: u32,
}

impl Canvas {
    fn new_id(&mut self) -> String {
        self.next_id += 1;
        format!("p{}", self.next_id)
    }

    /// A gradient from top to bottom of what it fills; gives the fill.
    pub(crate) fn down(&mut self, stops: &[Stop]) -> String {
        self.linear(r#"x2="0" y2="1""#, stops)
    }

    /// A gradient down the picture from a height to its foot, for grounds that reach far outside it; gives the fill.
    pub(crate) fn ground(&mut self, top: f64, stops: &[Stop]) -> String {
        self.linear(&format!(r#"gradientUnits="userSpaceOnUse" x1="0" y1="{top}" x2="0" y2="900""#), stops)
    }

    /// A gradient from left to right of what it fills; gives the fill.
    pub(crate) fn across(&mut self, stops: &[Stop]) -> String {
        self.linear("", stops)
    }

    fn linear(&mut self, direction: &str, stops: &[Stop]) -> String {
        let id = self.new_id();
        self.defs.push_str(&format!(r#"<linearGradient id="{id}" {direction}>{}</linearGradient>"#, stops_svg(stops)));
        format!("url(#{id})")
    }

    pub(crate) fn fill(&mut self, path: &str, paint: &str) {
        if !path.is_empty() {
            self.body.push_str(&format!(r#"<path d="{path}" fill="{paint}"/>"#));
        }
    }

    pub(crate) fn tint(&mut self, path: &str, colour: Rgb, opacity: f64) {
        if opacity == 1.0 {
            self.fill(path, &colour.to_string());
        } else if !path.is_empty() {
            self.body.push_str(&format!(r#"<path d="{path}" fill="{colour}" opacity="{opacity}"/>"#));
        }
    }

    pub(crate) fn stroke(&mut self, path: &str, colour: Rgb, width: f64, opacity: f64) {
        self.body.push_str(&format!(
            r#"<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" opacity="{opacity}"/>"#
        ));
    }

    pub(crate) fn all(&mut self, paint: &str) {
        self.fill("M0 0H1600V900H0Z", paint);
    }

    /// Light that fades with the distance, round or flattened.
    pub(crate) fn glow(&mut self, centre: [f64; 2], reach: [f64; 2], colour: Rgb, opacity: f64) {
        self.glows(&[(centre, reach)], colour, opacity);
    }

    /// Several lights of the same kind; one gradient serves them all.
    pub(crate) fn glows(&mut self, lights: &[([f64; 2], [f64; 2])], colour: Rgb, opacity: f64) {
        let id = self.new_id();
        let stops = stops_svg(&[(0.0, colour, opacity), (0.4, colour, opacity * 0.35), (1.0, colour, 0.0)]);
        self.defs.push_str(&format!(r#"<radialGradient id="{id}">{stops}</radialGradient>"#));
        for ([x, y], [rx, ry]) in lights {
            self.body.push_str(&format!(
                r#"<ellipse cx="{x:.0}" cy="{y:.0}" rx="{rx:.0}" ry="{ry:.0}" fill="url(#{id})"/>"#
            ));
        }
    }

    /// Cones of light from lamps down to a lit ground; one gradient serves them all.
    pub(crate) fn cones(&mut self, cones: &[([f64; 2], [f64; 3])], colour: Rgb, opacity: f64) {
        let paint = self.down(&[(0.0, colour, opacity), (0.55, colour, opacity * 0.3), (1.0, colour, 0.0)]);
        for &([x, y], [left, right, low]) in cones {
            self.fill(&closed(&[[x - 6.0, y], [x + 6.0, y], [right, low], [left, low]]), &paint);
        }
    }

    /// People in the stands, as specks of colour over a darker ground.
    pub(crate) fn crowd(&mut self, area: &str, ground: Rgb, people: [Rgb; 3], scale: f64, opacity: f64) {
        let id = self.new_id();
        // Heads of one tile in rows; the offsets are uneven so that the eye finds no grid.
        const SEATS: [(u32, u32); 18] = [
            (3, 4),
            (14, 3),
            (24, 5),
            (37, 3),
            (47, 4),
            (58, 5),
            (8, 16),
            (19, 17),
            (30, 15),
            (42, 17),
            (52, 16),
            (64, 15),
            (2, 28),
            (13, 29),
            (26, 27),
            (36, 29),
            (48, 28),
            (60, 29),
        ];
        let mut specks = String::new();
        for (tone, colour) in people.into_iter().enumerate() {
            let dots: String = SEATS.iter().skip(tone).step_by(3).map(|(x, y)| format!("M{x} {y}h5v6h-5z")).collect();
            specks.push_str(&format!(r#"<path d="{dots}" fill="{colour}"/>"#));
        }
        self.defs.push_str(&format!(
            r#"<pattern id="{id}" width="70" height="36" patternUnits="userSpaceOnUse" patternTransform="scale({scale}) rotate(-2)">{specks}</pattern>"#
        ));
        self.fill(area, &ground.to_string());
        self.body.push_str(&format!(r#"<path d="{area}" fill="url(#{id})" opacity="{opacity}"/>"#));
    }

    /// Darkens the left and the foot, where words stand.
    pub(crate) fn room_for_words(&mut self, colour: Rgb) {
        let left = self.across(&[(0.0, colour, 0.5), (0.55, colour, 0.0)]);
        self.all(&left);
        let foot = self.down(&[(0.55, colour, 0.0), (1.0, colour, 0.5)]);
        self.all(&foot);
    }

    pub(crate) fn finish(self) -> String {
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="xMidYMid slice"><defs>{}</defs>{}</svg>"#,
            self.defs, self.body
        )
    }
}

fn stops_svg(stops: &[Stop]) -> String {
    stops
        .iter()
        .map(|(offset, colour, opacity)| {
            let place = if *offset == 0.0 { String::new() } else { format!(r#" offset="{offset}""#) };
            let veil = if *opacity == 1.0 { String::new() } else { format!(r#" stop-opacity="{opacity:.2}""#) };
            format!(r#"<stop{place} stop-color="{colour}"{veil}/>"#)
        })
        .collect()
}
