import type { WebhookItem } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { CircleCheck, CircleOff, CircleX } from 'lucide-react';
import { localTime } from '../../localisation/local-time.ts';

const OFF_REASONS = { gone: 'webhooks.offGone', failing: 'webhooks.offFailing' } as const;

/** Whether it is on, and what is wrong with it. */
export function WebhookState({ webhook }: { readonly webhook: WebhookItem }) {
  const t = useConsoleT();
  const locale = useLocale();
  const { is_on: isOn, off_reason: reason, off_at: offAt, failing_since: failing, skipped } = webhook;
  const isFailing = isOn && failing !== null;
  const Icon = isFailing || reason !== null ? CircleX : isOn ? CircleCheck : CircleOff;
  const colour = isFailing || reason !== null ? 'text-danger' : isOn ? 'text-success' : 'text-muted';
  const text = isFailing
    ? t('webhooks.failingSince', { time: localTime(failing, locale) })
    : !isOn && reason !== null && offAt !== null
      ? t(OFF_REASONS[reason], { time: localTime(offAt, locale) })
      : t(isOn ? 'webhooks.on' : 'webhooks.off');
  return (
    <div className="min-w-0 text-sm">
      <p className={`flex items-start gap-1.5 ${colour}`}>
        <Icon aria-hidden size={16} className="mt-0.5 shrink-0" />
        {text}
      </p>
      {skipped > 0 && <p className="mt-1 text-danger">{t('webhooks.skipped', { count: skipped })}</p>}
    </div>
  );
}
