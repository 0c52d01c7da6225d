import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fieldProblems, type ProviderIdKind, removeProviderSecret, setProviderSecret } from '@touchline/api/console';
import { problemText, useConsoleT } from '@touchline/i18n';
import { Button, showToast } from '@touchline/ui';
import { type FormEvent, useState } from 'react';
import { FormAlert } from '../../forms/form-alert.tsx';
import { TextField } from '../../forms/text-field.tsx';
import { providerIdsQuery } from './provider-ids.ts';

interface ProviderSecretFormProps {
  readonly channel: number;
  readonly kind: ProviderIdKind;
  readonly name: string;
  readonly isSet: boolean;
  readonly onChange: () => void;
}

/** The secret of an id: it can be replaced and removed, and is never shown. */
export function ProviderSecretForm({ channel, kind, name, isSet, onChange }: ProviderSecretFormProps) {
  const t = useConsoleT();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const save = useMutation({
    mutationFn: (secret: string | null) =>
      secret === null ? removeProviderSecret(channel, kind) : setProviderSecret(channel, kind, secret),
    onSuccess: (_, secret) => {
      setText('');
      onChange();
      showToast({ type: 'success', text: t(secret === null ? 'ids.secretRemoved' : 'ids.secretSaved') });
      return client.invalidateQueries({ queryKey: providerIdsQuery(channel).queryKey });
    },
  });
  const problem = fieldProblems(save.error, 'secret').map((one) => problemText(one, t))[0];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(text);
  };
  return (
    <form onSubmit={submit} aria-label={t('ids.secretOf', { name })} className="grid gap-3">
      <TextField
        label={t('ids.secret')}
        hint={t(isSet ? 'ids.secretSet' : 'ids.secretMissing')}
        problem={problem}
        name="secret"
        type="password"
        value={text}
        maxLength={200}
        required
        autoComplete="off"
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <FormAlert text={save.isError && !problem ? t('ids.secretFailed') : undefined} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" disabled={save.isPending}>
          {t('ids.saveSecret')}
        </Button>
        {isSet && (
          <Button variant="quiet" disabled={save.isPending} onClick={() => save.mutate(null)}>
            {t('ids.removeSecret')}
          </Button>
        )}
      </div>
    </form>
  );
}
