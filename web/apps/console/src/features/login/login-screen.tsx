import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, logIn } from '@touchline/api/console';
import { type ConsoleTranslate, useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { type FormEvent, useRef } from 'react';
import { fieldText } from '../../forms/field-text.ts';
import { sessionQuery } from '../../session/session.ts';
import { LanguageSelect } from '../../localisation/language-select.tsx';
import { PasswordField } from './password-field.tsx';

export function LoginScreen() {
  const t = useConsoleT();
  const client = useQueryClient();
  const password = useRef<HTMLInputElement>(null);
  const login = useMutation({
    mutationFn: ({ email, secret }: { email: string; secret: string }) => logIn(email, secret),
    onSuccess: (session) => client.setQueryData(sessionQuery.queryKey, session),
    // What was wrong is typed again, and nothing else.
    onError: () => password.current?.select(),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    login.mutate({ email: fieldText(form, 'email'), secret: fieldText(form, 'password') });
  };
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-sm">
        <p className="font-display text-xl font-extrabold tracking-tight uppercase">
          Touchline <span className="text-muted">{t('console.name')}</span>
        </p>
        <h1 className="mt-6 text-4xl leading-10">{t('console.login.heading')}</h1>
        <p className="mt-2 text-muted">{t('console.login.text')}</p>
        <form className="mt-8 grid gap-5" onSubmit={submit}>
          {login.isError && (
            <p role="alert" className="rounded-field border border-danger px-4 py-3 text-sm text-danger">
              {problem(login.error, t)}
            </p>
          )}
          <div>
            <label htmlFor="email" className="text-sm font-medium">
              {t('console.login.email')}
            </label>
            <input
              id="email"
              name="email"
              type="email"
              required
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              className="field mt-1.5"
            />
          </div>
          <PasswordField ref={password} />
          <Button type="submit" size="large" disabled={login.isPending}>
            {t('console.login.submit')}
          </Button>
        </form>
        <div className="mt-8 -mx-3">
          <LanguageSelect />
        </div>
      </div>
    </main>
  );
}

function problem(error: Error, t: ConsoleTranslate): string {
  if (!(error instanceof ApiError)) return t('console.unavailable');
  if (error.status === 429) return t('console.login.wait', { seconds: error.retryAfter ?? 60 });
  return error.code === 'wrong_auth_data' ? t('console.login.wrong') : t('console.unavailable');
}
