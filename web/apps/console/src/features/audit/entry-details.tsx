import type { AuditEntry } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { stateLines } from './state-lines.ts';

/** The fields of an entry's detail that have words. A newer server's are shown by their names. */
const DETAIL_NAMES = {
  channels: 'audit.detail.channels',
  device: 'audit.detail.device',
  downloaded: 'audit.detail.downloaded',
  fact: 'audit.detail.fact',
  from: 'audit.detail.from',
  off: 'audit.detail.off',
  pass: 'audit.detail.pass',
  role: 'audit.detail.role',
  rows: 'audit.detail.rows',
  source: 'audit.detail.source',
  to: 'audit.detail.to',
} as const;

function isNamed(field: string): field is keyof typeof DETAIL_NAMES {
  return Object.hasOwn(DETAIL_NAMES, field);
}

/** What an entry says beyond its line, folded: the state before and after, then the rest. */
export function EntryDetails({ entry }: { readonly entry: AuditEntry }) {
  const t = useConsoleT();
  const isChange = entry.before !== null || entry.after !== null;
  const states = [
    { label: t('audit.before'), value: entry.before },
    { label: t('audit.after'), value: entry.after },
  ];
  const rest = Object.entries(entry.detail).map(([field, value]) => ({
    label: isNamed(field) ? t(DETAIL_NAMES[field]) : field,
    value,
  }));
  const facts = isChange ? [...states, ...rest] : rest;
  if (facts.length === 0) return null;
  return (
    <details className="audit-details">
      <summary className="min-h-11 cursor-pointer py-2.5 text-sm font-medium">
        {t(isChange ? 'audit.changes' : 'audit.details')}
      </summary>
      <dl className="audit-facts">
        {facts.map(({ label, value }) => {
          const lines = stateLines(value);
          return (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="wrap-anywhere whitespace-pre-line">
                {lines.length > 0 ? lines.join('\n') : <span className="text-muted">{t('audit.none')}</span>}
              </dd>
            </div>
          );
        })}
      </dl>
    </details>
  );
}
