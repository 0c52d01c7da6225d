import { ApiError, resetPassword, type SignedLink } from '@touchline/api';
import { useAccountT } from '@touchline/i18n';
import { showToast } from '@touchline/ui';
import { useRouter } from '@tanstack/react-router';
import { CircleX } from 'lucide-react';
import { useState } from 'react';
import { useAppContext } from '../../channel/channel.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { RouterButton } from '../../navigation/router-button.tsx';
import { AuthCard } from './auth-card.tsx';
import { AuthView } from './auth-view.tsx';
import { AccountForm } from '../../account-forms/account-form.tsx';
import { confirmationRule, newPasswordRule } from '../../account-forms/field-rules.ts';
import { NewPasswordField } from '../../account-forms/new-password-field.tsx';
import { PasswordField } from '../../account-forms/password-field.tsx';
import { signedLink } from '../../account-forms/signed-link.ts';

const RULES = { password: newPasswordRule, password_confirmation: confirmationRule };

/** Sets a new password by the link of a mail, and leads to the login. */
export function PasswordResetScreen() {
  return (
    <AuthCard>
      <PasswordReset />
    </AuthCard>
  );
}

function PasswordReset() {
  const t = useAccountT();
  const router = useRouter();
  const { connection } = useAppContext();
  const [link] = useState(() => signedLink(router.history.location.search));
  const [useless, setUseless] = useState<'expired' | 'failed' | null>(link ? null : 'failed');
  usePageTitle(t('reset.title'));

  if (!link || useless) {
    return (
      <AuthView
        name="useless"
        icon={<CircleX aria-hidden size={44} strokeWidth={1.5} className="text-danger" />}
        heading={useless === 'expired' ? t('reset.expired') : t('reset.failed')}
        text={t('reset.uselessText')}
      >
        <RouterButton
          to="/password-reset-request"
          state={link ? { email: link.email } : {}}
          size="large"
          className="w-full"
        >
          {t('reset.newLink')}
        </RouterButton>
      </AuthView>
    );
  }
  const send = async (values: Readonly<Record<keyof typeof RULES, string>>) => {
    try {
      await resetPassword(connection, link, values.password, values.password_confirmation);
    } catch (error) {
      const why = uselessness(error);
      if (!why) throw error;
      return setUseless(why);
    }
    showToast({ id: 'session', type: 'success', text: t('reset.done') });
    await router.navigate({ to: '/login', state: { email: link.email }, replace: true });
  };
  return (
    <AuthView name="form" heading={t('reset.heading')} text={t('reset.text', { email: link.email })}>
      <AccountForm rules={RULES} onSend={send} submit={t('reset.submit')} sending={t('reset.saving')}>
        {(field) => (
          <>
            <AccountName link={link} />
            <NewPasswordField {...field('password')} label={t('reset.password')} />
            <PasswordField
              {...field('password_confirmation')}
              label={t('register.confirmation')}
              autoComplete="new-password"
              required
            />
          </>
        )}
      </AccountForm>
    </AuthView>
  );
}

/** Tells password managers the account of this password. */
function AccountName({ link }: { readonly link: SignedLink }) {
  return <input type="text" value={link.email} autoComplete="username" readOnly hidden tabIndex={-1} />;
}

/** Why the link will never do; null where the fault is another one. */
function uselessness(error: unknown): 'expired' | 'failed' | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'reset_expired') return 'expired';
  return error.code === 'reset_failed' ? 'failed' : null;
}
