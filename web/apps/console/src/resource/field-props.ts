import type { FieldTexts } from '../forms/field.tsx';
import type { Value } from './draft.ts';

/** What every input of a form takes. */
export interface InputProps extends FieldTexts {
  readonly id: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

export const asText = (value: Value) => (value === null ? '' : String(value));
