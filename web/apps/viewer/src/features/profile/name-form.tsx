import { useAccountT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { Plus } from 'lucide-react';
import { AccountForm } from '../../account-forms/account-form.tsx';
import { filled } from '../../account-forms/field-rules.ts';
import { TextField } from '../../account-forms/text-field.tsx';
import type { FormBehindButton } from './use-form-behind-button.ts';

const RULES = { name: filled };

interface NameFormProps {
  readonly form: FormBehindButton;
  /** What the button says that opens it. */
  readonly start: string;
  readonly submit: string;
  readonly label: string;
  readonly hint?: string;
  readonly longest: number;
  readonly suggestion?: string;
  readonly onSend: (name: string) => Promise<void>;
}

/** Asks for the name of what is to be made, behind a button. */
export function NameForm({ form, start, submit, label, hint, longest, suggestion, onSend }: NameFormProps) {
  const t = useAccountT();
  const { open, opener, field, show, hide } = form;
  if (!open) {
    return (
      <Button ref={opener} variant="secondary" className="min-h-11! justify-self-start" onClick={show}>
        <Plus aria-hidden size={18} />
        {start}
      </Button>
    );
  }
  return (
    <AccountForm<'name'>
      rules={RULES}
      inline
      submit={submit}
      sending={t('profile.sending')}
      onSend={({ name }) => onSend(name.trim())}
      end={
        <Button variant="secondary" className="min-h-11!" onClick={hide}>
          {t('profile.cancel')}
        </Button>
      }
    >
      {(props) => (
        <TextField
          ref={field}
          label={label}
          {...props('name')}
          hint={hint}
          maxLength={longest}
          autoComplete="off"
          required
          defaultValue={suggestion}
        />
      )}
    </AccountForm>
  );
}
