import { type Profile, updateProfile } from '@touchline/api';
import { useAccountT } from '@touchline/i18n';
import { showToast } from '@touchline/ui';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useAppContext, useChannel } from '../../channel/channel.ts';
import { importMemberData } from '../../session/follow-session.ts';
import { returnPath } from '../../navigation/return-path.ts';
import { useSession } from '../../session/session.ts';
import { AccountForm } from '../../account-forms/account-form.tsx';
import { confirmationRule, newPasswordRule, optional, required } from '../../account-forms/field-rules.ts';
import { NewPasswordField } from '../../account-forms/new-password-field.tsx';
import { PasswordField } from '../../account-forms/password-field.tsx';
import { FreshForm } from './fresh-form.tsx';
import { Section } from './section.tsx';

interface PasswordSectionProps {
  readonly user: Profile;
  /** All other devices are logged out by then. */
  readonly onChanged?: () => void;
}

/** A new password. A member with a temporary one has just proved it, and may go on afterwards. */
export function PasswordSection({ user, onChanged }: PasswordSectionProps) {
  const t = useAccountT();
  const router = useRouter();
  const { connection } = useAppContext();
  const { pages } = useChannel().bootstrap;
  const search = useSearch({ from: '/profile/edit' });
  const { temporary_password: temporary } = user;
  const hasPassword = user.has_password;
  const [changes, setChanges] = useState(0);
  const rules = {
    current_password: hasPassword && !temporary ? required : optional,
    password: newPasswordRule,
    password_confirmation: confirmationRule,
  };

  const change = async ({ current_password, ...passwords }: Readonly<Record<keyof typeof rules, string>>) => {
    const profile = await updateProfile(connection, { ...(current_password && { current_password }), ...passwords });
    setChanges(changes + 1);
    useSession.getState().setUser(profile);
    showToast({ id: 'profile', type: 'success', text: t('profile.passwordChanged') });
    if (!temporary) return onChanged?.();
    // What the server refused until now is asked for again.
    void importMemberData().then(({ switchMember }) => switchMember(connection));
    const paths = pages.map(({ url }) => url);
    await router.navigate({ href: returnPath(search.return, paths), replace: true });
  };

  return (
    <Section
      title={hasPassword ? t('profile.password') : t('profile.setPassword')}
      text={temporary ? t('profile.passwordRule') : t('profile.passwordText')}
    >
      <FreshForm round={changes}>
        <AccountForm
          rules={rules}
          inline
          variant={temporary ? 'primary' : 'secondary'}
          submit={hasPassword ? t('profile.changePassword') : t('profile.setPassword')}
          sending={t('profile.sending')}
          onSend={change}
        >
          {(field) => (
            <>
              {/* Password managers file the new one under this name. */}
              <input type="text" autoComplete="username" value={user.email} readOnly hidden />
              {hasPassword && !temporary && (
                <PasswordField
                  label={t('profile.currentPassword')}
                  {...field('current_password')}
                  autoComplete="current-password"
                  required
                />
              )}
              <NewPasswordField label={t('profile.newPassword')} {...field('password')} />
              <PasswordField
                label={t('profile.repeatPassword')}
                {...field('password_confirmation')}
                autoComplete="new-password"
                required
              />
            </>
          )}
        </AccountForm>
      </FreshForm>
    </Section>
  );
}
