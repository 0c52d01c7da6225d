import { useAccountT } from '@touchline/i18n';
import { Button, type ButtonVariant } from '@touchline/ui';
import { type FormEvent, type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FailureNote } from './failure-note.tsx';
import type { Rule } from './field-rules.ts';
import type { LocalisedMessage } from './localised-message.ts';
import { failureMessage, formProblems } from './server-messages.ts';

type Values<Name extends string> = Readonly<Record<Name, string>>;
type Problems = Readonly<Record<string, LocalisedMessage>>;

/** What a field of the form is given; a box that is ticked has the value "on". */
interface FieldProps {
  readonly name: string;
  readonly problem: string | undefined;
}

interface AccountFormProps<Name extends string> {
  /** One for each field, in their order. */
  readonly rules: Readonly<Record<Name, Rule<Name>>>;
  /** Rejects where the server does not take it; what it says goes to the field, or above the form. */
  readonly onSend: (values: Values<Name>) => Promise<void>;
  readonly submit: string;
  readonly sending: string;
  /** A button no wider than its words, for one form among others. */
  readonly inline?: boolean;
  readonly variant?: ButtonVariant;
  /** Beside the button. */
  readonly end?: ReactNode;
  readonly children: (field: (name: Name) => FieldProps) => ReactNode;
}

/**
 * A form of the login's screens. The first problem takes the focus, and goes away as soon as its field is corrected.
 * The fields keep the typed text after every outcome.
 */
export function AccountForm<Name extends string>({
  rules,
  onSend,
  submit,
  sending,
  inline = false,
  variant = 'primary',
  end,
  children,
}: AccountFormProps<Name>) {
  const t = useAccountT();
  const [{ problems, failure, busy }, setState] = useState<{
    readonly problems: Problems;
    readonly failure: LocalisedMessage | null;
    readonly busy: boolean;
  }>({ problems: {}, failure: null, busy: false });
  const form = useRef<HTMLFormElement>(null);
  const note = useRef<HTMLParagraphElement>(null);
  const names = namesOf(rules);

  const refuse = (found: Problems) => {
    flushSync(() => setState({ problems: found, failure: null, busy: false }));
    form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  };

  const fail = (error: unknown) => {
    const found = formProblems(error, names);
    if (names.some((name) => found[name])) return refuse(found);
    flushSync(() => setState({ problems: {}, failure: failureMessage(error), busy: false }));
    note.current?.focus();
  };

  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const values = valuesOf(event.currentTarget, names);
    const found = check(rules, values);
    if (names.some((name) => found[name])) return refuse(found);
    flushSync(() => setState({ problems: {}, failure: null, busy: true }));
    try {
      await onSend(values);
      setState({ problems: {}, failure: null, busy: false });
    } catch (error) {
      fail(error);
    }
  };

  const look = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    if (names.every((name) => !problems[name])) return;
    const now = check(rules, valuesOf(currentTarget, names));
    const left: Record<string, LocalisedMessage> = {};
    for (const name of names) {
      const problem = problems[name] && now[name];
      if (problem) left[name] = problem;
    }
    setState({ problems: left, failure, busy });
  };

  return (
    <form
      ref={form}
      noValidate
      aria-busy={busy}
      className="grid gap-5"
      onSubmit={(event) => void send(event)}
      onChange={look}
    >
      {failure && <FailureNote ref={note}>{failure(t)}</FailureNote>}
      {children((name) => ({ name, problem: problems[name]?.(t) }))}
      <div className="mt-1 flex flex-wrap gap-3">
        <Button
          type="submit"
          size={inline ? 'medium' : 'large'}
          variant={variant}
          aria-disabled={busy}
          className={`aria-disabled:cursor-progress ${inline ? 'min-h-11!' : 'w-full'}`}
        >
          {busy ? sending : submit}
        </Button>
        {end}
      </div>
    </form>
  );
}

function namesOf<Name extends string>(rules: Readonly<Record<Name, unknown>>): Name[] {
  const names: Name[] = [];
  for (const name in rules) names.push(name);
  return names;
}

function check<Name extends string>(rules: Readonly<Record<Name, Rule<Name>>>, values: Values<Name>): Problems {
  const found: Record<string, LocalisedMessage> = {};
  for (const name of namesOf(rules)) {
    const problem = rules[name](values[name], values);
    if (problem) found[name] = problem;
  }
  return found;
}

function valuesOf<Name extends string>(form: HTMLFormElement, names: readonly Name[]): Values<Name> {
  const data = new FormData(form);
  const text = (name: Name): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  const values: Partial<Record<Name, string>> = {};
  for (const name of names) values[name] = text(name);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each name has just been given its value.
  return values as Values<Name>;
}
