import { CircleAlert } from 'lucide-react';
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  /** What is wrong with the value; undefined while nothing is. */
  readonly problem: string | undefined;
  /** What to know before one types. */
  readonly hint?: ReactNode;
  /** A button inside the field, at its end. */
  readonly end?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
  /** Takes the focus when what it stands in is new. */
  readonly 'data-first'?: boolean;
}

/** A field with its label above and what is wrong with it below. */
export function TextField({ label, problem, hint, end, className = '', ...input }: TextFieldProps) {
  const id = useId();
  const problemId = problem === undefined ? undefined : `${id}-problem`;
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm leading-5 font-medium">
        {label}
      </label>
      <div className="relative grid">
        <input
          {...input}
          id={id}
          aria-invalid={problem !== undefined}
          aria-describedby={[problemId, hintId].filter(Boolean).join(' ') || undefined}
          className={`min-h-12 w-full min-w-0 rounded-field border border-control bg-body px-4 text-base text-text aria-invalid:border-danger ${end ? 'pe-13' : ''} ${className}`}
        />
        {end && <span className="absolute inset-y-0 right-0.5 grid place-items-center">{end}</span>}
      </div>
      {problem !== undefined && (
        <p id={problemId} className="flex items-start gap-1.5 text-sm leading-5 text-danger">
          <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
          {problem}
        </p>
      )}
      {hint !== undefined && (
        <div id={hintId} className="text-sm leading-5 text-pretty text-muted">
          {hint}
        </div>
      )}
    </div>
  );
}
