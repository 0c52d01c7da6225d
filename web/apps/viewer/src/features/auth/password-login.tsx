import { logIn, type Profile } from '@touchline/api';
import { useAccountT } from '@touchline/i18n';
import { Link } from '@tanstack/react-router';
import { useAppContext } from '../../channel/channel.ts';
import { AccountForm } from '../../account-forms/account-form.tsx';
import { withCaptcha } from '../../captcha/captcha.ts';
import { EmailField } from '../../account-forms/email-field.tsx';
import { logInOrResume } from './log-in-or-resume.ts';
import { emailRule, required } from '../../account-forms/field-rules.ts';
import { PasswordField } from '../../account-forms/password-field.tsx';

interface PasswordLoginProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly onEntered: (user: Profile) => Promise<void>;
}

const RULES = { email: emailRule, password: required };

/** Email and password. */
export function PasswordLogin({ email, onEmail, onEntered }: PasswordLoginProps) {
  const t = useAccountT();
  const { connection } = useAppContext();
  const send = async (values: Readonly<Record<keyof typeof RULES, string>>) => {
    const user = await logInOrResume(connection, () =>
      withCaptcha(connection, 'asked', (token) => logIn(connection, values.email.trim(), values.password, token)),
    );
    await onEntered(user);
  };
  return (
    <AccountForm rules={RULES} onSend={send} submit={t('login.submit')} sending={t('login.sending')}>
      {(field) => (
        <>
          <EmailField
            {...field('email')}
            defaultValue={email}
            autoComplete="username webauthn"
            onChange={({ target }) => onEmail(target.value)}
          />
          <div className="grid gap-2">
            <PasswordField
              {...field('password')}
              label={t('login.password')}
              autoComplete="current-password"
              required
            />
            <Link
              to="/password-reset-request"
              state={{ email }}
              className="justify-self-end text-sm leading-6 text-accent-text underline-offset-4 hover:underline"
            >
              {t('login.forgot')}
            </Link>
          </div>
        </>
      )}
    </AccountForm>
  );
}
