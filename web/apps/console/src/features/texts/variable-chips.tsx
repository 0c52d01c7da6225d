import type { Variable } from '@touchline/api/console';
import { type ConsoleKey, useConsoleT } from '@touchline/i18n';
import { Plus } from 'lucide-react';
import './variable-chips.css';

const NAMES = {
  channel: 'texts.variable.channel',
  host: 'texts.variable.host',
  name: 'texts.variable.name',
  link: 'texts.variable.link',
  code: 'texts.variable.code',
  new_email: 'texts.variable.new_email',
  device: 'texts.variable.device',
  country: 'texts.variable.country',
  address: 'texts.variable.address',
  product: 'texts.variable.product',
  amount: 'texts.variable.amount',
  card: 'texts.variable.card',
  until: 'texts.variable.until',
  next_charge: 'texts.variable.next_charge',
} as const satisfies Record<Variable, ConsoleKey>;

interface VariableChipsProps {
  readonly label: string;
  readonly variables: readonly Variable[];
  readonly onInsert: (variable: Variable) => void;
}

/** What a text may name; each inserts itself. */
export function VariableChips({ label, variables, onInsert }: VariableChipsProps) {
  const t = useConsoleT();
  if (variables.length === 0) return null;
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-2">
      {variables.map((variable) => (
        <button
          key={variable}
          type="button"
          title={`{{ ${variable} }}`}
          className="variable-chip"
          onClick={() => onInsert(variable)}
        >
          <Plus aria-hidden size={14} />
          {t(NAMES[variable])}
        </button>
      ))}
    </div>
  );
}
