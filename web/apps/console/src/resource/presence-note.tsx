import type { PresentOperator, SiteKind } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { useEffect, useState } from 'react';
import { agoIn } from '../localisation/ago.ts';
import { usePresence } from './use-presence.ts';

interface PresenceNoteProps {
  readonly channel: number;
  readonly kind: SiteKind;
  /** Null for a new item, which nobody else has. */
  readonly item: number | null;
  readonly draft: unknown;
}

const MINUTE_MS = 60_000;

/** Says who else has the form open, and when they typed last. There are no locks. */
export function PresenceNote({ channel, kind, item, draft }: PresenceNoteProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const others = usePresence(channel, kind, item, draft);
  const now = useMinute();
  const say = ({ id, name, edited_at: at }: PresentOperator) => {
    const shown = name || t('resource.numbered', { number: String(id) });
    return at === null ? shown : t('presence.edited', { name: shown, ago: agoIn(at * 1000, now, locale) });
  };
  const names = new Intl.ListFormat(locale).format(others.map(say));
  return (
    <p
      role="status"
      className={others.length > 0 ? 'mt-3 rounded-field border border-control px-4 py-2 text-sm' : 'sr-only'}
    >
      {others.length > 0 && t('presence.here', { names, count: others.length })}
    </p>
  );
}

/** The time, each minute anew. */
function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
