import { requestPasswordReset } from '@touchline/api';
import { useAccountT } from '@touchline/i18n';
import { showToast } from '@touchline/ui';
import { useRouter } from '@tanstack/react-router';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useAppContext } from '../../channel/channel.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { RouterButton } from '../../navigation/router-button.tsx';
import { AuthCard } from './auth-card.tsx';
import { AuthView } from './auth-view.tsx';
import { AccountForm } from '../../account-forms/account-form.tsx';
import { withCaptcha } from '../../captcha/captcha.ts';
import { EmailField } from '../../account-forms/email-field.tsx';
import { emailRule } from '../../account-forms/field-rules.ts';
import { ResendButton } from './resend-button.tsx';
import { noteSent } from './resend-pause.ts';
import { failureMessage } from '../../account-forms/server-messages.ts';

const RULES = { email: emailRule };
const mailTo = (email: string) => `reset ${email.toLowerCase()}`;

/** Asks for the mail whose link sets a new password; says the same whether the address has an account or not. */
export function PasswordResetRequestScreen() {
  return (
    <AuthCard>
      <PasswordResetRequest />
    </AuthCard>
  );
}

function PasswordResetRequest() {
  const t = useAccountT();
  const { connection } = useAppContext();
  const { email: known = '' } = useRouter().state.location.state;
  const [email, setEmail] = useState(known);
  const [sentTo, setSentTo] = useState<string | null>(null);
  usePageTitle(t('reset.requestTitle'));

  const request = async (address: string) => {
    await withCaptcha(connection, 'always', (token) => requestPasswordReset(connection, address, token));
    noteSent(mailTo(address));
  };
  const logIn = (
    <RouterButton to="/login" state={{ email }} variant="quiet" className="justify-self-center">
      {t('reset.logIn')}
    </RouterButton>
  );
  if (sentTo !== null) {
    const resend = async () => {
      try {
        await request(sentTo);
        return true;
      } catch (error) {
        showToast({ id: 'reset', type: 'error', text: failureMessage(error)(t) });
        return false;
      }
    };
    return (
      <AuthView
        name="sent"
        icon={<MailCheck aria-hidden size={44} strokeWidth={1.5} className="text-success" />}
        heading={t('verify.noticeHeading')}
        text={t('reset.sent', { email: sentTo })}
      >
        <div className="grid gap-4">
          <p className="text-sm leading-5 text-pretty text-muted">{t('verify.spam')}</p>
          <ResendButton
            mail={mailTo(sentTo)}
            label={t('verify.again')}
            wait={(count) => t('verify.againIn', { count })}
            onResend={resend}
          />
          {logIn}
        </div>
      </AuthView>
    );
  }
  const send = async (values: Readonly<Record<'email', string>>) => {
    const address = values.email.trim();
    await request(address);
    setSentTo(address);
  };
  return (
    <AuthView name="form" heading={t('reset.requestHeading')} text={t('reset.requestText')}>
      <div className="grid gap-4">
        <AccountForm rules={RULES} onSend={send} submit={t('reset.request')} sending={t('code.sending')}>
          {(field) => (
            <EmailField
              {...field('email')}
              defaultValue={known}
              onChange={({ target }) => setEmail(target.value.trim())}
            />
          )}
        </AccountForm>
        {logIn}
      </div>
    </AuthView>
  );
}
