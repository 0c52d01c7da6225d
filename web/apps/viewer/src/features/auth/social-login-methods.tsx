import { useAccountT } from '@touchline/i18n';
import { useState } from 'react';
import { useChannel } from '../../channel/channel.ts';
import { FailureNote } from '../../account-forms/failure-note.tsx';
import type { LocalisedMessage } from '../../account-forms/localised-message.ts';
import { SocialButtons } from './social-buttons.tsx';

/** Google and Facebook above the form of a registration; nothing where the channel has neither. */
export function SocialLoginMethods({ back }: { readonly back: string }) {
  const t = useAccountT();
  const { social } = useChannel().bootstrap.settings.auth;
  const [failure, setFailure] = useState<{ readonly say: LocalisedMessage } | null>(null);
  if (social.length === 0) return null;
  return (
    <div className="mb-6 grid gap-4">
      {failure && <FailureNote>{failure.say(t)}</FailureNote>}
      <SocialButtons back={back} onFailure={(say) => setFailure({ say })} />
      <div className="flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('login.or')}
      </div>
    </div>
  );
}
