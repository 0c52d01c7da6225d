import { useAccountT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { CircleAlert } from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { checkLogin, loginFailure, type LoginFields, type LoginProblems } from './check-login.ts';
import { PasswordField } from './password-field.tsx';
import { TextField } from './text-field.tsx';

interface LoginFormProps {
  /** Logs in and leads away; what it throws is shown. */
  readonly onLogin: (fields: LoginFields) => Promise<void>;
}

/** Email and password. Whatever is wrong takes the focus, so that nobody misses it. */
export function LoginForm({ onLogin }: LoginFormProps) {
  const t = useAccountT();
  const [problems, setProblems] = useState<LoginProblems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLParagraphElement>(null);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    const data = new FormData(event.currentTarget);
    const fields = { email: text(data.get('email')), password: text(data.get('password')) };
    const found = checkLogin(fields);
    flushSync(() => {
      setProblems(found);
      setFailure(null);
    });
    if (Object.keys(found).length > 0) {
      form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    setSending(true);
    try {
      await onLogin({ ...fields, email: fields.email.trim() });
    } catch (error) {
      flushSync(() => {
        setFailure(loginFailure(error, t));
        setSending(false);
      });
      alert.current?.focus();
    }
  };

  return (
    <form ref={form} noValidate aria-busy={sending} className="grid gap-5" onSubmit={(event) => void submit(event)}>
      {failure !== null && (
        <p
          ref={alert}
          role="alert"
          tabIndex={-1}
          className="flex items-start gap-2.5 rounded-field border border-danger px-4 py-3 text-[0.9375rem] leading-5"
        >
          <CircleAlert aria-hidden size={20} className="shrink-0 text-danger" />
          {failure}
        </p>
      )}
      <TextField
        label={t('login.email')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        problem={problems.email && t(problems.email)}
      />
      <PasswordField
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        required
        problem={problems.password && t(problems.password)}
      />
      <Button type="submit" size="large" aria-disabled={sending} className="mt-1 w-full aria-disabled:cursor-progress">
        {sending ? t('login.sending') : t('login.submit')}
      </Button>
    </form>
  );
}

const text = (value: FormDataEntryValue | null): string => (typeof value === 'string' ? value : '');
