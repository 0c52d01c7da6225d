//! Slots shared by many clients. When all are taken, the clients with the most slots lose one, so that nobody can block
//! others by connecting often.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::Hash;

/// Holders of places, counted by `K` (a network or an account), each with a `V` that is given back when it has to go.
#[derive(Debug)]
pub struct Crowd<K, V> {
    most: usize,
    most_of_one: usize,
    next: u64,
    total: usize,
    /// The oldest first.
    held: HashMap<K, BTreeMap<Holder, V>>,
    /// By the number of places of a key, and of equals by the age of its oldest holder.
    by_size: BTreeSet<(usize, Reverse<Holder>, K)>,
}

/// A held place; later ones are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Holder(u64);

/// A holder that was let in, and the one that was displaced by it.
#[derive(Debug, PartialEq, Eq)]
pub struct Entered<V> {
    pub holder: Holder,
    pub gone: Option<V>,
}

impl<K: Copy + Eq + Hash + Ord, V> Crowd<K, V> {
    /// So many in all, and so many of one network.
    pub fn new(most: usize, most_of_one: usize) -> Self {
        Self { most, most_of_one, next: 0, total: 0, held: HashMap::new(), by_size: BTreeSet::new() }
    }

    /// Always lets the newcomer in. The oldest goes: of their own network where that has its share, of the one that
    /// holds most otherwise.
    pub fn enter(&mut self, key: K, value: V) -> Entered<V> {
        let gone = if self.count(key) >= self.most_of_one {
            self.remove_oldest(key)
        } else if self.total >= self.most {
            self.displace()
        } else {
            None
        };
        Entered { holder: self.add(key, value), gone }
    }

    /// Lets the newcomer in where there is room, or where another key holds at least two places more: a displaced
    /// holder comes back, and would displace the next one.
    pub fn enter_fairly(&mut self, key: K, value: V) -> Option<Entered<V>> {
        let own = self.count(key);
        if own >= self.most_of_one || self.most == 0 {
            return None;
        }
        let gone = if self.total < self.most {
            None
        } else if self.largest() > own + 1 {
            self.displace()
        } else {
            return None;
        };
        Some(Entered { holder: self.add(key, value), gone })
    }

    /// Makes room: the oldest place of the key with most of them goes.
    pub fn displace(&mut self) -> Option<V> {
        let (_, _, key) = *self.by_size.last()?;
        self.remove_oldest(key)
    }

    /// Gives a place back; whether there was one.
    pub fn leave(&mut self, key: K, holder: Holder) -> bool {
        self.change(key, |held| held.remove(&holder)).is_some()
    }

    pub fn len(&self) -> usize {
        self.total
    }

    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// How many places one holds.
    pub fn count(&self, key: K) -> usize {
        self.held.get(&key).map_or(0, BTreeMap::len)
    }

    /// The largest number of places of one key.
    pub fn largest(&self) -> usize {
        self.by_size.last().map_or(0, |(size, ..)| *size)
    }

    fn remove_oldest(&mut self, key: K) -> Option<V> {
        self.change(key, |held| held.pop_first().map(|(_, value)| value))
    }

    fn add(&mut self, key: K, value: V) -> Holder {
        let holder = Holder(self.next);
        self.next += 1;
        self.change(key, |held| held.insert(holder, value));
        holder
    }

