import { type ReactNode, useId } from 'react';

/** What ties an input to its label, hint and problem. */
interface FieldWiring {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

export interface FieldTexts {
  readonly label: string;
  readonly hint?: string | undefined;
  /** What is wrong with what was typed. */
  readonly problem?: string | undefined;
}

interface FieldProps extends FieldTexts {
  /** Where something else leads to the input. */
  readonly id?: string | undefined;
  readonly children: (wiring: FieldWiring) => ReactNode;
}

/** The frame of every field: its label above, its problem and its hint below. */
export function Field({ id: ownId, label, hint, problem, children }: FieldProps) {
  const madeId = useId();
  const id = ownId ?? madeId;
  const described = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({ id, 'aria-invalid': Boolean(problem), 'aria-describedby': described || undefined })}
      {problem && (
        <p id={`${id}-problem`} role="alert" className="text-sm text-danger first-letter:uppercase">
          {problem}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-pretty text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
