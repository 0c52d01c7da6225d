//! The set-up of a channel: the steps of its assistant, which can be left, resumed and skipped.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::time::Timestamp;

/// A step after the one that makes the channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SetupStep {
    Look,
    Sports,
    School,
}

/// How far a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StepState {
    Open,
    Done,
    Skipped,
}

/// What is kept of a set-up beside what its steps made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetupRecord {
    pub skipped: BTreeSet<SetupStep>,
    /// When a step was left last.
    pub saved_at: Timestamp,
}

/// What the steps made so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SetupFacts {
    /// A logo, or colours that differ from those of a new channel.
    pub has_look: bool,
    pub has_sports: bool,
    pub has_school: bool,
}

impl SetupStep {
    pub const ALL: [Self; 3] = [Self::Look, Self::Sports, Self::School];

    /// A step that made something is done, also if it was skipped before.
    pub fn state(self, facts: SetupFacts, record: &SetupRecord) -> StepState {
        let is_done = match self {
            Self::Look => facts.has_look,
            Self::Sports => facts.has_sports,
            Self::School => facts.has_school,
        };
        match (is_done, record.skipped.contains(&self)) {
            (true, _) => StepState::Done,
            (false, true) => StepState::Skipped,
            (false, false) => StepState::Open,
        }
    }
}

impl SetupRecord {
    pub fn new(now: Timestamp) -> Self {
        Self { skipped: BTreeSet::new(), saved_at: now }
    }

    /// A step was left: with what it made, or without anything.
    #[must_use]
    pub fn left(mut self, step: SetupStep, is_skipped: bool, now: Timestamp) -> Self {
        if is_skipped {
            self.skipped.insert(step);
        } else {
            self.skipped.remove(&step);
        }
        Self { saved_at: now, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_done_by_what_they_made() {
        let record = SetupRecord::new(Timestamp(1)).left(SetupStep::Sports, true, Timestamp(2));
        let states = |facts| SetupStep::ALL.map(|step| step.state(facts, &record));
        assert_eq!(states(SetupFacts::default()), [StepState::Open, StepState::Skipped, StepState::Open]);
        let all = SetupFacts { has_look: true, has_sports: true, has_school: true };
        assert_eq!(states(all), [StepState::Done; 3]);
        let again = record.left(SetupStep::Sports, false, Timestamp(3));
        assert_eq!(SetupStep::Sports.state(SetupFacts::default(), &again), StepState::Open);
        assert_eq!(again.saved_at, Timestamp(3));
    }
}
