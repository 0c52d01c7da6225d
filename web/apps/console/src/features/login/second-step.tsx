import { useMutation } from '@tanstack/react-query';
import { ApiError, logInWithCode, type Session } from '@touchline/api/console';
import { type ConsoleTranslate, useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { type FormEvent, useRef, useState } from 'react';
import { fieldText } from '../../forms/field-text.ts';
import { FormAlert } from '../../forms/form-alert.tsx';
import { TextField, VERBATIM } from '../../forms/text-field.tsx';
import { passkeysWork } from '../../session/passkeys.ts';
import { PasskeyButton } from './passkey-button.tsx';

interface SecondStepProps {
  readonly factors: readonly string[];
  readonly onEntered: (session: Session) => void;
  /** Back to the password; true where it was too long ago. */
  readonly onRestart: (expired: boolean) => void;
}

/** The second factor, asked for after the password. */
export function SecondStep({ factors, onEntered, onRestart }: SecondStepProps) {
  const t = useConsoleT();
  const field = useRef<HTMLInputElement>(null);
  const hasApp = factors.includes('authenticator');
  const hasCodes = factors.includes('recovery_code');
  const hasPasskey = factors.includes('passkey') && passkeysWork();
  const [byRecovery, setByRecovery] = useState(!hasApp && !hasPasskey && hasCodes);
  const [passkeyProblem, setPasskeyProblem] = useState('');
  const login = useMutation({
    mutationFn: logInWithCode,
    onMutate: () => setPasskeyProblem(''),
    onSuccess: onEntered,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'login_expired') onRestart(true);
      else field.current?.select();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    login.mutate(fieldText(event.currentTarget, 'code'));
  };
  const change = () => {
    login.reset();
    setByRecovery(!byRecovery);
  };
  const said = passkeyProblem || (login.isError ? problem(login.error, t) : '');
  const hasField = hasApp || byRecovery;
  return (
    <>
      <h1 className="mt-6 text-4xl leading-10">{t('console.login.second')}</h1>
      <p className="mt-2 text-pretty text-muted">{t(hint(byRecovery, hasApp, hasPasskey))}</p>
      <form className="mt-8 grid gap-5" onSubmit={submit}>
        <FormAlert text={said} />
        {hasField && (
          <>
            <TextField
              {...VERBATIM}
              // The two ask for different keyboards.
              key={String(byRecovery)}
              ref={field}
              name="code"
              label={t(byRecovery ? 'console.login.recoveryCode' : 'console.login.code')}
              required
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is the only field of a step that has just been opened
              autoFocus
              autoComplete={byRecovery ? 'off' : 'one-time-code'}
              inputMode={byRecovery ? 'text' : 'numeric'}
              maxLength={20}
              className="font-mono tracking-wider"
            />
            <Button type="submit" size="large" disabled={login.isPending}>
              {t('console.login.submit')}
            </Button>
          </>
        )}
        {hasPasskey && (
          <PasskeyButton label={t('console.login.passkey')} onEntered={onEntered} onProblem={setPasskeyProblem} />
        )}
        <div className="flex flex-wrap gap-x-2 gap-y-1">
          {hasCodes && (hasApp || hasPasskey) && (
            <Button variant="quiet" onClick={change}>
              {t(byRecovery ? 'console.login.noRecovery' : 'console.login.useRecovery')}
            </Button>
          )}
          <Button variant="quiet" onClick={() => onRestart(false)}>
            {t('console.login.back')}
          </Button>
        </div>
      </form>
    </>
  );
}

function hint(byRecovery: boolean, hasApp: boolean, hasPasskey: boolean) {
  if (byRecovery) return 'console.login.recoveryText';
  if (hasApp) return 'console.login.codeText';
  return hasPasskey ? 'console.login.passkeyText' : 'console.login.elsewhere';
}

function problem(error: Error, t: ConsoleTranslate): string {
  if (!(error instanceof ApiError)) return t('console.unavailable');
  if (error.status === 429) return t('console.login.wait', { seconds: error.retryAfter ?? 60 });
  return error.code === 'wrong_code' ? t('console.login.wrongCode') : t('console.unavailable');
}
