import { fetchPasskeys, removePasskey } from '@touchline/api';
import { useAccountT, useLocale } from '@touchline/i18n';
import { showToast } from '@touchline/ui';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { FailureNote } from '../../account-forms/failure-note.tsx';
import type { LocalisedMessage } from '../../account-forms/localised-message.ts';
import { useAppContext } from '../../channel/channel.ts';
import { useLoaded } from '../../loading/use-loaded.ts';
import { canMakePasskeys, createPasskey, deviceName } from './create-passkey.ts';
import { NameForm } from './name-form.tsx';
import { NamedList } from './named-list.tsx';
import { mediumDate, timeAgo } from './time-ago.ts';
import { useFormBehindButton } from './use-form-behind-button.ts';

const MAX_NAME = 64;

/** Ways in without a password: those there are, and the way to one more. */
export function PasskeysSection() {
  const t = useAccountT();
  const locale = useLocale();
  const { connection } = useAppContext();
  const { data, at, failed, reload } = useLoaded(fetchPasskeys);
  return (
    <NamedList
      texts={{
        title: t('profile.passkeys'),
        text: t('profile.passkeysText'),
        none: t('profile.noPasskeys'),
        error: t('profile.passkeysError'),
        remove: t('profile.passkeyRemove'),
        removeText: t('profile.passkeyRemoveText'),
        of: (name) => ({
          remove: t('profile.passkeyRemoveNamed', { name }),
          question: t('profile.passkeyQuestion', { name }),
          removed: t('profile.passkeyRemoved', { name }),
        }),
      }}
      toast="passkeys"
      icon={KeyRound}
      items={data}
      failed={failed}
      reload={reload}
      factsOf={({ created_at: created, last_used_at: used }) => [
        t('profile.passkeyAdded', { date: mediumDate(created, locale) }),
        used === null ? null : t('devices.lastUsed', { when: timeAgo(used, at, locale) }),
      ]}
      onRemove={(id) => removePasskey(connection, id)}
    >
      {canMakePasskeys() ? (
        <AddPasskey onAdded={reload} />
      ) : (
        <p className="text-sm text-muted">{t('profile.passkeyUnsupported')}</p>
      )}
    </NamedList>
  );
}

/** The name is asked for first: what the browser shows afterwards ends the conversation. */
function AddPasskey({ onAdded }: { readonly onAdded: () => void }) {
  const t = useAccountT();
  const { connection } = useAppContext();
  /** What the browser calls its reason not to. */
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useFormBehindButton(() => setRefusal(null));

  const add = async (name: string) => {
    setRefusal(null);
    try {
      await createPasskey(connection, name);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      return setRefusal(error.name);
    }
    onAdded();
    showToast({ id: 'passkeys', type: 'success', text: t('profile.passkeyDone', { name }) });
    form.hide();
  };

  return (
    <div className="grid gap-5">
      {refusal !== null && <FailureNote>{refusalMessage(refusal)(t)}</FailureNote>}
      <NameForm
        form={form}
        start={t('profile.passkeyAdd')}
        submit={t('profile.passkeyMake')}
        label={t('profile.passkeyName')}
        longest={MAX_NAME}
        suggestion={deviceName(navigator.userAgent)}
        onSend={add}
      />
    </div>
  );
}

function refusalMessage(name: string): LocalisedMessage {
  if (name === 'InvalidStateError') return (t) => t('profile.passkeyKnown');
  return name === 'NotAllowedError' || name === 'AbortError'
    ? (t) => t('profile.passkeyCancelled')
    : (t) => t('profile.passkeyFailed');
}
