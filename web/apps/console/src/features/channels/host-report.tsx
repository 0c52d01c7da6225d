import type { AddressCheck, HostCheck } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { localTime } from '../../localisation/local-time.ts';
import { CERTIFICATE_FAULTS, isFine, LOOKUPS, outcomeOf } from './host-words.ts';

/** What a check of a host has found, address by address. */
export function HostReport({ check }: { readonly check: HostCheck }) {
  const t = useConsoleT();
  const locale = useLocale();
  return (
    <div className="grid gap-3 rounded-field bg-surface px-4 py-3 text-sm">
      <p className="text-muted">{t('channel.checkedAt', { time: localTime(check.checked_at, locale) })}</p>
      {check.lookup !== 'found' && (
        <p className="flex items-start gap-2 text-danger">
          <CircleX aria-hidden size={18} className="shrink-0" />
          {t(LOOKUPS[check.lookup])}
        </p>
      )}
      <ul className="grid gap-3">
        {check.addresses.map((address) => (
          <AddressReport key={address.address} address={address} />
        ))}
      </ul>
      {check.more_addresses > 0 && <p>{t('channel.moreAddresses', { count: check.more_addresses })}</p>}
    </div>
  );
}

function AddressReport({ address }: { readonly address: AddressCheck }) {
  const t = useConsoleT();
  const locale = useLocale();
  const { certificate, status } = address;
  const isReached = address.outcome === 'this_server';
  const Icon = isFine(address) ? CircleCheck : isReached ? TriangleAlert : CircleX;
  const colour = isFine(address) ? 'text-success' : isReached ? 'text-warn' : 'text-danger';
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden size={18} className={`shrink-0 ${colour}`} />
      <div className="grid min-w-0 gap-0.5">
        <p className="font-medium wrap-anywhere tabular-nums">
          {address.address} {address.address.includes(':') ? '(AAAA)' : '(A)'}
        </p>
        <p className="text-pretty">{t(outcomeOf(address), { status: status ?? 0 })}</p>
        {certificate && (
          <>
            <p className="wrap-anywhere text-muted">
              {t('channel.certificate', { subject: certificate.subject, issuer: certificate.issuer })}
            </p>
            {certificate.valid_until !== null && (
              <p className="text-muted">
                {t('channel.certificateUntil', { time: localTime(certificate.valid_until, locale) })}
              </p>
            )}
            {certificate.fault && (
              <p className="font-medium text-pretty text-danger">{t(CERTIFICATE_FAULTS[certificate.fault])}</p>
            )}
          </>
        )}
      </div>
    </li>
  );
}
