import { useMutation } from '@tanstack/react-query';
import { confirmAuthenticator, type NewAuthenticator } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, Skeleton } from '@touchline/ui';
import { type FormEvent, lazy, Suspense, useRef } from 'react';
import { fieldText } from '../../forms/field-text.ts';
import { TextField } from '../../forms/text-field.tsx';
import { ProblemNote } from './problem-note.tsx';

const QrCode = lazy(() => import('./qr-code.tsx').then((module) => ({ default: module.QrCode })));

interface AuthenticatorSetupProps {
  readonly authenticator: NewAuthenticator;
  readonly onDone: (codes: readonly string[]) => unknown;
  readonly onCancel: () => void;
}

/** The key for the app, as a picture and as text, and the field for its first code. */
export function AuthenticatorSetup({ authenticator, onDone, onCancel }: AuthenticatorSetupProps) {
  const t = useConsoleT();
  const field = useRef<HTMLInputElement>(null);
  const confirm = useMutation({
    mutationFn: confirmAuthenticator,
    onSuccess: onDone,
    onError: () => field.current?.select(),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    confirm.mutate(fieldText(event.currentTarget, 'code'));
  };
  return (
    <form className="grid gap-5 rounded-card border border-line p-4 sm:p-5" onSubmit={submit}>
      <p className="text-pretty">{t('me.scan')}</p>
      <div className="grid gap-5 sm:grid-cols-[12rem_minmax(0,1fr)]">
        <Suspense fallback={<Skeleton className="size-48" />}>
          <QrCode text={authenticator.address} label={t('me.qrCode')} />
        </Suspense>
        <div className="grid content-start gap-4">
          <div>
            <p className="text-sm font-medium">{t('me.key')}</p>
            <p className="mt-1 font-mono text-sm wrap-anywhere select-all">{grouped(authenticator.key)}</p>
          </div>
          <TextField
            ref={field}
            name="code"
            label={t('me.firstCode')}
            required
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={10}
            className="max-w-48 font-mono tracking-wider"
          />
        </div>
      </div>
      <ProblemNote error={confirm.error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={confirm.isPending}>
          {t('me.turnOn')}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {t('me.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** In fours, as people type it. */
function grouped(key: string): string {
  return key.match(/.{1,4}/g)?.join(' ') ?? key;
}
