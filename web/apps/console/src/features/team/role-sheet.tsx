import { changeRole, type Role, type Team, type TeamMember } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, Dialog } from '@touchline/ui';
import { useId, useState } from 'react';
import { ROLE_NAMES } from '../../localisation/role-names.ts';
import { RoleSelect } from './role-select.tsx';
import { useTeamChange } from './use-team-change.ts';

interface RoleSheetProps {
  readonly channel: number;
  readonly member: TeamMember;
  readonly name: string;
  readonly isYou: boolean;
  readonly roles: Team['roles'];
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Gives a member another role, and says what that does. */
export function RoleSheet({ channel, member, name, isYou, roles, open, onClose }: RoleSheetProps) {
  const t = useConsoleT();
  const heading = useId();
  const [chosen, setChosen] = useState<Role>();
  const role = chosen ?? member.role;
  const close = () => {
    setChosen(undefined);
    onClose();
  };
  const change = useTeamChange({
    channel,
    change: (to: Role) => changeRole(channel, member.id, to),
    done: (to) => t('team.roleSaved', { name, role: t(ROLE_NAMES[to]) }),
    missing: 'team.gone',
    onSettled: close,
  });
  return (
    <Dialog open={open} onClose={close} labelledBy={heading} className="popup p-6">
      <h2 id={heading} className="text-xl leading-7 wrap-anywhere">
        {t('team.changeRoleOf', { name })}
      </h2>
      <p className="mt-2 text-sm text-pretty text-muted">{t(isYou ? 'team.roleTextYou' : 'team.roleText', { name })}</p>
      <div className="mt-4">
        <RoleSelect roles={roles} value={role} onChange={setChosen} />
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={close}>
          {t('team.cancel')}
        </Button>
        <Button disabled={change.isPending || role === member.role} onClick={() => change.mutate(role)}>
          {t('team.saveRole', { role: t(ROLE_NAMES[role]) })}
        </Button>
      </div>
    </Dialog>
  );
}
