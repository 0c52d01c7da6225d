//! A compact description of the sold items. It is stored with the payment at the provider, so that a lost order can be
//! restored from there.

use crate::commerce::item::ItemType;
use crate::commerce::ownership::Part;
use crate::ids::{CategoryId, EventId, ParticipantId, PassId};
use crate::money::Cents;
use crate::time::Timestamp;

/// One line of an order, without its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SoldLine {
    pub kind: ItemType,
    pub part: Part,
    pub base: Cents,
    pub service_fee: Cents,
    pub discount: Cents,
    pub starts_at: Timestamp,
    /// Until when it is paid.
    pub ends_at: Option<Timestamp>,
}

impl SoldLine {
    pub fn total(&self) -> Cents {
        Cents(self.base.0 + self.service_fee.0 - self.discount.0)
    }

    fn spelled(&self) -> String {
        let kind = match self.kind {
            ItemType::Package => "package",
            ItemType::Subscription => "subscription",
            ItemType::Event => "event",
            ItemType::Addon => "addon",
        };
        let end = self.ends_at.map_or_else(|| "-".to_owned(), |end| end.0.to_string());
        let (base, fee, discount) = (self.base.0, self.service_fee.0, self.discount.0);
        format!("{kind} {} {base} {fee} {discount} {} {end}", self.part.key(), self.starts_at.0)
    }

    fn read(text: &str) -> Option<Self> {
        let parts: Vec<_> = text.split(' ').collect();
        let [kind, part, base, fee, discount, start, end] = parts[..] else { return None };
        let kind = match kind {
            "package" => ItemType::Package,
            "subscription" => ItemType::Subscription,
            "event" => ItemType::Event,
            "addon" => ItemType::Addon,
            _ => return None,
        };
        let amount = |text: &str| text.parse().ok().filter(|amount| *amount >= 0).map(Cents);
        Some(Self {
            kind,
            part: read_part(part)?,
            base: amount(base)?,
            service_fee: amount(fee)?,
            discount: amount(discount)?,
            starts_at: Timestamp(start.parse().ok()?),
            ends_at: optional(end)?.map(Timestamp),
        })
    }
}

/// All lines, in texts of at most so many letters.
pub fn spell(lines: &[SoldLine], most: usize) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for line in lines.iter().map(SoldLine::spelled) {
        match texts.last_mut().filter(|text| text.len() + line.len() < most) {
            Some(text) => *text = format!("{text};{line}"),
            None => texts.push(line),
        }
    }
    texts
}

/// The lines that were written; nothing when one of them is not understood.
pub fn read<'a>(texts: impl Iterator<Item = &'a str>) -> Option<Vec<SoldLine>> {
    let lines: Option<Vec<_>> = texts.flat_map(|text| text.split(';')).map(SoldLine::read).collect();
    lines.filter(|lines| !lines.is_empty())
}

fn read_part(text: &str) -> Option<Part> {
    let parts: Vec<_> = text.split(':').collect();
    let [pass, category, participant, event] = parts[..] else { return None };
    Some(Part {
        pass: PassId(pass.parse().ok()?),
        category: optional(category)?.map(CategoryId),
        participant: optional(participant)?.map(ParticipantId),
        event: optional(event)?.map(EventId),
    })
}

/// `-` is nothing.
fn optional(text: &str) -> Option<Option<i64>> {
    if text == "-" { Some(None) } else { text.parse().ok().map(Some) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn line() -> impl Strategy<Value = SoldLine> {
        let kind = prop_oneof![
            Just(ItemType::Package),
            Just(ItemType::Subscription),
            Just(ItemType::Event),
            Just(ItemType::Addon)
        ];
        let id = || proptest::option::of(1_i64..=i64::MAX);
        let part = (1_i64..=i64::MAX, id(), id(), id()).prop_map(|(pass, category, participant, event)| Part {
            pass: PassId(pass),
            category: category.map(CategoryId),
            participant: participant.map(ParticipantId),
            event: event.map(EventId),
        });
        let amounts = (0_i64..1_000_000, 0_i64..1_000_000, 0_i64..1_000_000);
        (kind, part, amounts, any::<i64>(), id()).prop_map(|(kind, part, (base, fee, discount), start, end)| SoldLine {
            kind,
            part,
            base: Cents(base),
            service_fee: Cents(fee),
            discount: Cents(discount),
            starts_at: Timestamp(start),
            ends_at: end.map(Timestamp),
        })
    }

    proptest! {
        /// T52: what is written is read again, in texts that the provider takes.
        #[test]
        fn sold_lines_read_back_as_written(lines in proptest::collection::vec(line(), 1..50)) {
            let texts = spell(&lines, 500);
            prop_assert!(texts.iter().all(|text| text.len() <= 500));
            prop_assert!(texts.len() <= 30);
            prop_assert_eq!(read(texts.iter().map(String::as_str)), Some(lines));
        }

        /// T52: foreign text is not taken for something that was sold.
        #[test]
        fn foreign_text_is_not_read_as_sold_lines(text in "[a-z0-9:;. -]{0,60}") {
            if let Some(lines) = read([text.as_str()].into_iter()) {
                prop_assert_eq!(spell(&lines, 500), vec![text]);
            }
        }
    }
}