    /// Changes what one holds, and keeps the sums right.
    fn change<T>(&mut self, key: K, change: impl FnOnce(&mut BTreeMap<Holder, V>) -> T) -> T {
        let held = self.held.entry(key).or_default();
        let rank =
            |held: &BTreeMap<Holder, V>| held.first_key_value().map(|(oldest, _)| (held.len(), Reverse(*oldest), key));
        let (before, changed) = (rank(held), change(held));
        let after = rank(held);
        if after.is_none() {
            self.held.remove(&key);
        }
        self.total -= before.as_ref().map_or(0, |(size, ..)| *size);
        self.total += after.as_ref().map_or(0, |(size, ..)| *size);
        if before != after {
            if let Some(before) = before {
                self.by_size.remove(&before);
            }
            self.by_size.extend(after);
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn crowd(entered: &[u8]) -> Crowd<u8, usize> {
        let mut crowd = Crowd::new(6, 4);
        for (number, key) in entered.iter().enumerate() {
            assert_eq!(crowd.enter(*key, number).gone, None);
        }
        crowd
    }

    /// T55: the key with most places makes room, the oldest of equals first; a newcomer always gets in.
    #[test]
    fn key_with_most_places_makes_room() {
        let mut crowd = crowd(&[1, 2, 2, 2, 3, 3]);
        assert_eq!(crowd.enter(4, 6).gone, Some(1), "the oldest of the second");
        assert_eq!(crowd.enter(5, 7).gone, Some(2), "who was here before the third");
        assert_eq!(crowd.enter(6, 8).gone, Some(4));
        assert_eq!(crowd.enter(7, 9).gone, Some(0), "of those with one place each the oldest");
        assert_eq!(crowd.len(), 6);
    }

    /// T55: a network that has its share throws out its own.
    #[test]
    fn network_over_its_share_displaces_its_own() {
        let mut crowd = crowd(&[1, 2, 1, 1, 1]);
        assert_eq!((crowd.enter(1, 5).gone, crowd.count(1), crowd.len()), (Some(0), 4, 5));
        assert_eq!(crowd.enter_fairly(1, 6), None);
        assert!(crowd.enter_fairly(2, 7).is_some_and(|entered| entered.gone.is_none()));
    }

    /// T55: where displaced holders come back, a newcomer is let in only as long as it makes the shares more even.
    #[test]
    fn shares_become_even_and_then_stay() {
        let mut crowd = crowd(&[1, 1, 1, 1, 2, 2]);
        assert_eq!(crowd.enter_fairly(3, 6).unwrap().gone, Some(0));
        assert_eq!(crowd.enter_fairly(3, 7).unwrap().gone, Some(1));
        for key in [1, 2, 3] {
            assert_eq!(crowd.enter_fairly(key, 8), None, "{key}");
        }
        assert!(crowd.enter_fairly(4, 9).is_some() && crowd.enter_fairly(4, 10).is_none());
        let mut closed = Crowd::new(0, 4);
        assert_eq!(closed.enter_fairly(1, 1), None);
    }

    #[test]
    fn places_are_given_back_once() {
        let mut crowd = Crowd::new(6, 4);
        let (one, other) = (crowd.enter(1, 'a').holder, crowd.enter(2, 'b').holder);
        assert!(crowd.leave(1, one) && !crowd.leave(1, one) && !crowd.leave(1, other));
        assert_eq!((crowd.count(1), crowd.count(2), crowd.len()), (0, 1, 1));
        assert_eq!(crowd.displace(), Some('b'));
        assert!(!crowd.leave(2, other) && crowd.is_empty() && crowd.held.is_empty() && crowd.by_size.is_empty());
    }

    proptest! {
        /// T55, I5: whatever comes and goes, the limits hold, the sums are right, and nobody goes for nothing.
        #[test]
        fn limits_hold(steps in proptest::collection::vec((0u8..6, 0u8..4), 1..200)) {
            let mut crowd = Crowd::new(8, 3);
            let mut held: Vec<(u8, Holder)> = Vec::new();
            for (key, step) in steps {
                let before = crowd.len();
                match step {
                    0 if !held.is_empty() => {
                        let (key, holder) = held.remove(usize::from(key) % held.len());
                        crowd.leave(key, holder);
                    }
                    1 => {
                        if let Some(entered) = crowd.enter_fairly(key, ()) {
                            prop_assert_eq!(entered.gone.is_some(), before == 8);
                            held.push((key, entered.holder));
                        }
                    }
                    _ => {
                        let full = before == 8 || crowd.count(key) == 3;
                        let entered = crowd.enter(key, ());
                        prop_assert_eq!(entered.gone.is_some(), full);
                        held.push((key, entered.holder));
                    }
                }
                let sum: usize = (0..6).map(|key| crowd.count(key)).sum();
                prop_assert!(crowd.len() == sum && sum <= 8 && (0..6).all(|key| crowd.count(key) <= 3));
                prop_assert_eq!(crowd.by_size.len(), crowd.held.len());
            }
        }
    }
}
