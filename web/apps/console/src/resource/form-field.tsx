import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { ClashChoice } from './clash-choice.tsx';
import { type Fields, fieldValue, type Value } from './draft.ts';
import type { Editing } from './editing.ts';
import { FieldInput } from './field-input.tsx';
import { labelOf } from './field-names.ts';
import type { FormLanguage } from './language-tabs.tsx';
import type { Editable, Field, Row } from './resource.ts';
import type { SaveProblem } from './save-problems.ts';
import { sayValue } from './say-value.ts';

/** What the fields of a form need. */
export interface FieldsProps {
  /** Of the form. */
  readonly id: string;
  readonly channel: OperatorChannel;
  readonly resource: Editable;
  /** As the server has it; null for a new one. */
  readonly row: Row | null;
  readonly editing: Editing;
  readonly problems: readonly SaveProblem[];
  readonly language: FormLanguage;
  readonly onLanguage: (language: FormLanguage) => void;
  readonly onChange: (values: Fields) => void;
}

/** One field, with the choice between two operators' values where both changed it. */
export function FormField({
  id,
  channel,
  resource,
  row,
  editing,
  problems,
  language,
  onChange,
  field,
  name,
  placeholder,
}: FieldsProps & { readonly field: Field; readonly name: string; readonly placeholder?: string | undefined }) {
  const t = useConsoleT();
  const locale = useLocale();
  const clash = editing.clashes[name];
  const value = fieldValue(editing.draft, name);
  const label = t(field.label);
  const fixed = field.kind === 'choice' && isFixed(field.fixed?.by, row) ? field.fixed : undefined;
  const help = fixed?.help ?? field.help;
  const change = (next: Value) => {
    const empties = field.kind === 'choice' && next !== value ? (field.empties ?? []) : [];
    onChange({ [name]: next, ...Object.fromEntries(empties.map((other) => [other, null])) });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {clash && (
        <ClashChoice
          label={labelOf(resource, name, channel.language, t)}
          clash={clash}
          value={value}
          by={editing.news?.by ?? null}
          say={(side) => sayValue(field, side, t, locale)}
          onChoose={change}
        />
      )}
      <FieldInput
        channel={channel}
        field={field}
        problems={problems}
        fields={editing.draft}
        id={`${id}-${name}`}
        label={label}
        hint={help && t(help)}
        problem={problems.find((problem) => problem.name === name)?.text}
        // A change that was drafted before can still be taken back.
        isFixed={fixed !== undefined && value === fieldValue(editing.base, name)}
        placeholder={placeholder}
        lang={field.translated && (language === 'own' ? channel.language : language)}
        value={value}
        onChange={change}
      />
    </div>
  );
}

const isFixed = (by: string | undefined, row: Row | null) =>
  Object.entries(row ?? {}).some(([name, value]) => name === by && value === true);
