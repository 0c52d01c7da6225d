import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError, setUp } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { type FormEvent, useState } from 'react';
import { fieldProblem } from '../../forms/field-problem.ts';
import { fieldText } from '../../forms/field-text.ts';
import { FormAlert } from '../../forms/form-alert.tsx';
import { PasswordField } from '../../forms/password-field.tsx';
import { TextField, VERBATIM } from '../../forms/text-field.tsx';
import { LanguageSelect } from '../../localisation/language-select.tsx';
import { sessionQuery } from '../../session/session.ts';
import { setupQuery } from '../../session/setup-query.ts';
import { SetupSteps } from './setup-steps.tsx';

/** Where the link leads that a new server prints: its first operator. */
export function SetupScreen() {
  const t = useConsoleT();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: setup } = useQuery(setupQuery);
  // Kept while the page is open: the address loses it with the next screen.
  const [token] = useState(() => location.hash.slice(1));
  const save = useMutation({
    mutationFn: setUp,
    onSuccess: async (session) => {
      client.setQueryData(sessionQuery.queryKey, session);
      client.setQueryData(setupQuery.queryKey, { is_needed: false });
      await navigate({ to: '/channels/new', replace: true });
    },
  });
  const isUsed = setup?.is_needed === false || (save.error instanceof ApiError && save.error.status === 409);
  const isOfNoField = save.isError && !(save.error instanceof ApiError && save.error.problems.length > 0);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    save.mutate({
      token,
      name: fieldText(form, 'name'),
      email: fieldText(form, 'email'),
      password: fieldText(form, 'password'),
    });
  };
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-md">
        <p className="font-display text-xl font-extrabold tracking-tight uppercase">
          Touchline <span className="text-muted">{t('console.name')}</span>
        </p>
        <div className="mt-6">
          <SetupSteps current="you" />
        </div>
        <h1 className="mt-6 text-4xl leading-10">{t('setup.title')}</h1>
        {isUsed || token === '' ? (
          <>
            <p className="mt-2 text-pretty text-muted">{isUsed ? t('setup.used') : t('setup.noLink')}</p>
            <a href="/console/" className="mt-6 inline-block font-semibold text-accent-text underline">
              {t('setup.toLogin')}
            </a>
          </>
        ) : (
          <>
            <p className="mt-2 text-pretty text-muted">{t('setup.text')}</p>
            <form className="mt-8 grid gap-5" onSubmit={submit}>
              <FormAlert text={isOfNoField ? t('console.unavailable') : undefined} />
              <TextField
                name="name"
                label={t('setup.name')}
                problem={fieldProblem(save.error, 'name', t)}
                required
                maxLength={64}
                autoComplete="name"
              />
              <TextField
                {...VERBATIM}
                name="email"
                type="email"
                label={t('console.login.email')}
                problem={fieldProblem(save.error, 'email', t)}
                required
                maxLength={254}
                autoComplete="username"
              />
              <PasswordField
                name="password"
                label={t('console.login.password')}
                hint={t('setup.passwordHint')}
                problem={fieldProblem(save.error, 'password', t)}
                autoComplete="new-password"
              />
              <Button type="submit" size="large" disabled={save.isPending}>
                {t('setup.submit')}
              </Button>
            </form>
          </>
        )}
        <div className="mt-8 -mx-3">
          <LanguageSelect />
        </div>
      </div>
    </main>
  );
}
