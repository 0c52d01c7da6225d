import type { FieldTexts } from '../forms/field.tsx';
import type { Value } from './draft.ts';

/** Properties of every input of a form. */
export interface InputProps extends FieldTexts {
  readonly id: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

export const asText = (value: Value) => (value === null ? '' : String(value));
