import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type OperatorChannel,
  restoreRevision,
  type TextItem,
  textCalls,
  versionConflict,
} from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, showToast } from '@touchline/ui';
import { putRow, revisionsQuery, rowsQuery } from '../../resource/resource-queries.ts';
import { TEXT_KIND_NAMES } from '../../localisation/text-kinds.ts';
import { texts } from './texts.ts';

const UNDO_TIME_MS = 10_000;

interface ResetButtonProps {
  readonly channel: OperatorChannel;
  readonly row: TextItem;
  /** That the form is at. */
  readonly version: number;
}

/** Removes the channel's own words in every language at once, with Undo in a toast. */
export function ResetButton({ channel, row, version }: ResetButtonProps) {
  const t = useConsoleT();
  const client = useQueryClient();
  const name = t(TEXT_KIND_NAMES[row.kind]);
  const undo = useMutation({
    // The form is at the new version by then.
    mutationFn: (to: { readonly revision: number; readonly version: number }) =>
      restoreRevision(channel.id, 'text', row.id, to),
    onSuccess: () => showToast({ type: 'success', text: t('resource.isBack', { name }) }),
    onError: () => showToast({ type: 'error', text: t('resource.undoFailed', { name }) }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: rowsQuery(channel.id, texts).queryKey });
      await client.invalidateQueries({ queryKey: revisionsQuery(channel.id, texts, row.id).queryKey });
    },
  });
  const reset = useMutation({
    mutationFn: (from: number) => textCalls.update(channel.id, row.id, from, { translations: {} }),
    onSuccess: (now, from) => {
      putRow(client, channel.id, texts, now);
      showToast({
        id: `reset-${row.id}`,
        type: 'success',
        text: t('texts.wasReset', { name }),
        time: UNDO_TIME_MS,
        action: { text: t('resource.undo'), run: () => undo.mutate({ revision: from, version: now.version }) },
      });
    },
    onError: async (error) => {
      showToast({
        type: 'error',
        text: t(versionConflict(error) ? 'texts.resetConflict' : 'texts.resetFailed', { name }),
      });
      await client.invalidateQueries({ queryKey: rowsQuery(channel.id, texts).queryKey });
    },
  });
  if (Object.keys(row.translations).length === 0) return null;
  return (
    <Button
      variant="secondary"
      size="small"
      className="min-h-11"
      disabled={reset.isPending}
      onClick={() => reset.mutate(version)}
    >
      {t('texts.reset')}
    </Button>
  );
}
