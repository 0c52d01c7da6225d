import { createPlayerAddress, type NewPlayerAddress, type PlayerAddresses, revokePlayerAddress } from '@touchline/api';
import { useAccountT, useLocale } from '@touchline/i18n';
import { Button, showToast } from '@touchline/ui';
import { Copy, Tv } from 'lucide-react';
import { type RefObject, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAppContext } from '../../channel/channel.ts';
import type { useLoaded } from '../../loading/use-loaded.ts';
import { NameForm } from './name-form.tsx';
import { NamedList } from './named-list.tsx';
import { mediumDate, timeAgo } from './time-ago.ts';
import { useFormBehindButton } from './use-form-behind-button.ts';

const MAX_NAME = 40;

interface PlayersSectionProps {
  readonly addresses: ReturnType<typeof useLoaded<PlayerAddresses>>;
}

/** Private addresses for televisions and players that cannot log in: those there are, and the way to one more. */
export function PlayersSection({ addresses: { data, at, failed, reload } }: PlayersSectionProps) {
  const t = useAccountT();
  const locale = useLocale();
  const { boot, connection } = useAppContext();
  return (
    <NamedList
      texts={{
        title: t('players.title'),
        text: t('players.text'),
        none: t('players.none'),
        error: t('players.error'),
        remove: t('players.revoke'),
        removeText: t('players.revokeText'),
        of: (name) => ({
          remove: t('players.revokeNamed', { name }),
          question: t('players.question', { name }),
          removed: t('players.revoked', { name }),
        }),
      }}
      toast="players"
      icon={Tv}
      items={data?.addresses}
      failed={failed}
      reload={reload}
      factsOf={({ country, created_at: created, last_used_at: used }) => [
        t('players.made', { date: mediumDate(created, locale) }),
        country,
        used === null ? t('players.unused') : t('devices.lastUsed', { when: timeAgo(used, at, locale) }),
      ]}
      onRemove={(id) => revokePlayerAddress(connection, id)}
    >
      {data && !boot.bootstrap.settings.is_paused && (
        <MakeAddress full={data.addresses.length >= data.most} onMade={reload} />
      )}
    </NamedList>
  );
}

interface MakeAddressProps {
  /** There are as many as there can be. */
  readonly full: boolean;
  readonly onMade: () => void;
}

/** A name, then the address, which is shown once. */
function MakeAddress({ full, onMade }: MakeAddressProps) {
  const t = useAccountT();
  const { connection } = useAppContext();
  const [made, setMade] = useState<NewPlayerAddress | null>(null);
  const form = useFormBehindButton(() => setMade(null));
  const heading = useRef<HTMLHeadingElement>(null);

  const make = async (name: string) => {
    const address = await createPlayerAddress(connection, name);
    flushSync(() => setMade(address));
    heading.current?.focus();
    onMade();
  };

  if (made) return <Ready address={made} heading={heading} onDone={form.hide} />;
  if (full) return <p className="text-sm text-muted">{t('problem.too_many_addresses')}</p>;
  return (
    <NameForm
      form={form}
      start={t('players.add')}
      submit={t('players.make')}
      label={t('players.name')}
      hint={t('players.nameHint')}
      longest={MAX_NAME}
      onSend={make}
    />
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
