import type { MailDetail } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { localTime } from '../../localisation/local-time.ts';
import { StateBadge } from './state-badge.tsx';

/** A mail's recipient, subject and state. */
export function MailFacts({ mail }: { readonly mail: MailDetail }) {
  const t = useConsoleT();
  const locale = useLocale();
  const facts = [
    { label: t('mail.to'), value: mail.to },
    { label: t('mail.kind'), value: mail.kind },
    { label: t('mailLog.state'), value: <StateBadge state={mail.state} /> },
    { label: t('mail.written'), value: localTime(mail.created_at, locale) },
    { label: t('mail.sentAt'), value: mail.sent_at === null ? null : localTime(mail.sent_at, locale) },
    { label: t('mail.problem'), value: mail.problem },
  ];
  return (
    <dl className="mt-5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm">
      {facts.map(
        ({ label, value }) =>
          value && (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
