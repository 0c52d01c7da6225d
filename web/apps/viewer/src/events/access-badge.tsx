import type { Event } from '@touchline/api';
import { useT } from '@touchline/i18n';
import { Badge } from '@touchline/ui';
import { Lock } from 'lucide-react';
import { accessLabel, needsAccess } from './access.ts';

export function AccessBadge({ event }: { readonly event: Pick<Event, 'access_type' | 'has_access'> }) {
  const t = useT();
  return (
    <Badge tone="overlay">
      {needsAccess(event) && <Lock aria-hidden size={12} strokeWidth={2.5} />}
      {t(accessLabel(event))}
    </Badge>
  );
}
