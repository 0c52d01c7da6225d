import { type Profile, updateProfile } from '@touchline/api';
import { useAccountT } from '@touchline/i18n';
import { showToast } from '@touchline/ui';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useAppContext } from '../../channel/channel.ts';
import { useSession } from '../../session/session.ts';
import { AccountForm } from '../../account-forms/account-form.tsx';
import { emailRule, optional, required } from '../../account-forms/field-rules.ts';
import { PasswordField } from '../../account-forms/password-field.tsx';
import { TextField } from '../../account-forms/text-field.tsx';
import { FreshForm } from './fresh-form.tsx';
import { ResendVerificationButton } from './resend-verification-button.tsx';
import { Section } from './section.tsx';

/** The address, the one that waits to take its place, and the way to another one. */
export function EmailSection({ user }: { readonly user: Profile }) {
  const t = useAccountT();
  const { connection } = useAppContext();
  const [changes, setChanges] = useState(0);
  const hasPassword = user.has_password;
  const rules = { email: emailRule, current_password: hasPassword ? required : optional };

  const change = async (fields: Readonly<Record<keyof typeof rules, string>>) => {
    const { current_password } = fields;
    const email = fields.email.trim();
    const profile = await updateProfile(connection, { email, ...(current_password && { current_password }) });
    setChanges(changes + 1);
    useSession.getState().setUser(profile);
    showToast({ id: 'profile', type: 'success', text: t('profile.emailAsked', { email }) });
  };

  return (
    <Section title={t('profile.email')} text={t('profile.emailText')}>
      <p className="flex flex-wrap items-center gap-x-3 wrap-anywhere">
        <span className="font-semibold">{user.email}</span>
        <span className="text-sm text-muted">
          {user.email_verified ? t('profile.verified') : t('profile.unverified')}
        </span>
        {!user.email_verified && !user.pending_email && <ResendVerificationButton email={user.email} />}
      </p>
      {user.pending_email && <Pending email={user.pending_email} old={user.email} />}
      <FreshForm round={changes}>
        <AccountForm
          rules={rules}
          inline
          variant="secondary"
          submit={t('profile.changeEmail')}
          sending={t('profile.sending')}
          onSend={change}
        >
          {(field) => (
            <>
              <TextField
                label={t('profile.newEmail')}
                {...field('email')}
                type="email"
                inputMode="email"
                autoComplete="email"
                autoCapitalize="none"
                spellCheck={false}
                required
              />
              {hasPassword && (
                <PasswordField
                  label={t('profile.currentPassword')}
                  {...field('current_password')}
                  autoComplete="current-password"
                  required
                />
              )}
            </>
          )}
        </AccountForm>
      </FreshForm>
    </Section>
  );
}

function Pending({ email, old }: { readonly email: string; readonly old: string }) {
  const t = useAccountT();
  return (
    <div className="account-notice">
      <MailCheck aria-hidden size={20} className="text-accent-text" />
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{t('profile.pendingTitle', { email })}</p>
        <p className="mt-0.5 mb-1 text-[0.9375rem] leading-6 text-pretty wrap-anywhere text-muted">
          {t('profile.pendingText', { email: old })}
        </p>
        <ResendVerificationButton key={email} email={email} />
      </div>
    </div>
  );
}
