import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, createToken, type May, type OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { type FormEvent, useId, useState } from 'react';
import { fieldProblem } from '../../forms/field-problem.ts';
import { SelectField } from '../../forms/select-field.tsx';
import { TextField } from '../../forms/text-field.tsx';
import { PERMISSION_NAMES } from '../../localisation/role-names.ts';
import { tokensQuery } from './tokens-query.ts';

interface NewTokenFormProps {
  readonly channel: OperatorChannel;
  readonly onCreated: (token: string) => void;
}

const LIVES = ['30', '90', '365', 'none'] as const;
type Life = (typeof LIVES)[number];
const DAY = 86_400;

export function NewTokenForm({ channel, onCreated }: NewTokenFormProps) {
  const t = useConsoleT();
  const id = useId();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly May[]>([]);
  const [life, setLife] = useState<Life>('90');
  const create = useMutation({
    mutationFn: () => {
      const expires_at = life === 'none' ? null : Math.floor(Date.now() / 1000) + Number(life) * DAY;
      return createToken(channel.id, { name, scopes: [...scopes], expires_at });
    },
    onSuccess: async ({ token }) => {
      onCreated(token);
      await client.invalidateQueries({ queryKey: tokensQuery(channel.id).queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  const choose = (scope: May, isChosen: boolean) =>
    setScopes((now) => (isChosen ? [...now, scope] : now.filter((one) => one !== scope)));
  const problems = {
    name: fieldProblem(create.error, 'name', t),
    scopes: fieldProblem(create.error, 'scopes', t),
    expires_at: fieldProblem(create.error, 'expires_at', t),
  };
  const isFull = create.error instanceof ApiError && create.error.code === 'too_many_items';
  const hasFieldProblem = Object.values(problems).some((problem) => problem !== undefined);
  return (
    <section aria-labelledby={`${id}-heading`} className="max-w-md">
      <h2 id={`${id}-heading`} className="text-xl leading-7">
        {t('tokens.new')}
      </h2>
      <form onSubmit={submit} noValidate className="mt-4 grid gap-4">
        <TextField
          name="name"
          label={t('tokens.name')}
          hint={t('tokens.nameHint')}
          problem={problems.name}
          required
          value={name}
          autoComplete="off"
          maxLength={120}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <fieldset aria-describedby={problems.scopes && `${id}-scopes`} className="grid gap-1">
          <legend className="mb-1 text-sm font-medium">{t('tokens.scopes')}</legend>
          {channel.may.filter(isScope).map((scope) => (
            <label key={scope} className="flex min-h-11 items-center gap-3 sm:min-h-9">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-accent"
                checked={scopes.includes(scope)}
                onChange={({ currentTarget }) => choose(scope, currentTarget.checked)}
              />
              {t(PERMISSION_NAMES[scope])}
            </label>
          ))}
          {problems.scopes && (
            <p id={`${id}-scopes`} role="alert" className="text-sm text-danger">
              {t('tokens.noScope')}
            </p>
          )}
        </fieldset>
        <SelectField
          label={t('tokens.life')}
          hint={life === 'none' ? t('tokens.noExpiryHint') : undefined}
          problem={problems.expires_at}
          options={LIVES.map((value) => ({
            value,
            text: value === 'none' ? t('tokens.noExpiry') : t('tokens.days', { days: value }),
          }))}
          value={life}
          onChange={setLife}
        />
        {create.isError && !hasFieldProblem && (
          <p role="alert" className="text-sm text-danger">
            {t(isFull ? 'tokens.full' : 'tokens.failed')}
          </p>
        )}
        <Button type="submit" className="min-h-11 justify-self-start" disabled={create.isPending}>
          {t('tokens.create')}
        </Button>
      </form>
    </section>
  );
}

/** No token leads to the team or to other tokens. */
function isScope(scope: May): boolean {
  return scope !== 'manage_team' && scope !== 'manage_integrations';
}
