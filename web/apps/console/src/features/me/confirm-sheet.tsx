import { useConsoleT } from '@touchline/i18n';
import { Button, Dialog } from '@touchline/ui';
import { type FormEvent, useId } from 'react';
import { fieldText } from '../../forms/field-text.ts';
import { PasswordField } from '../../forms/password-field.tsx';
import { accountProblem } from './account-problem.ts';
import { useRequiringChannels } from './use-requiring-channels.ts';

interface ConfirmSheetProps {
  readonly open: boolean;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onConfirm: (password: string) => void;
  readonly onClose: () => void;
}

/** Asks for the password before a change of how the operator logs in. */
export function ConfirmSheet({ open, isPending, error, onConfirm, onClose }: ConfirmSheetProps) {
  const t = useConsoleT();
  const heading = useId();
  const channels = useRequiringChannels();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onConfirm(fieldText(event.currentTarget, 'current_password'));
  };
  return (
    <Dialog open={open} onClose={onClose} labelledBy={heading} className="popup p-6">
      <h2 id={heading} className="text-xl leading-7">
        {t('me.confirm')}
      </h2>
      <p className="mt-2 text-sm text-pretty text-muted">{t('me.confirmText')}</p>
      <form className="mt-4 grid gap-6" onSubmit={submit}>
        <PasswordField
          name="current_password"
          label={t('me.currentPassword')}
          autoComplete="current-password"
          problem={error ? accountProblem(error, channels, t) : undefined}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {t('me.cancel')}
          </Button>
          <Button type="submit" disabled={isPending}>
            {t('me.continue')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
