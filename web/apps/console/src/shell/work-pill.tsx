import { useQuery } from '@tanstack/react-query';
import type { WorkItem } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react';
import { useId } from 'react';
import { isRunning, workQuery } from './work-query.ts';

const KINDS = {
  import_channel: 'work.import_channel',
  export_channel: 'work.export_channel',
  upload: 'work.upload',
} as const satisfies Record<WorkItem['kind'], string>;

/** What goes on for the operator, wherever they are: imports, exports and uploads. */
export function WorkPill() {
  const t = useConsoleT();
  const id = useId();
  const { data: work = [] } = useQuery(workQuery);
  if (work.length === 0) return null;
  const running = work.filter(isRunning);
  const [first] = running.length > 0 ? running : work;
  return (
    <div className="frame-work">
      <button type="button" popoverTarget={id} className="nav-link w-full cursor-pointer">
        {first && <Mark work={first} />}
        <span className="truncate max-lg:sr-only">{first && t(KINDS[first.kind], { name: first.subject })}</span>
        <span className="ms-auto text-sm tabular-nums">{first && <State work={first} />}</span>
      </button>
      <div id={id} popover="auto" className="account-panel">
        <p className="px-3 pt-1 text-sm text-muted">{t('work.title')}</p>
        <ul>
          {work.map((one) => (
            <li key={one.id} className="grid gap-1 px-3 py-2 text-sm">
              <span className="flex justify-between gap-3">
                <span className="min-w-0 truncate">{t(KINDS[one.kind], { name: one.subject })}</span>
                <State work={one} />
              </span>
              {isRunning(one) && (
                <progress
                  max={100}
                  value={one.progress}
                  aria-label={t(KINDS[one.kind], { name: one.subject })}
                  className="h-1.5 w-full"
                />
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

const MARKS = { running: LoaderCircle, done: CircleCheck, failed: CircleX } as const;

function Mark({ work: { state } }: { readonly work: WorkItem }) {
  const Icon = MARKS[state];
  return <Icon aria-hidden size={18} className="shrink-0" />;
}

const ENDS = { done: 'work.done', failed: 'work.failed' } as const;

function State({ work: { state, progress } }: { readonly work: WorkItem }) {
  const t = useConsoleT();
  return <span>{state === 'running' ? t('work.running', { percent: progress }) : t(ENDS[state])}</span>;
}
