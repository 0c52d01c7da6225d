import type { Profile } from '@touchline/api';
import { useAccountT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { useState } from 'react';
import { useCountdown } from '../../time/use-countdown.ts';
import { AuthView } from './auth-view.tsx';
import { FailureNote } from '../../account-forms/failure-note.tsx';
import { type ShownCode, useDeviceCode } from './use-device-code.ts';

interface PhoneLoginProps {
  readonly onEntered: (user: Profile) => Promise<void>;
  readonly onBack: () => void;
}

/** A code to type in where one is logged in already; this page logs in by itself then. */
export function PhoneLogin({ onEntered, onBack }: PhoneLoginProps) {
  const t = useAccountT();
  const [round, setRound] = useState(0);
  return (
    <AuthView name="phone" heading={t('tv.way')} text={t('tv.text')}>
      <div className="grid gap-5">
        <DeviceCode key={round} onEntered={onEntered} onAgain={() => setRound(round + 1)} />
        <Button variant="quiet" className="justify-self-center" onClick={onBack}>
          {t('login.ways')}
        </Button>
      </div>
    </AuthView>
  );
}

interface DeviceCodeProps {
  readonly onEntered: (user: Profile) => Promise<void>;
  readonly onAgain: () => void;
}

function DeviceCode({ onEntered, onAgain }: DeviceCodeProps) {
  const t = useAccountT();
  const state = useDeviceCode(onEntered);
  switch (state.status) {
    case 'asking':
      return <div aria-hidden className="skeleton h-44 rounded-card bg-raised" />;
    case 'shown':
      return <Code shown={state} onAgain={onAgain} />;
    case 'failed':
      return <NoCode why={state.say(t)} onAgain={onAgain} />;
  }
}

function NoCode({ why, onAgain }: { readonly why: string; readonly onAgain: () => void }) {
  const t = useAccountT();
  return (
    <>
      <FailureNote>{why}</FailureNote>
      <Button size="large" className="w-full" onClick={onAgain}>
        {t('tv.again')}
      </Button>
    </>
  );
}

function Code({ shown, onAgain }: { readonly shown: ShownCode; readonly onAgain: () => void }) {
  const t = useAccountT();
  const { minutes, seconds, over } = useCountdown(shown.until);
  if (over || shown.expired) return <NoCode why={t('tv.expired')} onAgain={onAgain} />;
  const time = `${minutes}:${String(seconds).padStart(2, '0')}`;
  return (
    <>
      <dl className="grid gap-4 rounded-card border border-line bg-body px-4 py-5 text-center">
        <div>
          <dt className="text-sm leading-5 text-muted">{t('tv.open')}</dt>
          <dd className="mt-0.5 font-semibold wrap-anywhere">{shown.url.replace(/^https?:\/\//, '')}</dd>
        </div>
        <div>
          <dt className="text-sm leading-5 text-muted">{t('tv.enter')}</dt>
          <dd className="mt-1 font-display text-[clamp(2.25rem,11vw,3.25rem)] leading-none font-extrabold tracking-wider tabular-nums select-all">
            {shown.code}
          </dd>
        </div>
      </dl>
      <p className="text-center text-sm leading-5 text-muted tabular-nums">
        <span role="status">{t('tv.waiting')}</span> {t('tv.left', { time })}
      </p>
    </>
  );
}
