import { useQuery } from '@tanstack/react-query';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { localTime } from '../../localisation/local-time.ts';
import { gapsQuery } from './upload-queries.ts';
import '../../lists/list.css';

/** Games whose recordings have a gap: nothing is shown where there are none. */
export function GapList({ channel }: { readonly channel: number }) {
  const t = useConsoleT();
  const locale = useLocale();
  const { data } = useQuery(gapsQuery(channel));
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="gaps" className="mt-10">
      <h2 id="gaps" className="text-xl leading-7">
        {t('video.gaps')}
      </h2>
      <p className="mt-1 max-w-[62ch] text-sm text-pretty text-muted">{t('video.gapsText')}</p>
      <ul aria-labelledby="gaps" className="list">
        {data.map(({ event_id: event, title, date, missing, is_live: isLive }) => (
          <li key={`${event}-${isLive}`} className="list-row">
            <div className="min-w-0">
              <p className="truncate font-semibold">{title}</p>
              <p className="text-sm text-muted">{localTime(date, locale)}</p>
            </div>
            <p className="text-sm text-warn tabular-nums">
              {t(isLive ? 'video.gapLive' : 'video.gap', lengthOf(missing))}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Rounded up: a gap is never nothing. */
function lengthOf(missing: number): { minutes: number; seconds: number } {
  const whole = Math.ceil(missing);
  return { minutes: Math.floor(whole / 60), seconds: whole % 60 };
}
