import type { MailState } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Archive, CircleCheck, CircleX, Clock } from 'lucide-react';
import { STATE_NAMES } from './state-names.ts';

const LOOKS = {
  kept: { Icon: Archive, colour: 'text-muted' },
  waiting: { Icon: Clock, colour: 'text-warn' },
  sent: { Icon: CircleCheck, colour: 'text-success' },
  failed: { Icon: CircleX, colour: 'text-danger' },
} as const;

export function StateBadge({ state }: { readonly state: MailState }) {
  const t = useConsoleT();
  const { Icon, colour } = LOOKS[state];
  return (
    <span className={`inline-flex items-center gap-1.5 text-sm whitespace-nowrap ${colour}`}>
      <Icon aria-hidden size={16} className="shrink-0" />
      {t(STATE_NAMES[state])}
    </span>
  );
}
