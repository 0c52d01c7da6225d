import { useQuery } from '@tanstack/react-query';
import { useConsoleT } from '@touchline/i18n';
import { ErrorState, Skeleton } from '@touchline/ui';
import { AuthenticatorSection } from './authenticator-section.tsx';
import { meQuery } from './me-queries.ts';
import { NameForm } from './name-form.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordForm } from './password-form.tsx';
import { RecoveryCodesSection } from './recovery-codes-section.tsx';
import { Section } from './section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SingleKeysSwitch } from '../../keyboard/single-keys-switch.tsx';

/** The operator's own account: name, password, second factors and sessions. */
export function MeScreen() {
  const t = useConsoleT();
  const { data: me, isPending, refetch } = useQuery(meQuery);
  return (
    <>
      <h1 className="text-4xl leading-10">{t('me.title')}</h1>
      {isPending && (
        <div aria-busy className="mt-8 max-w-2xl">
          <output className="sr-only">{t('console.loading')}</output>
          <Skeleton className="h-80" />
        </div>
      )}
      {!isPending && !me && (
        <div className="mt-8 max-w-2xl">
          <ErrorState text={t('me.error')} onRetry={() => void refetch()} />
        </div>
      )}
      {me && (
        <>
          <p className="mt-2 wrap-anywhere text-muted">{me.email}</p>
          <div className="mt-8 grid max-w-2xl gap-10">
            <NameForm me={me} />
            <PasswordForm email={me.email} />
            <AuthenticatorSection since={me.authenticator_since} />
            <PasskeysSection />
            {(me.authenticator_since !== null || me.passkeys > 0) && (
              <RecoveryCodesSection left={me.recovery_codes_left} />
            )}
            <SessionsSection />
            <Section title={t('me.keys')}>
              <SingleKeysSwitch />
            </Section>
          </div>
        </>
      )}
    </>
  );
}
