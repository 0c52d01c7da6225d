import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type OperatorChannel, restoreRevision, type Revision, versionConflict } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { Badge, buttonClass, ErrorState, showToast } from '@touchline/ui';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { localTime } from '../localisation/local-time.ts';
import type { Fields } from './draft.ts';
import { rebased } from './editing.ts';
import { labelOf } from './field-names.ts';
import type { Editable } from './resource.ts';
import { revisionsQuery, rowsQuery } from './resource-queries.ts';
import { RevisionComparison } from './revision-comparison.tsx';
import { RowsSkeleton } from './rows-skeleton.tsx';
import { saveProblems } from './save-problems.ts';
import type { DraftHandle } from './use-draft.ts';
import { readFields } from './wire-fields.ts';
import '../lists/list.css';

interface RevisionsPanelProps {
  readonly channel: OperatorChannel;
  readonly resource: Editable;
  readonly item: number;
  readonly draft: DraftHandle;
  /** The version to compare with the present one. */
  readonly compared: number | undefined;
  readonly onRestored: () => void;
}

const UNDO_TIME_MS = 10_000;

/** The earlier versions of an item, to compare and restore. */
export function RevisionsPanel(props: RevisionsPanelProps) {
  const t = useConsoleT();
  const [isOpen, setOpen] = useState(props.compared !== undefined);
  return (
    <details
      open={isOpen}
      className="group mt-10 border-t border-line pt-4"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-4 rounded-field">
        <h2 className="text-xl leading-7">{t('resource.versions')}</h2>
        <ChevronDown aria-hidden size={20} className="shrink-0 text-muted group-open:rotate-180" />
      </summary>
      {isOpen && <Revisions {...props} />}
    </details>
  );
}

function Revisions({ channel, resource, item, draft, compared, onRestored }: RevisionsPanelProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const { data: revisions, isPending, refetch } = useQuery(revisionsQuery(channel.id, resource, item));
  const restore = useRestore({ channel, resource, item, draft, onRestored });
  if (isPending) return <RowsSkeleton />;
  if (!revisions) return <ErrorState text={t('resource.versionsError')} onRetry={() => void refetch()} />;
  if (revisions.length === 0) return <p className="text-sm text-pretty text-muted">{t('resource.noVersions')}</p>;
  const { version: newest } = draft.editing;
  const chosen = revisions.find(({ version }) => version === compared && version !== newest);
  const earlier = chosen?.body && readFields(resource.fields, chosen.body);
  const nameOf = ({ by }: Revision) =>
    by === null ? t('resource.byNobody') : by.name || t('resource.numbered', { number: by.id });
  const timeOf = ({ at }: Revision) => localTime(at, locale);
  return (
    <ul aria-label={t('resource.versions')} className="list">
      {revisions.map((revision) => (
        <li key={revision.version} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2.5">
          <div className="min-w-0 flex-1 basis-52">
            <time dateTime={new Date(revision.at * 1000).toISOString()} className="font-medium tabular-nums">
              {timeOf(revision)}
            </time>
            <p className="truncate text-sm text-muted">{nameOf(revision)}</p>
          </div>
          {revision.version === newest && <Badge>{t('resource.newest')}</Badge>}
          {revision.body === null && <Badge>{t('resource.wasRemoved')}</Badge>}
          {revision.body !== null && revision.version !== newest && (
            <Link
              to="."
              search={{ version: revision.version }}
              resetScroll={false}
              aria-current={revision === chosen}
              aria-label={t('resource.compareOf', { time: timeOf(revision) })}
              className={buttonClass('secondary', 'small', 'min-h-11')}
            >
              {t('resource.compare')}
            </Link>
          )}
          {revision === chosen && earlier && (
            <RevisionComparison
              resource={resource}
              own={channel.language}
              time={timeOf(chosen)}
              earlier={earlier}
              now={draft.editing.base}
              isBusy={restore.isPending}
              onRestore={() => restore.mutate({ version: chosen.version, fields: earlier, at: chosen.at })}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

type Restoring = Omit<RevisionsPanelProps, 'compared'>;

interface Wanted {
  readonly version: number;
  readonly fields: Fields;
  /** The time of the version; null for an undo. */
  readonly at: number | null;
}

/** Restores an earlier version, with Undo in a toast. */
function useRestore({ channel, resource, item, draft, onRestored }: Restoring) {
  const t = useConsoleT();
  const locale = useLocale();
  const client = useQueryClient();
  const restore = useMutation({
    scope: { id: `save-${channel.id}-${resource.kind}` },
    mutationFn: async ({ version: revision, fields }: Wanted) => {
      const { version, base } = draft.current();
      const answer = await restoreRevision(channel.id, resource.kind, item, { revision, version });
      const stored = { id: item, version: answer.version, fields };
      draft.change((editing) => ({ ...rebased(editing, stored, { by: null, at: null }), taken: [] }));
      return { version, fields: base };
    },
    onSuccess: (before, { at }) => {
      onRestored();
      if (at === null) {
        showToast({ type: 'success', text: t('resource.undone') });
        return;
      }
      showToast({
        type: 'success',
        text: t('resource.restored', { time: localTime(at, locale) }),
        time: UNDO_TIME_MS,
        action: { text: t('resource.undo'), run: () => restore.mutate({ ...before, at: null }) },
      });
    },
    onError: (error) => {
      const [problem] = saveProblems(error, t);
      const refused = problem && `${labelOf(resource, problem.name, channel.language, t)}: ${problem.text}`;
      const text = refused ?? t(versionConflict(error) ? 'resource.restoreTooLate' : 'resource.restoreFailed');
      showToast({ type: 'error', text });
    },
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: rowsQuery(channel.id, resource).queryKey });
      await client.invalidateQueries({ queryKey: revisionsQuery(channel.id, resource, item).queryKey });
    },
  });
  return restore;
}
