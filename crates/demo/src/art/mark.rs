//! The marks of the demo channels, square.

use super::rgb::Rgb;

/// An N whose right stem points north.
pub(crate) fn northline(colour: Rgb) -> String {
    let [top, low] = [colour.lighter(0.2), colour.darker(0.32)];
    let shade = colour.darker(0.55);
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240"><defs><linearGradient id="a" x2=".4" y2="1"><stop stop-color="{top}"/><stop offset="1" stop-color="{low}"/></linearGradient><linearGradient id="b" x2="0" y2="1"><stop stop-color="#fff"/><stop offset="1" stop-color="#dfe7fb"/></linearGradient><clipPath id="c"><path d="M56 0H184A56 56 0 0 1 240 56V184A56 56 0 0 1 184 240H56A56 56 0 0 1 0 184V56A56 56 0 0 1 56 0Z"/></clipPath></defs><g clip-path="url(#c)"><path d="M0 0H240V240H0Z" fill="url(#a)"/><path d="M0 188H240M0 210H240" stroke="#fff" stroke-width="3" opacity=".14"/><path d="M52 190 92 230V120L160 190H192L240 240H110Z" fill="{shade}" opacity=".32"/><path d="M52 190V62H84L150 132V92H122L171 28 220 92H192V190H160L92 118V190Z" fill="url(#b)"/><path d="M0 0H240V96C160 128 80 128 0 96Z" fill="#fff" opacity=".06"/></g></svg>"##
    )
}

/// Two cliffs, the water between them and a low sun.
pub(crate) fn fjord(colour: Rgb, sun: Rgb) -> String {
    let [top, low] = [colour.lighter(0.22), colour.darker(0.3)];
    let [cliff, water] = [colour.lighter(0.86), colour.lighter(0.62)];
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240"><defs><linearGradient id="a" x2="0" y2="1"><stop stop-color="{top}"/><stop offset="1" stop-color="{low}"/></linearGradient><clipPath id="c"><path d="M56 0H184A56 56 0 0 1 240 56V184A56 56 0 0 1 184 240H56A56 56 0 0 1 0 184V56A56 56 0 0 1 56 0Z"/></clipPath></defs><g clip-path="url(#c)"><path d="M0 0H240V240H0Z" fill="url(#a)"/><circle cx="126" cy="96" r="34" fill="{sun}"/><path d="M0 60 40 34 66 70 84 62 122 168H0Z" fill="#fff"/><path d="M40 34 66 70 84 62 122 168H78L58 104Z" fill="{cliff}"/><path d="M240 44 206 72 190 58 162 118 128 168H240Z" fill="{cliff}"/><path d="M240 44 206 72 190 58 196 110 176 168H240Z" fill="{water}"/><path d="M0 168H240V240H0Z" fill="{low}"/><path d="M0 178C30 166 60 166 90 178S150 190 180 178 225 166 240 172V192C210 182 195 186 180 194S120 206 90 194 30 182 0 194ZM30 214C54 204 72 206 96 214S150 224 206 208V218C150 236 120 232 96 226S54 216 30 224Z" fill="#fff" opacity=".88"/></g></svg>"##
    )
}
