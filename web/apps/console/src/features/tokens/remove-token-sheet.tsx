import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, removeToken, type TokenItem } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, Dialog, showToast } from '@touchline/ui';
import { useId } from 'react';
import { tokensQuery } from './tokens-query.ts';

interface RemoveTokenSheetProps {
  readonly channel: number;
  readonly token: TokenItem;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Says what the removal does before it is done: it cannot be undone. */
export function RemoveTokenSheet({ channel, token, open, onClose }: RemoveTokenSheetProps) {
  const t = useConsoleT();
  const heading = useId();
  const client = useQueryClient();
  const { name } = token;
  const remove = useMutation({
    // What is gone is what was wanted.
    mutationFn: () => removeToken(channel, token.id).catch(unlessGone),
    onSuccess: () => showToast({ type: 'success', text: t('tokens.removed', { name }) }),
    onError: () => showToast({ type: 'error', text: t('tokens.removeFailed') }),
    onSettled: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: tokensQuery(channel).queryKey });
    },
  });
  return (
    <Dialog open={open} onClose={onClose} labelledBy={heading} className="popup p-6">
      <h2 id={heading} className="text-xl leading-7">
        {t('tokens.removeAsk')}
      </h2>
      <p className="mt-2 text-sm text-pretty wrap-anywhere text-muted">{t('tokens.removeText', { name })}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          {t('team.keep')}
        </Button>
        <Button disabled={remove.isPending} onClick={() => remove.mutate()}>
          {t('tokens.remove')}
        </Button>
      </div>
    </Dialog>
  );
}

function unlessGone(error: Error): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
