import { useQueryClient } from '@tanstack/react-query';
import { renewRecoveryCodes } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { useState } from 'react';
import { ConfirmSheet } from './confirm-sheet.tsx';
import { meQuery } from './me-queries.ts';
import { ProblemNote } from './problem-note.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import { Section } from './section.tsx';
import { useConfirmed } from './use-confirmed.ts';

/** How many recovery codes are left, and the way to new ones. */
export function RecoveryCodesSection({ left }: { readonly left: number }) {
  const t = useConsoleT();
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const renew = useConfirmed({
    action: renewRecoveryCodes,
    onSuccess: (shown) => {
      setCodes(shown);
      return client.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
  return (
    <Section title={t('me.recoveryCodes')} text={t('me.recoveryCodesText')}>
      {codes && <RecoveryCodeList codes={codes} onDone={() => setCodes(null)} />}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>{t('me.codesLeft', { count: left })}</p>
        <Button size="small" variant="secondary" disabled={renew.isPending} onClick={renew.run}>
          {t('me.renewCodes')}
        </Button>
      </div>
      <ProblemNote error={renew.sheet.open ? null : renew.error} />
      <ConfirmSheet {...renew.sheet} />
    </Section>
  );
}
