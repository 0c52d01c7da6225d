import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type MyPasskey, removeMyPasskey } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { Button, ErrorState, showToast, Skeleton } from '@touchline/ui';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { TextField } from '../../forms/text-field.tsx';
import { localTime } from '../../localisation/local-time.ts';
import { createPasskey, passkeysWork } from '../../session/passkeys.ts';
import { ConfirmSheet } from './confirm-sheet.tsx';
import { myPasskeysQuery, refreshFactors } from './me-queries.ts';
import { ProblemNote } from './problem-note.tsx';
import { Section } from './section.tsx';
import { useConfirmed } from './use-confirmed.ts';

/** The operator's passkeys of all hosts, and the way to one more at this host. */
export function PasskeysSection() {
  const t = useConsoleT();
  const { data, isPending, refetch } = useQuery(myPasskeysQuery);
  return (
    <Section title={t('me.passkeys')} text={t('me.passkeysText')}>
      {isPending && <Skeleton className="h-14" />}
      {!isPending && !data && <ErrorState text={t('me.passkeysError')} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="text-muted">{t('me.noPasskeys')}</p>}
      {data && data.length > 0 && (
        <ul aria-label={t('me.passkeys')} className="grid divide-y divide-line border-y border-line">
          {data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {passkeysWork() ? <AddPasskey /> : <p className="text-sm text-muted">{t('me.passkeyUnsupported')}</p>}
    </Section>
  );
}

function PasskeyRow({ passkey }: { readonly passkey: MyPasskey }) {
  const t = useConsoleT();
  const locale = useLocale();
  const client = useQueryClient();
  const { id, name, host, created_at: created, last_used_at: used } = passkey;
  const remove = useConfirmed({
    action: (password) => removeMyPasskey(id, password),
    onSuccess: () => {
      showToast({ type: 'success', text: t('me.passkeyRemoved', { name }) });
      return refreshFactors(client);
    },
  });
  const facts = [
    host,
    t('me.added', { date: localTime(created, locale) }),
    used === null ? t('me.neverUsed') : t('me.lastUsed', { date: localTime(used, locale) }),
  ];
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center gap-3">
        <KeyRound aria-hidden size={20} className="shrink-0 text-muted" />
        <div className="min-w-0 flex-1 basis-40">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="text-sm wrap-anywhere text-muted">{facts.join(' · ')}</p>
        </div>
        <Button
          size="small"
          variant="secondary"
          aria-label={t('me.removeNamed', { name })}
          disabled={remove.isPending}
          onClick={remove.run}
        >
          {t('me.remove')}
        </Button>
      </div>
      <ProblemNote error={remove.sheet.open ? null : remove.error} />
      <ConfirmSheet {...remove.sheet} />
    </li>
  );
}

/** The name is asked for first: what the browser shows afterwards ends the conversation. */
function AddPasskey() {
  const t = useConsoleT();
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState('');
  const add = useConfirmed({
    action: (password) => createPasskey(name, password),
    onSuccess: (made) => {
      if (!made) return undefined;
      setIsOpen(false);
      setName('');
      showToast({ type: 'success', text: t('me.passkeyAdded', { name }) });
      return refreshFactors(client);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.run();
  };
  if (!isOpen) {
    return (
      <Button variant="secondary" className="justify-self-start" onClick={() => setIsOpen(true)}>
        {t('me.addPasskey')}
      </Button>
    );
  }
  return (
    <>
      <form className="grid gap-3" onSubmit={submit}>
        <TextField
          name="name"
          label={t('me.passkeyName')}
          required
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that opened the form is gone
          autoFocus
          value={name}
          maxLength={64}
          autoComplete="off"
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <ProblemNote error={add.sheet.open ? null : add.error} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={add.isPending}>
            {t('me.continue')}
          </Button>
          <Button variant="secondary" onClick={() => setIsOpen(false)}>
            {t('me.cancel')}
          </Button>
        </div>
      </form>
      <ConfirmSheet {...add.sheet} />
    </>
  );
}
