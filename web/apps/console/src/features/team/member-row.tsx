import { useSuspenseQuery } from '@tanstack/react-query';
import type { OperatorChannel, Team, TeamMember } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { Badge, Button } from '@touchline/ui';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { localTime } from '../../localisation/local-time.ts';
import { ROLE_NAMES } from '../../localisation/role-names.ts';
import { sessionQuery } from '../../session/session.ts';
import { RemoveSheet } from './remove-sheet.tsx';
import { RoleSheet } from './role-sheet.tsx';
import '../../lists/list.css';

interface MemberRowProps {
  readonly channel: OperatorChannel;
  readonly member: TeamMember;
  readonly roles: Team['roles'];
}

export function MemberRow({ channel, member, roles }: MemberRowProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const reason = useId();
  const { operator } = useSuspenseQuery(sessionQuery).data;
  const [sheet, setSheet] = useState<'role' | 'remove'>();
  const isYou = operator?.id === member.id;
  const name = member.name || member.email;
  const Shield = member.has_second_factor ? ShieldCheck : ShieldAlert;
  const close = () => setSheet(undefined);
  const action = {
    size: 'small',
    variant: 'secondary',
    className: 'min-h-11',
    'aria-haspopup': 'dialog',
    disabled: member.is_last_owner,
    ...(member.is_last_owner && { 'aria-describedby': reason }),
  } as const;
  return (
    <li className="list-row">
      <div className="min-w-0">
        <p className="flex items-center gap-2">
          <span className="truncate font-semibold">{name}</span>
          {isYou && <Badge>{t('team.you')}</Badge>}
        </p>
        <p className="truncate text-sm text-muted">{member.email}</p>
        {member.is_last_owner && (
          <p id={reason} className="mt-1 max-w-[48ch] text-sm text-pretty text-muted">
            {t('team.lastOwner')}
          </p>
        )}
      </div>
      <div className="min-w-0 text-sm text-muted">
        <p className="font-medium text-text">{t(ROLE_NAMES[member.role])}</p>
        <p className="flex items-center gap-1.5">
          <Shield aria-hidden size={16} className="shrink-0" />
          {t(member.has_second_factor ? 'team.secondFactor' : 'team.noSecondFactor')}
        </p>
        <p className="tabular-nums">
          {member.last_seen_at === null
            ? t('team.notSeen')
            : t('team.seen', { time: localTime(member.last_seen_at, locale) })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 md:justify-end">
        <Button {...action} aria-label={t('team.changeRoleOf', { name })} onClick={() => setSheet('role')}>
          {t('team.changeRole')}
        </Button>
        <Button {...action} aria-label={t('team.removeOf', { name })} onClick={() => setSheet('remove')}>
          {t('team.remove')}
        </Button>
      </div>
      <RoleSheet
        channel={channel.id}
        member={member}
        name={name}
        isYou={isYou}
        roles={roles}
        open={sheet === 'role'}
        onClose={close}
      />
      <RemoveSheet
        channel={channel}
        member={member}
        name={name}
        isYou={isYou}
        open={sheet === 'remove'}
        onClose={close}
      />
    </li>
  );
}
