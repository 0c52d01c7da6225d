import { resendVerification } from '@touchline/api';
import { useAccountT } from '@touchline/i18n';
import { Button, showToast } from '@touchline/ui';
import { useState } from 'react';
import { useAppContext } from '../../channel/channel.ts';
import { failureMessage } from '../../account-forms/server-messages.ts';

/** Sends the mail again that confirms an address; once is enough for a visit. */
export function ResendVerificationButton({ email }: { readonly email: string }) {
  const t = useAccountT();
  const { connection } = useAppContext();
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');
  const send = async () => {
    if (state !== 'idle') return;
    setState('sending');
    try {
      await resendVerification(connection);
      setState('sent');
      showToast({ id: 'verify', type: 'success', text: t('profile.resent', { email }) });
    } catch (error) {
      setState('idle');
      showToast({ id: 'verify', type: 'error', text: failureMessage(error)(t) });
    }
  };
  return (
    <Button
      variant="quiet"
      size="small"
      className="-mx-4 underline"
      aria-disabled={state !== 'idle'}
      onClick={() => void send()}
    >
      {state === 'sent' ? t('profile.resentShort') : state === 'sending' ? t('profile.sending') : t('profile.resend')}
    </Button>
  );
}
