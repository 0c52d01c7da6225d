import { addHost } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { type FormEvent, useState } from 'react';
import { fieldProblem } from '../../forms/field-problem.ts';
import { TextField, VERBATIM } from '../../forms/text-field.tsx';
import { hostOf } from './host-of.ts';
import { useHostChange } from './use-host-change.ts';

export function AddHostForm({ channel }: { readonly channel: number }) {
  const t = useConsoleT();
  const [host, setHost] = useState('');
  const add = useHostChange({ channel, change: () => addHost(channel, hostOf(host)), onSuccess: () => setHost('') });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form onSubmit={submit} className="mt-4 grid max-w-md gap-3">
      <TextField
        {...VERBATIM}
        name="host"
        label={t('channel.newHost')}
        hint={t('channels.hostHint')}
        problem={fieldProblem(add.error, 'host', t)}
        required
        maxLength={260}
        autoComplete="off"
        inputMode="url"
        value={host}
        onChange={({ currentTarget }) => setHost(currentTarget.value)}
      />
      <Button type="submit" variant="secondary" className="min-h-11 justify-self-start" disabled={add.isPending}>
        {t('channel.addHost')}
      </Button>
    </form>
  );
}
