import { fetchPasskeys, type Passkey, removePasskey } from '@touchline/api';
import { useAccountT, useLocale } from '@touchline/i18n';
import { Button, ErrorState, showToast } from '@touchline/ui';
import { KeyRound, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useAppContext } from '../../channel/channel.ts';
import { useLoaded } from '../../loading/use-loaded.ts';
import { AccountForm } from '../../account-forms/account-form.tsx';
import { FailureNote } from '../../account-forms/failure-note.tsx';
import { filled } from '../../account-forms/field-rules.ts';
import type { LocalisedMessage } from '../../account-forms/localised-message.ts';
import { failureMessage } from '../../account-forms/server-messages.ts';
import { TextField } from '../../account-forms/text-field.tsx';
import { ConfirmButton } from './confirm-button.tsx';
import { canMakePasskeys, deviceName, createPasskey } from './create-passkey.ts';
import { RowsSkeleton } from '../../loading/rows-skeleton.tsx';
import { Section } from './section.tsx';
import { mediumDate, timeAgo } from './time-ago.ts';
import { useFormBehindButton } from './use-form-behind-button.ts';

const LONGEST_NAME = 64;
const RULES = { name: filled };

/** Ways in without a password: those there are, and the way to one more. */
export function PasskeysSection() {
  const t = useAccountT();
  const { connection } = useAppContext();
  const list = useRef<HTMLDivElement>(null);
  const { data, at, failed, reload } = useLoaded(fetchPasskeys);

  const remove = async ({ id, name }: Passkey) => {
    try {
      await removePasskey(connection, id);
      reload();
      // The button that was pressed is gone.
      list.current?.focus();
      showToast({ id: 'passkeys', type: 'success', text: t('profile.passkeyRemoved', { name }) });
    } catch (problem) {
      showToast({ id: 'passkeys', type: 'error', text: failureMessage(problem)(t) });
    }
  };

  return (
    <Section title={t('profile.passkeys')} text={t('profile.passkeysText')}>
      {data ? (
        <div ref={list} tabIndex={-1} className="account-landing grid gap-5">
          {data.length > 0 ? (
            <ul className="account-list">
              {data.map((passkey) => (
                <Row key={passkey.id} passkey={passkey} now={at} onRemove={() => void remove(passkey)} />
              ))}
            </ul>
          ) : (
            <p className="text-muted">{t('profile.noPasskeys')}</p>
          )}
          {canMakePasskeys() ? (
            <AddPasskey onAdded={reload} />
          ) : (
            <p className="text-sm text-muted">{t('profile.passkeyUnsupported')}</p>
          )}
        </div>
      ) : failed ? (
        <ErrorState text={t('profile.passkeysError')} onRetry={reload} />
      ) : (
        <RowsSkeleton />
      )}
    </Section>
  );
}

interface RowProps {
  readonly passkey: Passkey;
  /** When the list was fetched. */
  readonly now: number;
  readonly onRemove: () => void;
}

function Row({ passkey, now, onRemove }: RowProps) {
  const t = useAccountT();
  const locale = useLocale();
  const { name, created_at: created, last_used_at: used } = passkey;
  const meta = [
    t('profile.passkeyAdded', { date: mediumDate(created, locale) }),
    ...(used === null ? [] : [t('devices.lastUsed', { when: timeAgo(used, now, locale) })]),
  ];
  return (
    <li>
      <KeyRound aria-hidden size={22} className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">{meta.join(' · ')}</p>
      </div>
      <ConfirmButton
        variant="secondary"
        size="small"
        aria-label={t('profile.passkeyRemoveNamed', { name })}
        question={t('profile.passkeyQuestion', { name })}
        text={t('profile.passkeyRemoveText')}
        confirm={t('profile.passkeyRemove')}
        onConfirm={onRemove}
      >
        {t('profile.passkeyRemove')}
      </ConfirmButton>
    </li>
  );
}

/** The name is asked for first: what the browser shows afterwards ends the conversation. */
function AddPasskey({ onAdded }: { readonly onAdded: () => void }) {
  const t = useAccountT();
  const { connection } = useAppContext();
  /** What the browser calls its reason not to. */
  const [refusal, setRefusal] = useState<string | null>(null);
  const { open, opener, field, show, hide } = useFormBehindButton(() => setRefusal(null));

  const add = async (fields: { readonly name: string }) => {
    const name = fields.name.trim();
    setRefusal(null);
    try {
      await createPasskey(connection, name);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      return setRefusal(error.name);
    }
    onAdded();
    showToast({ id: 'passkeys', type: 'success', text: t('profile.passkeyDone', { name }) });
    hide();
  };

  if (!open) {
    return (
      <Button ref={opener} variant="secondary" className="min-h-11! justify-self-start" onClick={show}>
        <Plus aria-hidden size={18} />
        {t('profile.passkeyAdd')}
      </Button>
    );
  }
  return (
    <div className="grid gap-5">
      {refusal !== null && <FailureNote>{refusalMessage(refusal)(t)}</FailureNote>}
      <AccountForm<'name'>
        rules={RULES}
        inline
        submit={t('profile.passkeyMake')}
        sending={t('profile.sending')}
        onSend={add}
        end={
          <Button variant="secondary" className="min-h-11!" onClick={hide}>
            {t('profile.cancel')}
          </Button>
        }
      >
        {(props) => (
          <TextField
            ref={field}
            label={t('profile.passkeyName')}
            {...props('name')}
            maxLength={LONGEST_NAME}
            autoComplete="off"
            required
            defaultValue={deviceName(navigator.userAgent)}
          />
        )}
      </AccountForm>
    </div>
  );
}

function refusalMessage(name: string): LocalisedMessage {
  if (name === 'InvalidStateError') return (t) => t('profile.passkeyKnown');
  return name === 'NotAllowedError' || name === 'AbortError'
    ? (t) => t('profile.passkeyCancelled')
    : (t) => t('profile.passkeyFailed');
}
