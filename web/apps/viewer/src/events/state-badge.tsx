import type { Event } from '@touchline/api';
import { useT } from '@touchline/i18n';
import { Badge } from '@touchline/ui';

const LABELS = { live: 'state.live', upcoming: 'state.upcoming', finished: 'state.finished' } as const;

export function StateBadge({ state }: { readonly state: Event['stream_status'] }) {
  const t = useT();
  return <Badge tone={state === 'live' ? 'live' : 'overlay'}>{t(LABELS[state])}</Badge>;
}
