import { addSession, ApiError, type Profile, register } from '@touchline/api';
import { useAccountT, useLocale } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { MailCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAppContext } from '../../channel/channel.ts';
import { AuthView } from './auth-view.tsx';
import { AccountForm } from '../../account-forms/account-form.tsx';
import { withCaptcha } from '../../captcha/captcha.ts';
import { logInOrResume } from './log-in-or-resume.ts';
import { required, termsRule } from '../../account-forms/field-rules.ts';
import { PasswordField } from '../../account-forms/password-field.tsx';
import type { LocalisedMessage } from '../../account-forms/localised-message.ts';
import { failureMessage } from '../../account-forms/server-messages.ts';
import { TermsField } from './terms-field.tsx';

interface SocialReturnProps {
  /** What the provider's way back brought along. */
  readonly code: string;
  readonly onEntered: (user: Profile) => Promise<void>;
  /** The code is of no use; says why where there is something to say. */
  readonly onBack: (words: LocalisedMessage | null) => void;
}

const TERMS = { terms: termsRule };
const PROOF = { password: required };

/** Comes back from Google or Facebook: logs in, or asks for the one thing that is missing. */
export function SocialReturn({ code, onEntered, onBack }: SocialReturnProps) {
  const t = useAccountT();
  const locale = useLocale();
  const { connection } = useAppContext();
  const [missing, setMissing] = useState<'nothing' | 'account' | 'proof' | 'mail'>('nothing');
  const started = useRef(false);

  const redeem = async (password?: string) => {
    const user = await logInOrResume(connection, async () => {
      // A password that was wrong a few times is taken with a proof only.
      const found = await withCaptcha(connection, 'asked', (token) => addSession(connection, code, password, token));
      if (!found) throw new Error('the code belongs to no member');
      return found;
    });
    await onEntered(user);
  };
  const begin = useEffectEvent(async () => {
    try {
      await redeem();
    } catch (error) {
      const word = error instanceof ApiError ? error.code : '';
      if (word === 'not_registered') setMissing('account');
      else if (word === 'proof_needed') setMissing('proof');
      else onBack(failureOf(error));
    }
  });
  useEffect(() => {
    // The code is good for one call.
    if (started.current) return;
    started.current = true;
    void begin();
  }, []);

  const back = (
    <Button variant="quiet" className="justify-self-center" onClick={() => onBack(null)}>
      {t('login.ways')}
    </Button>
  );
  if (missing === 'account') {
    const send = async () => {
      const user = await withCaptcha(connection, 'always', (token) =>
        register(connection, {
          code,
          terms: true,
          language: locale,
          ...(token !== undefined && { recaptcha_token: token }),
        }),
      );
      // Where the channel registers by mail, and the provider does not vouch for the address, the mail goes on from here.
      if (!user) return setMissing('mail');
      await onEntered(user);
    };
    return (
      <AuthView name="account" heading={t('social.heading')} text={t('social.notRegistered')}>
        <div className="grid gap-4">
          <AccountForm rules={TERMS} onSend={send} submit={t('register.submit')} sending={t('register.sending')}>
            {(field) => <TermsField {...field('terms')} />}
          </AccountForm>
          {back}
        </div>
      </AuthView>
    );
  }
  if (missing === 'mail') {
    return (
      <AuthView
        name="mailbox"
        icon={<MailCheck aria-hidden size={44} strokeWidth={1.5} className="text-success" />}
        heading={t('verify.noticeHeading')}
        text={t('social.mailbox')}
      >
        <div className="grid gap-4">
          <p className="text-sm leading-5 text-pretty text-muted">{t('verify.spam')}</p>
          {back}
        </div>
      </AuthView>
    );
  }
  if (missing === 'proof') {
    return (
      <AuthView name="proof" heading={t('social.heading')} text={t('problem.password_needed')}>
        <div className="grid gap-4">
          <AccountForm
            rules={PROOF}
            onSend={({ password }) => redeem(password)}
            submit={t('social.connect')}
            sending={t('login.sending')}
          >
            {(field) => (
              <PasswordField
                {...field('password')}
                label={t('login.password')}
                autoComplete="current-password"
                required
              />
            )}
          </AccountForm>
          {back}
        </div>
      </AuthView>
    );
  }
  return (
    <AuthView name="waiting" heading={t('social.waiting')} text={t('social.waitingText')}>
      <div role="status" aria-label={t('social.waiting')} className="grid gap-5">
        <span className="skeleton block h-12 rounded-field bg-raised" />
        <span className="skeleton block h-12 rounded-full bg-raised" />
      </div>
    </AuthView>
  );
}

/** A code that has expired or was used says no more than that the login did not work. */
function failureOf(error: unknown): LocalisedMessage {
  return error instanceof ApiError && error.status < 500 && error.status !== 429
    ? (t) => t('social.failed')
    : failureMessage(error);
}
