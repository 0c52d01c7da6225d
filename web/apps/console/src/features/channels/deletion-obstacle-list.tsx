import type { DeletionObstacles } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import type { NamedChannel } from './named-channel.ts';
import { numbersOf } from './obstacles.ts';
import { usePause } from './use-pause.ts';

interface DeletionObstacleListProps {
  readonly channel: NamedChannel;
  readonly obstacles: DeletionObstacles;
}

/** Each obstacle with what to do about it. */
export function DeletionObstacleList({ channel, obstacles }: DeletionObstacleListProps) {
  const t = useConsoleT();
  const pause = usePause(channel.id);
  const { live_games: live, open_orders: open, renewing_orders: renewing, payment_jobs: jobs } = obstacles;
  const named = [
    { rows: live, text: 'channel.liveGames' },
    { rows: open, text: 'channel.openOrders' },
    { rows: renewing, text: 'channel.renewingOrders' },
  ] as const;
  return (
    <>
      <p className="mt-2 text-sm text-pretty text-muted">{t('channel.obstructed')}</p>
      <ul aria-label={t('channel.obstacles')} className="mt-3 grid list-disc gap-3 ps-5 text-sm text-pretty">
        {obstacles.is_served && (
          <li>
            <p>{t('channel.notPaused')}</p>
            <Button
              size="small"
              variant="secondary"
              className="mt-2 min-h-11"
              disabled={pause.isPending}
              onClick={() => pause.mutate(true)}
            >
              {t('channel.pauseOf', { channel: channel.name })}
            </Button>
          </li>
        )}
        {named.map(
          ({ rows, text }) =>
            rows.total > 0 && (
              <li key={text} className="wrap-anywhere">
                {t(text, { count: rows.total, numbers: numbersOf(rows) })}
              </li>
            ),
        )}
        {jobs > 0 && <li>{t('channel.paymentJobs', { count: jobs })}</li>}
      </ul>
    </>
  );
}
