import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiError, type OperatorChannel, testChecklist } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { Badge, Button } from '@touchline/ui';
import { Check, Circle, TriangleAlert } from 'lucide-react';
import { FormAlert } from '../../forms/form-alert.tsx';
import { LEGAL_NAMES } from '../../localisation/legal-names.ts';
import { type Item, type ItemState, sayResult, STATE_NAMES } from './checklist-items.ts';
import { checklistQuery } from './checklist-query.ts';

const SIGNS = { done: Check, failed: TriangleAlert, missing: Circle, untested: Circle, optional: Circle } as const;

const TONES = {
  done: 'text-success',
  failed: 'text-danger',
  missing: 'text-warn',
  untested: 'text-muted',
  optional: 'text-muted',
} as const satisfies Record<ItemState, string>;

interface ChecklistItemProps {
  readonly channel: OperatorChannel;
  readonly item: Item;
}

/** A thing of the list with its test and what that found. */
export function ChecklistItem({ channel, item }: ChecklistItemProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const client = useQueryClient();
  const { test, last, state } = item;
  const run = useMutation({
    mutationFn: () => (test ? testChecklist(channel.id, test.name) : Promise.resolve(null)),
    onSettled: () => client.invalidateQueries({ queryKey: checklistQuery(channel.id).queryKey }),
  });
  const result = run.data ?? last;
  const Sign = SIGNS[state];
  const failure = run.error && t(isTooOften(run.error) ? 'checklist.tooOften' : 'checklist.notTested');
  return (
    <li className="checklist-item">
      <Sign aria-hidden size={22} className={`mt-0.5 shrink-0 ${TONES[state]}`} />
      <div className="grid min-w-0 gap-2">
        <h2 className="flex flex-wrap items-center gap-2 text-lg leading-6">
          {item.title}
          <Badge>{t(STATE_NAMES[state])}</Badge>
        </h2>
        {item.lines.map((line) => (
          <p key={line} className="max-w-[62ch] text-sm text-pretty wrap-anywhere text-muted">
            {line}
          </p>
        ))}
        {item.name === 'legal' && (
          <>
            <ul className="grid gap-1 text-sm">
              {item.pages.map(({ page, path }) => (
                <li key={page} className="flex flex-wrap gap-x-2">
                  <span className="font-medium">{t(LEGAL_NAMES[page])}</span>
                  <span className="wrap-anywhere text-muted">{path ?? t('checklist.pageMissing')}</span>
                </li>
              ))}
            </ul>
            <Link
              to="/$channel/texts"
              params={{ channel: channel.alias }}
              search={{}}
              className="justify-self-start py-2 text-sm font-semibold text-accent-text underline"
            >
              {t('checklist.toTexts')}
            </Link>
          </>
        )}
        <output aria-live="polite" className="grid gap-1 text-sm wrap-anywhere">
          {run.isPending && <span>{t('checklist.testing')}</span>}
          {!run.isPending && result && (
            <span className={result.is_ok ? 'text-success' : 'text-danger'}>{sayResult(result, t, locale)}</span>
          )}
        </output>
        <FormAlert text={failure ?? undefined} />
      </div>
      {test && (
        <Button
          variant="secondary"
          className="checklist-test min-h-11"
          disabled={run.isPending}
          onClick={() => run.mutate()}
        >
          {test.button}
        </Button>
      )}
    </li>
  );
}

function isTooOften(error: Error): boolean {
  return error instanceof ApiError && error.status === 429;
}
