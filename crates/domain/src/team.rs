//! A channel's team: rules for giving, changing and taking roles. A channel always keeps an owner who can log in.

use crate::field_error::{FieldError, FieldErrors};
use crate::ids::OperatorId;
use crate::operator::{May, Role};
use crate::registration::{name_error, password_errors};
use crate::secret::Secret;
use crate::time::Timestamp;

/// For how long an invitation can be accepted.
pub const INVITATION_LIFE: i64 = 7 * Timestamp::DAY;
/// Per channel.
pub const MAX_OPERATORS: usize = 200;
/// Open ones, per channel.
pub const MAX_INVITATIONS: usize = 100;

/// Why the team stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TeamError {
    #[error("This person is not in the team")]
    NotInTeam,
    #[error("Your role does not allow this")]
    RoleForbids,
    #[error("The last owner can neither leave nor lose the role")]
    LastOwner,
    #[error("This person is already in the team")]
    AlreadyInTeam,
    #[error("The team is full")]
    Full,
    #[error("Too many invitations are open")]
    TooManyInvitations,
}

/// An operator of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    pub operator: OperatorId,
    pub role: Role,
    /// Whether the operator's login is disabled.
    pub is_disabled: bool,
}

/// The operators of one channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team(Vec<Member>);

impl Team {
    pub fn new(members: Vec<Member>) -> Self {
        Self(members)
    }

    pub fn role_of(&self, operator: OperatorId) -> Option<Role> {
        self.0.iter().find(|member| member.operator == operator).map(|member| member.role)
    }

    /// Whether the channel would have no owner without this operator. A disabled owner cannot run a channel.
    pub fn is_last_owner(&self, operator: OperatorId) -> bool {
        let is_owner = |member: &Member| member.role == Role::Owner && !member.is_disabled;
        self.role_of(operator) == Some(Role::Owner)
            && !self.0.iter().any(|member| member.operator != operator && is_owner(member))
    }

    /// Whether `by` may give `whom` another role, or none. Returns the role until now.
    pub fn change(&self, by: OperatorId, whom: OperatorId, to: Option<Role>) -> Result<Role, TeamError> {
        let manager = self.manager(by)?;
        let before = self.role_of(whom).ok_or(TeamError::NotInTeam)?;
        if !manager.includes(before) || !to.is_none_or(|role| manager.includes(role)) {
            return Err(TeamError::RoleForbids);
        }
        if to != Some(Role::Owner) && self.is_last_owner(whom) {
            return Err(TeamError::LastOwner);
        }
        Ok(before)
    }

    /// Whether `by` may invite to this role, with `open` other invitations.
    pub fn invite(&self, by: OperatorId, role: Role, open: usize) -> Result<(), TeamError> {
        if !self.manager(by)?.includes(role) {
            return Err(TeamError::RoleForbids);
        }
        if open >= MAX_INVITATIONS {
            return Err(TeamError::TooManyInvitations);
        }
        self.has_room()
    }

    /// Whether one more operator may come.
    pub fn has_room(&self) -> Result<(), TeamError> {
        if self.0.len() < MAX_OPERATORS { Ok(()) } else { Err(TeamError::Full) }
    }

    /// The role of an operator who manages the team.
    fn manager(&self, by: OperatorId) -> Result<Role, TeamError> {
        self.role_of(by).filter(|role| role.may(May::ManageTeam)).ok_or(TeamError::RoleForbids)
    }
}

