import { logInByCode, type Profile, requestLoginCode } from '@touchline/api';
import { useAccountT } from '@touchline/i18n';
import { Button, showToast } from '@touchline/ui';
import { type ChangeEvent, useState } from 'react';
import { useAppContext } from '../../channel/channel.ts';
import { AuthView } from './auth-view.tsx';
import { AccountForm } from '../../account-forms/account-form.tsx';
import { withCaptcha } from '../../captcha/captcha.ts';
import { EmailField } from '../../account-forms/email-field.tsx';
import { logInOrResume } from './log-in-or-resume.ts';
import { codeRule, emailRule } from '../../account-forms/field-rules.ts';
import { ResendButton } from './resend-button.tsx';
import { noteSent } from './resend-pause.ts';
import { failureMessage } from '../../account-forms/server-messages.ts';
import { TextField } from '../../account-forms/text-field.tsx';

interface CodeLoginProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly onEntered: (user: Profile) => Promise<void>;
  readonly onBack: () => void;
}

const ADDRESS = { email: emailRule };
const CODE = { code: codeRule };
const DIGITS = 6;
const mailTo = (email: string) => `code ${email.toLowerCase()}`;

/** First the address, then the six digits that were sent there. */
export function CodeLogin({ email, onEmail, onEntered, onBack }: CodeLoginProps) {
  const t = useAccountT();
  const { connection } = useAppContext();
  const [sentTo, setSentTo] = useState<string | null>(null);

  const request = async (address: string) => {
    await withCaptcha(connection, 'always', (token) => requestLoginCode(connection, address, token));
    noteSent(mailTo(address));
  };
  const back = (
    <Button variant="quiet" className="justify-self-center" onClick={onBack}>
      {t('login.ways')}
    </Button>
  );

  if (sentTo === null) {
    const send = async (values: Readonly<Record<'email', string>>) => {
      const address = values.email.trim();
      await request(address);
      setSentTo(address);
    };
    return (
      <AuthView name="code" heading={t('code.heading')} text={t('code.text')}>
        <div className="grid gap-4">
          <AccountForm rules={ADDRESS} onSend={send} submit={t('code.send')} sending={t('code.sending')}>
            {(field) => (
              <EmailField {...field('email')} defaultValue={email} onChange={({ target }) => onEmail(target.value)} />
            )}
          </AccountForm>
          {back}
        </div>
      </AuthView>
    );
  }

  const confirm = async ({ code }: Readonly<Record<'code', string>>) => {
    const digits = code.replaceAll(/\s/g, '');
    await onEntered(await logInOrResume(connection, () => logInByCode(connection, sentTo, digits)));
  };
  const resend = async () => {
    try {
      await request(sentTo);
      return true;
    } catch (error) {
      showToast({ id: 'code', type: 'error', text: failureMessage(error)(t) });
      return false;
    }
  };
  return (
    <AuthView name="digits" heading={t('code.sentHeading')} text={t('code.sent', { email: sentTo })}>
      <div className="grid gap-4">
        <AccountForm rules={CODE} onSend={confirm} submit={t('login.submit')} sending={t('login.sending')}>
          {(field) => (
            <TextField
              {...field('code')}
              label={t('code.field')}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={DIGITS + 1}
              data-first
              required
              className="text-center text-2xl! font-semibold tracking-[0.4em] tabular-nums"
              onChange={sendWhenWhole}
            />
          )}
        </AccountForm>
        <ResendButton
          mail={mailTo(sentTo)}
          label={t('code.again')}
          wait={(count) => t('code.againIn', { count })}
          onResend={resend}
        />
        <Button variant="quiet" className="justify-self-center" onClick={() => setSentTo(null)}>
          {t('code.otherAddress')}
        </Button>
      </div>
    </AuthView>
  );
}

/** Submits the form with the last digit, typed or pasted. */
function sendWhenWhole({ target }: ChangeEvent<HTMLInputElement>): void {
  if (target.value.replaceAll(/\s/g, '').length === DIGITS) target.form?.requestSubmit();
}
