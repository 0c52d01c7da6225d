import type { ChannelFileReport } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';

const COUNTS = [
  ['games', 'channels.count.games'],
  ['teams', 'channels.count.teams'],
  ['schools', 'channels.count.schools'],
  ['sports', 'channels.count.sports'],
  ['venues', 'channels.count.venues'],
  ['passes', 'channels.count.passes'],
  ['pages', 'channels.count.pages'],
  ['films', 'channels.count.films'],
  ['pictures', 'channels.count.pictures'],
] as const satisfies readonly (readonly [keyof ChannelFileReport['counts'], string])[];

/** What a file becomes, or became. */
export function ImportReport({ report }: { readonly report: ChannelFileReport }) {
  const t = useConsoleT();
  return (
    <div className="grid gap-4 text-sm">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
        <dt className="text-muted">{t('channels.name')}</dt>
        <dd className="font-medium wrap-anywhere">{report.name}</dd>
        <dt className="text-muted">{t('channels.alias')}</dt>
        <dd className="wrap-anywhere">{report.alias}</dd>
        <dt className="text-muted">{t('channel.hosts')}</dt>
        <dd className="wrap-anywhere">{report.hosts.join(', ')}</dd>
        {COUNTS.map(([kind, name]) => (
          <div key={kind} className="contents">
            <dt className="text-muted">{t(name)}</dt>
            <dd className="tabular-nums">{report.counts[kind]}</dd>
          </div>
        ))}
      </dl>
      {report.renumbered > 0 && <p className="text-pretty">{t('channels.renumbered', { count: report.renumbered })}</p>}
      {report.missing_pictures.length > 0 && (
        <p className="wrap-anywhere">{t('channels.missing', { names: report.missing_pictures.join(', ') })}</p>
      )}
      <p className="text-pretty text-muted">{t('channels.leftOut')}</p>
    </div>
  );
}