/// What is wrong with the name and password of a new operator with this address, by the names of the fields.
pub fn joining_errors(name: &str, password: &Secret<String>, email: &str) -> FieldErrors {
    let mut errors = password_errors(password, password, email);
    // It is typed once: the screen can show it.
    errors.remove("password_confirmation");
    errors.extend(name_error(name, FieldError::Required).map(|error| ("name".to_owned(), vec![error])));
    errors
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ANN: OperatorId = OperatorId(1);
    const BEN: OperatorId = OperatorId(2);
    const CLEO: OperatorId = OperatorId(3);

    fn team(members: &[(OperatorId, Role)]) -> Team {
        let member =
            |(operator, role): &(OperatorId, Role)| Member { operator: *operator, role: *role, is_disabled: false };
        Team::new(members.iter().map(member).collect())
    }

    /// OPS-01, T27: an owner gives and takes every role; nobody else gives or takes any, their own neither.
    #[test]
    fn owners_alone_change_the_team() {
        for (role, to) in Role::ALL.into_iter().flat_map(|role| Role::ALL.map(|to| (role, to))) {
            let team = team(&[(ANN, Role::Owner), (BEN, role), (CLEO, Role::Owner)]);
            assert_eq!(team.change(ANN, BEN, Some(to)), Ok(role));
            assert_eq!(team.change(ANN, BEN, None), Ok(role));
            assert_eq!(team.invite(ANN, to, 0), Ok(()));
            if role == Role::Owner {
                continue;
            }
            for whom in [ANN, BEN] {
                assert_eq!(team.change(BEN, whom, Some(to)), Err(TeamError::RoleForbids));
                assert_eq!(team.change(BEN, whom, None), Err(TeamError::RoleForbids));
            }
            assert_eq!(team.invite(BEN, to, 0), Err(TeamError::RoleForbids));
        }
        let team = team(&[(ANN, Role::Owner)]);
        assert_eq!(team.change(ANN, BEN, None), Err(TeamError::NotInTeam));
        assert_eq!(team.change(BEN, ANN, None), Err(TeamError::RoleForbids), "of another channel");
    }

    /// OPS-01: a disabled owner does not count, and may go.
    #[test]
    fn last_owner_stays() {
        let alone = team(&[(ANN, Role::Owner), (BEN, Role::Editor)]);
        assert!(alone.is_last_owner(ANN) && !alone.is_last_owner(BEN) && !alone.is_last_owner(CLEO));
        assert_eq!(alone.change(ANN, ANN, None), Err(TeamError::LastOwner));
        assert_eq!(alone.change(ANN, ANN, Some(Role::Editor)), Err(TeamError::LastOwner));
        assert_eq!(alone.change(ANN, ANN, Some(Role::Owner)), Ok(Role::Owner));
        let disabled = Member { operator: CLEO, role: Role::Owner, is_disabled: true };
        let mut members = alone.0.clone();
        members.push(disabled);
        let with_disabled = Team::new(members);
        assert_eq!(with_disabled.change(ANN, ANN, None), Err(TeamError::LastOwner));
        assert_eq!(with_disabled.change(ANN, CLEO, None), Ok(Role::Owner));
    }

    #[test]
    fn team_and_invitations_have_limits() {
        let with = |count: i64| team(&(1..=count).map(|id| (OperatorId(id), Role::Owner)).collect::<Vec<_>>());
        assert_eq!(with(199).invite(ANN, Role::Support, 99), Ok(()));
        assert_eq!(with(199).invite(ANN, Role::Support, 100), Err(TeamError::TooManyInvitations));
        assert_eq!(with(200).invite(ANN, Role::Support, 0), Err(TeamError::Full));
        assert_eq!(with(200).has_room(), Err(TeamError::Full));
    }

    /// T18: a new operator's password obeys the rules of all passwords.
    #[test]
    fn new_operators_are_checked() {
        let errors = |name: &str, password: &str| {
            let found = joining_errors(name, &Secret::new(password.to_owned()), "ann.archer@demo.test");
            found.into_iter().map(|(field, errors)| (field, errors[0])).collect::<Vec<_>>()
        };
        assert_eq!(errors(" Ann Archer ", "kettle & moss"), []);
        let (name, password) = ("name".to_owned(), "password".to_owned());
        assert_eq!(errors(" ", ""), [(name.clone(), FieldError::Required), (password.clone(), FieldError::Required)]);
        assert_eq!(errors("Ann", "short"), [(password.clone(), FieldError::PasswordTooShort { min: 8 })]);
        assert_eq!(errors("Ann", "ann.archer"), [(password, FieldError::PasswordTooCommon)]);
        assert_eq!(errors("<b>", "kettle & moss"), [(name, FieldError::Invalid)]);
    }

    proptest! {
        /// OPS-01: whatever is done in whatever order, a team that has an owner keeps one.
        #[test]
        fn changes_leave_an_owner(changes in prop::collection::vec((1..5_i64, 1..5_i64, 0..6_usize), 0..40)) {
            let mut members = vec![(ANN, Role::Owner), (BEN, Role::Owner), (CLEO, Role::Editor)];
            for (by, whom, to) in changes {
                let (whom, to) = (OperatorId(whom), Role::ALL.get(to).copied());
                if team(&members).change(OperatorId(by), whom, to).is_ok() {
                    members.retain(|(operator, _)| *operator != whom);
                    members.extend(to.map(|role| (whom, role)));
                }
                prop_assert!(members.iter().any(|(_, role)| *role == Role::Owner));
            }
        }
    }
}
