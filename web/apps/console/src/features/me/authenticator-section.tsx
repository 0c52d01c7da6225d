import { useQueryClient } from '@tanstack/react-query';
import { beginAuthenticator, type NewAuthenticator, removeAuthenticator } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { Button, showToast } from '@touchline/ui';
import { useState } from 'react';
import { localTime } from '../../localisation/local-time.ts';
import { AuthenticatorSetup } from './authenticator-setup.tsx';
import { ConfirmSheet } from './confirm-sheet.tsx';
import { refreshFactors } from './me-queries.ts';
import { ProblemNote } from './problem-note.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import { Section } from './section.tsx';
import { useConfirmed } from './use-confirmed.ts';

/** The authenticator app: none, being set up, or on. The codes that it brings are shown here, once. */
export function AuthenticatorSection({ since }: { readonly since: number | null }) {
  const t = useConsoleT();
  const client = useQueryClient();
  const [begun, setBegun] = useState<NewAuthenticator | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const begin = useConfirmed({ action: beginAuthenticator, onSuccess: setBegun });
  const finish = async (shown: readonly string[]) => {
    setBegun(null);
    setCodes(shown);
    await refreshFactors(client);
  };
  return (
    <Section title={t('me.authenticator')} text={t('me.authenticatorText')}>
      {codes && <RecoveryCodeList codes={codes} onDone={() => setCodes(null)} />}
      {since !== null && <ActiveAuthenticator since={since} />}
      {since === null && begun && (
        <AuthenticatorSetup authenticator={begun} onCancel={() => setBegun(null)} onDone={finish} />
      )}
      {since === null && !begun && (
        <>
          <ProblemNote error={begin.sheet.open ? null : begin.error} />
          <Button className="justify-self-start" disabled={begin.isPending} onClick={begin.run}>
            {t('me.setUpAuthenticator')}
          </Button>
          <ConfirmSheet {...begin.sheet} />
        </>
      )}
    </Section>
  );
}

function ActiveAuthenticator({ since }: { readonly since: number }) {
  const t = useConsoleT();
  const locale = useLocale();
  const client = useQueryClient();
  const remove = useConfirmed({
    action: removeAuthenticator,
    onSuccess: () => {
      showToast({ type: 'success', text: t('me.authenticatorRemoved') });
      return refreshFactors(client);
    },
  });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>{t('me.authenticatorOn', { date: localTime(since, locale) })}</p>
        <Button size="small" variant="secondary" disabled={remove.isPending} onClick={remove.run}>
          {t('me.removeAuthenticator')}
        </Button>
      </div>
      <ProblemNote error={remove.sheet.open ? null : remove.error} />
      <ConfirmSheet {...remove.sheet} />
    </>
  );
}
