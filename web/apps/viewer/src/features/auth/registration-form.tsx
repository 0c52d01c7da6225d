import { useAccountT } from '@touchline/i18n';
import { AccountForm } from '../../account-forms/account-form.tsx';
import { EmailField } from '../../account-forms/email-field.tsx';
import { confirmationRule, emailRule, nameRule, newPasswordRule, termsRule } from '../../account-forms/field-rules.ts';
import { NewPasswordField } from '../../account-forms/new-password-field.tsx';
import { PasswordField } from '../../account-forms/password-field.tsx';
import { TermsField } from './terms-field.tsx';
import { TextField } from '../../account-forms/text-field.tsx';

export interface NewAccount {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly password: string;
  readonly password_confirmation: string;
  readonly terms: boolean;
}

interface RegistrationFormProps {
  readonly email: string;
  readonly onSend: (account: NewAccount) => Promise<void>;
}

const RULES = {
  first_name: nameRule((t) => t('problem.first_name_required')),
  last_name: nameRule((t) => t('problem.last_name_required')),
  email: emailRule,
  password: newPasswordRule,
  password_confirmation: confirmationRule,
  terms: termsRule,
};

/** All that a new account needs. */
export function RegistrationForm({ email, onSend }: RegistrationFormProps) {
  const t = useAccountT();
  const send = (values: Readonly<Record<keyof typeof RULES, string>>) =>
    onSend({
      first_name: values.first_name.trim(),
      last_name: values.last_name.trim(),
      email: values.email.trim(),
      password: values.password,
      password_confirmation: values.password_confirmation,
      terms: true,
    });
  return (
    <AccountForm rules={RULES} onSend={send} submit={t('register.submit')} sending={t('register.sending')}>
      {(field) => (
        <>
          <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-4">
            <TextField {...field('first_name')} label={t('register.firstName')} autoComplete="given-name" required />
            <TextField {...field('last_name')} label={t('register.lastName')} autoComplete="family-name" required />
          </div>
          <EmailField {...field('email')} defaultValue={email} />
          <NewPasswordField {...field('password')} label={t('login.password')} />
          <PasswordField
            {...field('password_confirmation')}
            label={t('register.confirmation')}
            autoComplete="new-password"
            required
          />
          <TermsField {...field('terms')} />
        </>
      )}
    </AccountForm>
  );
}
