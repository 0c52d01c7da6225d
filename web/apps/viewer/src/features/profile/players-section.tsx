import {
  createPlayerAddress,
  type NewPlayerAddress,
  type PlayerAddress,
  type PlayerAddresses,
  revokePlayerAddress,
} from '@touchline/api';
import { useAccountT, useLocale } from '@touchline/i18n';
import { Button, ErrorState, showToast } from '@touchline/ui';
import { Copy, Plus, Tv } from 'lucide-react';
import { type RefObject, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAppContext } from '../../channel/channel.ts';
import type { useLoaded } from '../../loading/use-loaded.ts';
import { AccountForm } from '../../account-forms/account-form.tsx';
import { filled } from '../../account-forms/field-rules.ts';
import { failureMessage } from '../../account-forms/server-messages.ts';
import { TextField } from '../../account-forms/text-field.tsx';
import { ConfirmButton } from './confirm-button.tsx';
import { RowsSkeleton } from '../../loading/rows-skeleton.tsx';
import { Section } from './section.tsx';
import { mediumDate, timeAgo } from './time-ago.ts';
import { useFormBehindButton } from './use-form-behind-button.ts';

const LONGEST_NAME = 40;
const RULES = { name: filled };

interface PlayersSectionProps {
  readonly addresses: ReturnType<typeof useLoaded<PlayerAddresses>>;
}

/** Private addresses for televisions and players that cannot log in: those there are, and the way to one more. */
export function PlayersSection({ addresses }: PlayersSectionProps) {
  const t = useAccountT();
  const { connection } = useAppContext();
  const list = useRef<HTMLDivElement>(null);
  const { data, at, failed, reload } = addresses;

  const revoke = async ({ id, name }: PlayerAddress) => {
    try {
      await revokePlayerAddress(connection, id);
      reload();
      // The button that was pressed is gone.
      list.current?.focus();
      showToast({ id: 'players', type: 'success', text: t('players.revoked', { name }) });
    } catch (problem) {
      showToast({ id: 'players', type: 'error', text: failureMessage(problem)(t) });
    }
  };

  return (
    <Section title={t('players.title')} text={t('players.text')}>
      {data ? (
        <div ref={list} tabIndex={-1} className="account-landing grid gap-5">
          {data.addresses.length > 0 ? (
            <ul aria-label={t('players.title')} className="account-list">
              {data.addresses.map((address) => (
                <Row key={address.id} address={address} now={at} onRevoke={() => void revoke(address)} />
              ))}
            </ul>
          ) : (
            <p className="text-muted">{t('players.none')}</p>
          )}
          <MakeAddress full={data.addresses.length >= data.most} onMade={reload} />
        </div>
      ) : failed ? (
        <ErrorState text={t('players.error')} onRetry={reload} />
      ) : (
        <RowsSkeleton />
      )}
    </Section>
  );
}

interface RowProps {
  readonly address: PlayerAddress;
  /** When the list was fetched. */
  readonly now: number;
  readonly onRevoke: () => void;
}

function Row({ address, now, onRevoke }: RowProps) {
  const t = useAccountT();
  const locale = useLocale();
  const { name, country, created_at: created, last_used_at: used } = address;
  const meta = [
    t('players.made', { date: mediumDate(created, locale) }),
    country,
    used === null ? t('players.unused') : t('devices.lastUsed', { when: timeAgo(used, now, locale) }),
  ];
  return (
    <li>
      <Tv aria-hidden size={22} className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">{meta.filter(Boolean).join(' · ')}</p>
      </div>
      <ConfirmButton
        variant="secondary"
        size="small"
        aria-label={t('players.revokeNamed', { name })}
        question={t('players.question', { name })}
        text={t('players.revokeText')}
        confirm={t('players.revoke')}
        onConfirm={onRevoke}
      >
        {t('players.revoke')}
      </ConfirmButton>
    </li>
  );
}

interface MakeAddressProps {
  /** There are as many as there can be. */
  readonly full: boolean;
  readonly onMade: () => void;
}

/** A name, then the address, which nobody is shown again. */
function MakeAddress({ full, onMade }: MakeAddressProps) {
  const t = useAccountT();
  const { connection } = useAppContext();
  const [made, setMade] = useState<NewPlayerAddress | null>(null);
  const { open, opener, field, show, hide } = useFormBehindButton(() => setMade(null));
  const heading = useRef<HTMLHeadingElement>(null);

  const make = async ({ name }: { readonly name: string }) => {
    const address = await createPlayerAddress(connection, name.trim());
    flushSync(() => setMade(address));
    heading.current?.focus();
    onMade();
  };

  if (made) return <Ready address={made} heading={heading} onDone={hide} />;
  if (full) return <p className="text-sm text-muted">{t('players.full')}</p>;
  if (!open) {
    return (
      <Button ref={opener} variant="secondary" className="min-h-11! justify-self-start" onClick={show}>
        <Plus aria-hidden size={18} />
        {t('players.add')}
      </Button>
    );
  }
  return (
    <AccountForm<'name'>
      rules={RULES}
      inline
      submit={t('players.make')}
      sending={t('profile.sending')}
      onSend={make}
      end={
        <Button variant="secondary" className="min-h-11!" onClick={hide}>
          {t('profile.cancel')}
        </Button>
      }
    >
      {(props) => (
        <TextField
          ref={field}
          label={t('players.name')}
          {...props('name')}
          hint={t('players.nameHint')}
          maxLength={LONGEST_NAME}
          autoComplete="off"
          required
        />
      )}
    </AccountForm>
  );
}

interface ReadyProps {
  readonly address: NewPlayerAddress;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly onDone: () => void;
}

function Ready({ address: { name, url }, heading, onDone }: ReadyProps) {
  const t = useAccountT();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      showToast({ id: 'players', type: 'success', text: t('players.copied') });
    } catch {
      field.current?.select();
      showToast({ id: 'players', type: 'warning', text: t('players.notCopied') });
    }
  };
  return (
    <div className="grid gap-4">
      <div>
        <h3 ref={heading} tabIndex={-1} className="account-landing text-xl leading-7 wrap-anywhere">
          {t('players.readyTitle', { name })}
        </h3>
        <p className="mt-1 text-[0.9375rem] leading-6 text-pretty text-muted">{t('players.readyText')}</p>
      </div>
      <div>
        <label htmlFor={id} className="sr-only">
          {t('players.address')}
        </label>
        {/* All of it is in sight: some type it with a remote control. */}
        <textarea
          ref={field}
          id={id}
          readOnly
          rows={2}
          value={url}
          spellCheck={false}
          className="field-sizing-content min-h-11 w-full min-w-0 resize-none rounded-field border border-control bg-body px-3 py-2.5 font-mono text-sm wrap-anywhere"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <p className="mt-2 text-sm text-pretty text-muted">{t('players.howTo')}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button className="min-h-11!" onClick={() => void copy()}>
          <Copy aria-hidden size={18} />
          {t('players.copy')}
        </Button>
        <Button variant="secondary" className="min-h-11!" onClick={onDone}>
          {t('players.done')}
        </Button>
      </div>
    </div>
  );
}
