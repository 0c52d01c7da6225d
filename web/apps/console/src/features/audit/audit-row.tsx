import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { rowProps } from '../../lists/list-row.ts';
import { localTime } from '../../localisation/local-time.ts';
import { actorName } from './actor-name.ts';
import { ACTION_NAMES } from './audit-actions.ts';
import type { AuditSearch } from './audit-search.ts';
import { EntryDetails } from './entry-details.tsx';
import './audit-row.css';

interface AuditRowProps {
  readonly channel: string;
  readonly search: AuditSearch;
  readonly entry: AuditEntry;
  readonly timeZone: string;
}

export function AuditRow({ channel, search, entry, timeZone }: AuditRowProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const { actor } = entry;
  const name = actorName(actor, t);
  return (
    <li className="audit-row" {...rowProps(entry.id)}>
      <time dateTime={new Date(entry.at * 1000).toISOString()} className="text-sm text-muted tabular-nums">
        {localTime(entry.at, locale, timeZone)}
      </time>
      <div className="min-w-0">
        {actor.id === null ? (
          <p className="truncate">{name}</p>
        ) : (
          <Link
            to="/$channel/audit"
            params={{ channel }}
            search={{ ...search, who: actor.id }}
            title={t('audit.byOf', { name })}
            className="block truncate underline-offset-4 hover:underline"
          >
            {name}
          </Link>
        )}
        {actor.name && actor.email && <p className="truncate text-sm text-muted">{actor.email}</p>}
      </div>
      <div className="min-w-0">
        <p className="font-semibold text-pretty">{t(ACTION_NAMES[entry.action])}</p>
        {entry.subject && <p className="text-sm wrap-anywhere text-muted">{entry.subject}</p>}
      </div>
      <EntryDetails entry={entry} />
    </li>
  );
}
