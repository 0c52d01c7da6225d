import type { Profile } from '@touchline/api';
import { useAccountT } from '@touchline/i18n';
import { KeyRound, Mail, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { FailureNote } from '../../account-forms/failure-note.tsx';
import { passkeysWork } from './passkey-login.ts';
import type { LocalisedMessage } from '../../account-forms/localised-message.ts';
import { SocialButtons } from './social-buttons.tsx';
import { usePasskey } from './use-passkey.ts';
import { LoginMethodButton } from './login-method-button.tsx';

interface OtherLoginMethodsProps {
  readonly back: string;
  readonly onChoose: (way: 'code' | 'phone') => void;
  readonly onEntered: (user: Profile) => Promise<void>;
}

/** The ways in that need no password. */
export function OtherLoginMethods({ back, onChoose, onEntered }: OtherLoginMethodsProps) {
  const t = useAccountT();
  const [failure, setFailure] = useState<{ readonly say: LocalisedMessage } | null>(null);
  const fail = (say: LocalisedMessage) => setFailure({ say });
  const passkey = usePasskey(onEntered, fail);
  return (
    <section aria-label={t('login.ways')} className="mt-6 grid gap-4">
      <div className="flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('login.or')}
      </div>
      {failure && <FailureNote>{failure.say(t)}</FailureNote>}
      <SocialButtons back={back} onFailure={fail} />
      <div className="-mt-1.5 grid gap-2.5 sm:grid-cols-2 sm:*:last:odd:col-span-2">
        <LoginMethodButton icon={<Mail aria-hidden size={18} className="shrink-0" />} onClick={() => onChoose('code')}>
          {t('code.way')}
        </LoginMethodButton>
        {passkeysWork() && (
          <LoginMethodButton
            icon={<KeyRound aria-hidden size={18} className="shrink-0" />}
            busy={passkey.asking}
            onClick={() => {
              setFailure(null);
              passkey.ask();
            }}
          >
            {t('passkey.way')}
          </LoginMethodButton>
        )}
        <LoginMethodButton
          icon={<Smartphone aria-hidden size={18} className="shrink-0" />}
          onClick={() => onChoose('phone')}
        >
          {t('tv.way')}
        </LoginMethodButton>
      </div>
    </section>
  );
}
