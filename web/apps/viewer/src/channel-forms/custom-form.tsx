import { ApiError, type CustomForm as Form } from '@touchline/api';
import { useContentT } from '@touchline/i18n';
import { Button, ChannelField } from '@touchline/ui';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocalised } from '../localisation/use-localised.ts';
import { shownField } from './shown-field.ts';
import { checkField } from './field-problem.ts';
import { checkForm, emptyValues, filledFields, firstWrong, type Problems, serverProblems } from './form-values.ts';

interface CustomFormProps {
  readonly form: Form;
  /** Of its heading. */
  readonly level?: 1 | 2 | undefined;
  /** Rejects where the server does not take it. */
  readonly onSend: (fields: readonly { name: string; value: string }[]) => Promise<void>;
}

const TOO_MANY_REQUESTS = 429;

/** A form that the channel's operator made. What was typed stays until it has arrived. */
export function CustomForm({ form, level = 2, onSend }: CustomFormProps) {
  const t = useContentT();
  const words = useLocalised();
  const element = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(() => emptyValues(form));
  const [problems, setProblems] = useState<Problems>({});
  /** A new object for each refused attempt, so that each of them moves the focus. */
  const [refused, setRefused] = useState<{ readonly at: string | undefined }>({ at: undefined });
  const [failure, setFailure] = useState<string | null>(null);
  const [status, setStatus] = useState<'idle' | 'sending' | 'sent'>('idle');

  useEffect(() => {
    if (refused.at === undefined) return;
    const control = element.current?.elements.namedItem(refused.at);
    if (control instanceof HTMLElement) control.focus();
  }, [refused]);

  const change = (name: string, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    // A mistake that has been pointed out goes away as soon as it is mended, and not before.
    const field = form.fields.find((one) => one.name === name);
    if (!field || !(name in problems)) return;
    const { [name]: _, ...others } = problems;
    const problem = checkField(field, value);
    setProblems(problem ? { ...others, [name]: problem } : others);
  };

  const refuse = (found: Problems) => {
    setProblems(found);
    setRefused({ at: firstWrong(form.fields, found) });
  };

  const fail = (error: unknown) => {
    const found = serverProblems(form.fields, error);
    if (firstWrong(form.fields, found) !== undefined) refuse(found);
    else if (error instanceof ApiError && error.status === TOO_MANY_REQUESTS) setFailure(t('error.tooMany'));
    else setFailure(t('form.failed'));
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (status === 'sending') return;
    setFailure(null);
    const found = checkForm(form.fields, values);
    if (firstWrong(form.fields, found) !== undefined) return refuse(found);
    setStatus('sending');
    try {
      await onSend(filledFields(form.fields, values));
      setProblems({});
      setValues(emptyValues(form));
      setStatus('sent');
    } catch (error) {
      setStatus('idle');
      fail(error);
    }
  };

  if (status === 'sent') {
    return <Sent text={words(form, 'success_text') || t('form.sent')} onAgain={() => setStatus('idle')} />;
  }
  const description = words(form, 'description');
  const Heading = `h${level}` as const;
  return (
    <form ref={element} noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <div>
        <Heading className="text-[1.75rem] leading-8">{words(form, 'title')}</Heading>
        {description && <p className="mt-1.5 text-pretty text-muted">{description}</p>}
      </div>
      {form.fields.map((field) => (
        <ChannelField
          key={field.name}
          field={shownField(field, words)}
          value={values[field.name] ?? ''}
          problem={problems[field.name]}
          onChange={(value) => change(field.name, value)}
        />
      ))}
      <div role="alert" className="empty:hidden">
        {failure && (
          <p className="flex items-start gap-2.5 rounded-field border border-danger px-4 py-3 text-sm">
            <CircleAlert aria-hidden size={18} className="mt-px shrink-0 text-danger" />
            {failure}
          </p>
        )}
      </div>
      <Button type="submit" size="large" aria-disabled={status === 'sending'} className="sm:justify-self-start">
        {status === 'sending' ? t('form.sending') : words(form, 'submit_text') || t('form.send')}
      </Button>
    </form>
  );
}

function Sent({ text, onAgain }: { readonly text: string; readonly onAgain: () => void }) {
  const t = useContentT();
  const panel = useRef<HTMLDivElement>(null);
  // The pressed button is gone: focus, and with it a screen reader, goes to the result.
  useEffect(() => panel.current?.focus(), []);
  return (
    <div
      ref={panel}
      role="status"
      tabIndex={-1}
      className="grid justify-items-center gap-4 rounded-card py-10 text-center"
    >
      <CircleCheck aria-hidden size={48} strokeWidth={1.5} className="text-success" />
      <p className="max-w-[40ch] text-xl leading-7 font-semibold text-balance">{text}</p>
      <Button variant="secondary" onClick={onAgain}>
        {t('form.again')}
      </Button>
    </div>
  );
}
