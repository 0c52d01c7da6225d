import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, logIn, type Session } from '@touchline/api/console';
import { type ConsoleTranslate, useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { type FormEvent, useRef, useState } from 'react';
import { fieldText } from '../../forms/field-text.ts';
import { FormAlert } from '../../forms/form-alert.tsx';
import { PasswordField } from '../../forms/password-field.tsx';
import { TextField, VERBATIM } from '../../forms/text-field.tsx';
import { passkeysWork } from '../../session/passkeys.ts';
import { setupQuery } from '../../session/setup-query.ts';
import { sessionQuery } from '../../session/session.ts';
import { LanguageSelect } from '../../localisation/language-select.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { SecondStep } from './second-step.tsx';

export function LoginScreen() {
  const t = useConsoleT();
  const client = useQueryClient();
  /** What the login can be finished with, once the password was right. */
  const [factors, setFactors] = useState<readonly string[] | null>(null);
  const [hasExpired, setHasExpired] = useState(false);
  const enter = (session: Session) => client.setQueryData(sessionQuery.queryKey, session);
  const restart = (expired: boolean) => {
    setFactors(null);
    setHasExpired(expired);
  };
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-sm">
        <p className="font-display text-xl font-extrabold tracking-tight uppercase">
          Touchline <span className="text-muted">{t('console.name')}</span>
        </p>
        {factors ? (
          <SecondStep factors={factors} onEntered={enter} onRestart={restart} />
        ) : (
          <FirstStep hasExpired={hasExpired} onEntered={enter} onSecondStep={setFactors} />
        )}
        <div className="mt-8 -mx-3">
          <LanguageSelect />
        </div>
      </div>
    </main>
  );
}

interface FirstStepProps {
  readonly hasExpired: boolean;
  readonly onEntered: (session: Session) => void;
  readonly onSecondStep: (factors: readonly string[]) => void;
}

function FirstStep({ hasExpired, onEntered, onSecondStep }: FirstStepProps) {
  const t = useConsoleT();
  const { data: setup } = useQuery(setupQuery);
  const password = useRef<HTMLInputElement>(null);
  const [passkeyProblem, setPasskeyProblem] = useState('');
  const login = useMutation({
    mutationFn: ({ email, secret }: { email: string; secret: string }) => logIn(email, secret),
    onMutate: () => setPasskeyProblem(''),
    onSuccess: onEntered,
    onError: (error) => {
      if (needsSecondStep(error)) onSecondStep(error.factors);
      // What was wrong is typed again, and nothing else.
      else password.current?.select();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    login.mutate({ email: fieldText(form, 'email'), secret: fieldText(form, 'password') });
  };
  const said = passkeyProblem || (login.isError && !needsSecondStep(login.error) ? problem(login.error, t) : '');
  const shown = said || (hasExpired && login.isIdle ? t('console.login.expired') : '');
  return (
    <>
      <h1 className="mt-6 text-4xl leading-10">{t('console.login.heading')}</h1>
      <p className="mt-2 text-pretty text-muted">
        {setup?.is_needed === true ? t('setup.waiting') : t('console.login.text')}
      </p>
      <form className="mt-8 grid gap-5" onSubmit={submit}>
        <FormAlert text={shown} />
        <TextField
          {...VERBATIM}
          name="email"
          type="email"
          label={t('console.login.email')}
          required
          autoComplete="username"
          maxLength={254}
        />
        <PasswordField
          ref={password}
          name="password"
          label={t('console.login.password')}
          autoComplete="current-password"
        />
        <Button type="submit" size="large" disabled={login.isPending}>
          {t('console.login.submit')}
        </Button>
        {passkeysWork() && (
          <PasskeyButton label={t('console.login.passkey')} onEntered={onEntered} onProblem={setPasskeyProblem} />
        )}
      </form>
    </>
  );
}

function needsSecondStep(error: Error): error is ApiError {
  return error instanceof ApiError && error.code === 'second_factor_required';
}

function problem(error: Error, t: ConsoleTranslate): string {
  if (!(error instanceof ApiError)) return t('console.unavailable');
  if (error.status === 429) return t('console.login.wait', { seconds: error.retryAfter ?? 60 });
  return error.code === 'wrong_auth_data' ? t('console.login.wrong') : t('console.unavailable');
}
