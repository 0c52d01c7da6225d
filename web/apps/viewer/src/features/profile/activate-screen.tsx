import { useAccountT } from '@touchline/i18n';
import { Tv } from 'lucide-react';
import { usePageTitle } from '../../navigation/page-title.ts';
import { useSession } from '../../session/session.ts';
import { DeviceCodeForm } from './device-code-form.tsx';
import './profile.css';

/** The short address that a TV shows beside its code. */
export function ActivateScreen() {
  const t = useAccountT();
  const user = useSession((session) => session.user);
  usePageTitle(t('devices.tvTitle'));
  if (!user) return null;
  return (
    <div className="px-(--gutter) py-8 md:py-14">
      <div className="account-panel-card">
        <Tv aria-hidden size={40} strokeWidth={1.5} className="mb-4 text-accent-text" />
        <h1 className="text-[2.25rem] leading-10">{t('devices.tvTitle')}</h1>
        <p className="mt-2 mb-6 text-pretty wrap-anywhere text-muted">
          {t('devices.activateText', { email: user.email })}
        </p>
        <DeviceCodeForm />
      </div>
    </div>
  );
}
