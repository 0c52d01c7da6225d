import { type SocialProvider, startSocialLogin } from '@touchline/api';
import { useAccountT } from '@touchline/i18n';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useAppContext, useChannel } from '../../channel/channel.ts';
import { storePendingFavourite } from './pending-favourite.ts';
import { ProviderMark } from './provider-mark.tsx';
import type { LocalisedMessage } from '../../account-forms/localised-message.ts';
import { failureMessage } from '../../account-forms/server-messages.ts';
import { LoginMethodButton } from './login-method-button.tsx';

interface SocialButtonsProps {
  /** Where to go afterwards. */
  readonly back: string;
  readonly onFailure: (words: LocalisedMessage) => void;
}

const NAMES: Readonly<Record<SocialProvider, string>> = { google: 'Google', facebook: 'Facebook' };

/** A button for each provider that the channel has set up; it leads to the provider and back to the login. */
export function SocialButtons({ back, onFailure }: SocialButtonsProps) {
  const t = useAccountT();
  const router = useRouter();
  const { connection } = useAppContext();
  const { social } = useChannel().bootstrap.settings.auth;
  const [leaving, setLeaving] = useState(false);
  const labels = { google: t('social.google'), facebook: t('social.facebook') };

  const leave = async (provider: SocialProvider) => {
    setLeaving(true);
    try {
      const address = await startSocialLogin(connection, provider, back === '/' ? undefined : back);
      storePendingFavourite(router.state.location.state.favourite);
      location.assign(address);
    } catch (error) {
      setLeaving(false);
      onFailure(failureMessage(error));
    }
  };
  if (social.length === 0) return null;
  return (
    <div className="grid grid-cols-2 gap-2.5 *:only:col-span-2">
      {social.map((provider) => (
        <LoginMethodButton
          key={provider}
          icon={<ProviderMark provider={provider} />}
          label={labels[provider]}
          busy={leaving}
          onClick={() => void leave(provider)}
        >
          {NAMES[provider]}
        </LoginMethodButton>
      ))}
    </div>
  );
}
