import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

interface CheckFieldProps {
  readonly name: string;
  readonly problem: string | undefined;
  readonly children: ReactNode;
}

/** A box to tick, with its words beside it and what is wrong below. */
export function CheckField({ name, problem, children }: CheckFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <div className="flex items-start gap-3">
        <input
          id={id}
          name={name}
          type="checkbox"
          required
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          className="mt-0.5 size-5 shrink-0 cursor-pointer accent-accent aria-invalid:outline-2 aria-invalid:outline-offset-1 aria-invalid:outline-danger"
        />
        <label htmlFor={id} className="min-w-0 cursor-pointer text-[0.9375rem] leading-6 text-pretty">
          {children}
        </label>
      </div>
      {problem !== undefined && (
        <p id={`${id}-problem`} className="flex items-start gap-1.5 text-sm leading-5 text-danger">
          <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
          {problem}
        </p>
      )}
    </div>
  );
}
