import { fetchPlayerAddresses, fetchSessions, type Profile } from '@touchline/api';
import { useAccountT } from '@touchline/i18n';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, ShieldAlert } from 'lucide-react';
import { useChannel } from '../../channel/channel.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { useSession } from '../../session/session.ts';
import { useLoaded } from '../../loading/use-loaded.ts';
import { DataSection } from './data-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { EmailSection } from './email-section.tsx';
import { NamesSection } from './names-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PlayersSection } from './players-section.tsx';
import { Section } from './section.tsx';
import { DeviceCodeForm } from './device-code-form.tsx';
import { LazyCardsSection } from './lazy-shop-parts.tsx';
import { useFreshProfile } from '../../session/use-fresh-profile.ts';
import './profile.css';

/** All that a member can change about their account; with a temporary password, only that. */
export function EditProfileScreen() {
  const t = useAccountT();
  const user = useSession((session) => session.user);
  usePageTitle(t('profile.editTitle'));
  useFreshProfile();
  if (!user) return null;
  return (
    <div data-narrow className="account-page">
      {!user.temporary_password && (
        <Link
          to="/profile"
          className="-ms-1 mb-3 inline-flex min-h-9 items-center gap-1 text-sm font-semibold text-muted hover:text-text"
        >
          <ChevronLeft aria-hidden size={18} />
          {t('profile.title')}
        </Link>
      )}
      <h1 className="mb-8 text-[2.25rem] leading-10">{t('profile.editTitle')}</h1>
      {user.temporary_password ? (
        <>
          <TemporaryNotice />
          <PasswordSection user={user} />
        </>
      ) : (
        <Sections user={user} />
      )}
    </div>
  );
}

function Sections({ user }: { readonly user: Profile }) {
  const t = useAccountT();
  const sessions = useLoaded(fetchSessions);
  const addresses = useLoaded(fetchPlayerAddresses);
  const { is_paused: isPaused } = useChannel().bootstrap.settings;
  return (
    <>
      <NamesSection user={user} />
      <EmailSection user={user} />
      <PasswordSection
        user={user}
        onChanged={() => {
          sessions.reload();
          addresses.reload();
        }}
      />
      <LazyCardsSection />
      <PasskeysSection />
      <DevicesSection sessions={sessions} onOthersEnded={addresses.reload} />
      {!isPaused && (
        <Section title={t('devices.tvTitle')} text={t('devices.tvText', { way: t('tv.way') })}>
          <DeviceCodeForm variant="secondary" onLetIn={sessions.reload} />
        </Section>
      )}
      <PlayersSection addresses={addresses} />
      <DataSection user={user} />
    </>
  );
}

function TemporaryNotice() {
  const t = useAccountT();
  return (
    <div role="note" className="account-notice mb-8 border border-warn">
      <ShieldAlert aria-hidden size={22} className="text-warn" />
      <div>
        <p className="font-semibold">{t('gate.temporaryTitle')}</p>
        <p className="mt-0.5 text-pretty text-muted">{t('gate.temporaryText')}</p>
      </div>
    </div>
  );
}
