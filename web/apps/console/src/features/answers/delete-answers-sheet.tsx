import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type AnsweredForm, deleteFormAnswer, deleteFormAnswers } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, Dialog, showToast } from '@touchline/ui';
import { useId } from 'react';
import { answersKey } from './answers-queries.ts';

interface DeleteAnswersSheetProps {
  readonly channel: number;
  readonly form: AnsweredForm;
  /** One of them, or the newest that the operator has seen with all before it. */
  readonly which: { readonly answer: number } | { readonly until: number };
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

/** Says what is lost. There is no Undo: what viewers sent is not kept anywhere else. */
export function DeleteAnswersSheet({ channel, form, which, open, onClose, onDeleted }: DeleteAnswersSheetProps) {
  const t = useConsoleT();
  const heading = useId();
  const client = useQueryClient();
  const count = 'answer' in which ? 1 : form.answers;
  const remove = useMutation({
    mutationFn: () =>
      'answer' in which
        ? deleteFormAnswer(channel, form.id, which.answer)
        : deleteFormAnswers(channel, form.id, which.until),
    onSuccess: (deleted) => {
      showToast({ type: 'success', text: t('answers.deleted', { count: deleted }) });
      onDeleted?.();
    },
    onError: () => showToast({ type: 'error', text: t('answers.deleteFailed') }),
    onSettled: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: answersKey(channel) });
    },
  });
  return (
    <Dialog open={open} onClose={onClose} labelledBy={heading} className="popup p-6">
      <h2 id={heading} className="text-xl leading-7">
        {t('answers.ask', { count })}
      </h2>
      <p className="mt-2 wrap-anywhere">{form.title || form.alias}</p>
      <p className="mt-1 text-sm text-pretty text-muted">{t('answers.askText')}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          {t('answers.keep')}
        </Button>
        <Button disabled={remove.isPending} onClick={() => remove.mutate()}>
          {t('answers.deleteCount', { count })}
        </Button>
      </div>
    </Dialog>
  );
}
