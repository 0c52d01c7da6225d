import { CircleAlert } from 'lucide-react';
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';

interface LabelledFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  /** What is wrong with the value. */
  readonly problem: string | undefined;
  /** A button beside the field. */
  readonly beside?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A field of the checkout, with what is wrong with it below. */
export function LabelledField({ label, problem, beside, ...input }: LabelledFieldProps) {
  const id = useId();
  return (
    <div className="shop-field">
      <label htmlFor={id}>{label}</label>
      <div className="flex gap-2">
        <input
          {...input}
          id={id}
          className="field"
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        />
        {beside}
      </div>
      {problem !== undefined && <FieldProblem id={`${id}-problem`}>{problem}</FieldProblem>}
    </div>
  );
}

interface FieldProblemProps {
  readonly id?: string;
  readonly children: ReactNode;
}

export function FieldProblem({ id, children }: FieldProblemProps) {
  return (
    <p id={id} role="alert" className="shop-problem">
      <CircleAlert aria-hidden size={16} />
      {children}
    </p>
  );
}
