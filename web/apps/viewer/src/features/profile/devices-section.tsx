import { endOtherSessions, endSession, type SessionInfo } from '@touchline/api';
import { useAccountT, useLocale } from '@touchline/i18n';
import { Badge, Button, ErrorState, showToast } from '@touchline/ui';
import { Monitor, Smartphone, Tv } from 'lucide-react';
import { useRef } from 'react';
import { useAppContext } from '../../channel/channel.ts';
import type { useLoaded } from '../../loading/use-loaded.ts';
import { failureMessage } from '../../account-forms/server-messages.ts';
import { ConfirmButton } from './confirm-button.tsx';
import { RowsSkeleton } from '../../loading/rows-skeleton.tsx';
import { Section } from './section.tsx';
import { timeAgo } from './time-ago.ts';

interface DevicesSectionProps {
  readonly sessions: ReturnType<typeof useLoaded<readonly SessionInfo[]>>;
  /** What plays without a login ends with all other devices. */
  readonly onOthersEnded: () => void;
}

/** Where the member is logged in, and the way to end that. */
export function DevicesSection({ sessions, onOthersEnded }: DevicesSectionProps) {
  const t = useAccountT();
  const { connection } = useAppContext();
  const list = useRef<HTMLUListElement>(null);
  const { data, at, failed, reload } = sessions;

  const end = async (work: () => Promise<string>) => {
    try {
      const text = await work();
      reload();
      // The button that was pressed is gone.
      list.current?.focus();
      showToast({ id: 'devices', type: 'success', text });
    } catch (problem) {
      showToast({ id: 'devices', type: 'error', text: failureMessage(problem)(t) });
    }
  };
  const endOne = ({ id, device }: SessionInfo) =>
    end(async () => {
      await endSession(connection, id);
      return t('devices.ended', { device });
    });
  const endOthers = () =>
    end(async () => {
      await endOtherSessions(connection);
      onOthersEnded();
      return t('devices.othersEnded');
    });

  return (
    <Section title={t('devices.title')} text={t('devices.text')}>
      {data ? (
        <>
          <ul ref={list} tabIndex={-1} aria-label={t('devices.title')} className="account-list account-landing">
            {data.map((session) => (
              <Device key={session.id} session={session} now={at} onEnd={() => void endOne(session)} />
            ))}
          </ul>
          {data.some(({ current }) => !current) && (
            <ConfirmButton
              variant="secondary"
              className="min-h-11! justify-self-start"
              question={t('devices.othersQuestion')}
              text={t('devices.othersText')}
              confirm={t('devices.endOthers')}
              onConfirm={() => void endOthers()}
            >
              {t('devices.endOthers')}
            </ConfirmButton>
          )}
        </>
      ) : failed ? (
        <ErrorState text={t('devices.error')} onRetry={reload} />
      ) : (
        <RowsSkeleton />
      )}
    </Section>
  );
}

interface DeviceProps {
  readonly session: SessionInfo;
  /** When the list was fetched. */
  readonly now: number;
  readonly onEnd: () => void;
}

function Device({ session, now, onEnd }: DeviceProps) {
  const t = useAccountT();
  const locale = useLocale();
  const { device, country, current, last_used_at: lastUsed } = session;
  const used = t('devices.lastUsed', { when: timeAgo(lastUsed, now, locale) });
  return (
    <li>
      <span aria-hidden className="shrink-0 text-muted">
        {iconOf(device)}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold wrap-anywhere">
          {device}
          {current && <Badge>{t('devices.this')}</Badge>}
        </p>
        <p className="text-sm text-muted">{[country, used].filter(Boolean).join(' · ')}</p>
      </div>
      {!current && (
        <Button variant="secondary" size="small" aria-label={t('devices.endNamed', { device })} onClick={onEnd}>
          {t('devices.end')}
        </Button>
      )}
    </li>
  );
}

function iconOf(device: string) {
  if (/\btv\b|television/i.test(device)) return <Tv size={22} />;
  return /phone|android|ipad|ios\b/i.test(device) ? <Smartphone size={22} /> : <Monitor size={22} />;
}
