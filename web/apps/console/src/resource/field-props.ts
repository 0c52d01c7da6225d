import type { FieldTexts } from '../forms/field.tsx';
import type { OperatorChannel } from '@touchline/api/console';
import type { Value } from './draft.ts';
import type { SaveProblem } from './save-problems.ts';

/** Properties of every input of a form. */
export interface InputProps extends FieldTexts {
  readonly id: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** Properties of the input of a structured field. */
export interface StructuredInputProps extends FieldTexts {
  readonly id: string;
  readonly channel: OperatorChannel;
  /** JSON. */
  readonly value: string;
  /** Of its parts, by their names below the field. */
  readonly problems: readonly SaveProblem[];
  readonly onChange: (json: string) => void;
}

export const asText = (value: Value) => (value === null ? '' : String(value));
