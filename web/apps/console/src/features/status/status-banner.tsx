import { useQuery } from '@tanstack/react-query';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { HardDrive, Radio, Store } from 'lucide-react';
import { sinceTime } from '../../localisation/local-time.ts';
import { statusQuery } from './status-query.ts';
import { gameNotices, shopNotice, storageNotice } from './notices.ts';

/** What every operator is told on every page, for as long as it lasts. */
export function StatusBanner() {
  const t = useConsoleT();
  const locale = useLocale();
  const { data: status, dataUpdatedAt } = useQuery(statusQuery);
  const storage = status && storageNotice(status);
  const games = status ? gameNotices(status) : [];
  const shop = status ? shopNotice(status) : null;
  if (!storage && !shop && games.length === 0) return null;
  const time = (since: number) => sinceTime(since, new Date(dataUpdatedAt), locale);
  return (
    <section aria-label={t('status.label')} className="mb-8 grid gap-2">
      {storage && (
        <div role={storage.isUrgent ? 'alert' : 'status'} className={noteClass(storage.isUrgent)}>
          <HardDrive aria-hidden size={18} className="mt-px shrink-0" />
          {t(storage.name, { time: time(storage.since), free: gigabytes(storage.freeBytes, locale) })}
        </div>
      )}
      {shop && (
        <div role="status" className={noteClass(false)}>
          <Store aria-hidden size={18} className="mt-px shrink-0" />
          {t(shop)}
        </div>
      )}
      {games.length > 0 && (
        <div role="status" className="grid gap-2">
          {games.map(({ name, since, event, title }) => (
            <p key={`${event} ${name}`} className={noteClass(false)}>
              <Radio aria-hidden size={18} className="mt-px shrink-0" />
              {t(name, { title, time: time(since) })}
            </p>
          ))}
        </div>
      )}
    </section>
  );
}

function noteClass(isUrgent: boolean): string {
  const edge = isUrgent ? 'border-danger' : 'border-warn';
  return `flex items-start gap-2.5 rounded-field border ${edge} px-4 py-3 text-sm text-pretty wrap-anywhere`;
}

function gigabytes(bytes: number, locale: string): string {
  const format = { style: 'unit', unit: 'gigabyte', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, format).format(bytes / 1e9);
}
