import type { FormField } from '@touchline/api/console';
import { type Locale, useConsoleT } from '@touchline/i18n';
import { Field } from '../../../forms/field.tsx';
import type { SaveProblem } from '../../../resource/save-problems.ts';
import { FIELD_TYPES, isFieldType, withType } from './form-field-list.ts';
import { LocalisedInputs } from './localised-inputs.tsx';
import { OptionsInput } from './options-input.tsx';

interface FormFieldEditorProps {
  readonly id: string;
  readonly own: Locale;
  readonly field: FormField;
  readonly problems: readonly SaveProblem[];
  readonly onChange: (field: FormField) => void;
}

const MAX_LENGTH = 5000;

export function FormFieldEditor({ id, own, field, problems, onChange }: FormFieldEditorProps) {
  const t = useConsoleT();
  const problemOf = (name: string) => problems.find((problem) => problem.name === name)?.text;
  const isMoreWrong = problems.some(({ name }) => /(placeholder|_length|^name)$/.test(name));
  const isTyped = field.type !== 'select' && field.type !== 'checkbox';
  return (
    <div className="grid gap-4 pb-4">
      <LocalisedInputs
        id={id}
        own={own}
        thing={field}
        name="label"
        label={t('forms.label')}
        maxLength={300}
        problems={problems}
        onChange={onChange}
      />
      <Field id={`${id}.type`} label={t('forms.type')}>
        {(wiring) => (
          <select
            {...wiring}
            value={field.type}
            className="field"
            onChange={({ currentTarget }) => {
              const { value } = currentTarget;
              if (isFieldType(value)) onChange(withType(field, value));
            }}
          >
            {Object.entries(FIELD_TYPES).map(([type, name]) => (
              <option key={type} value={type}>
                {t(name)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {field.type === 'select' && (
        <OptionsInput
          id={`${id}.options`}
          own={own}
          options={field.options}
          problem={problemOf('options')}
          problems={problems}
          onChange={(options) => onChange({ ...field, options })}
        />
      )}
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={field.required}
          className="size-5 shrink-0 accent-accent"
          onChange={({ currentTarget }) => onChange({ ...field, required: currentTarget.checked })}
        />
        <span className="font-medium">{t('forms.isRequired')}</span>
      </label>
      <details open={isMoreWrong || undefined}>
        <summary className="min-h-11 cursor-pointer content-center text-sm font-medium">{t('forms.more')}</summary>
        <div className="grid gap-4 pt-2">
          {field.type !== 'checkbox' && (
            <LocalisedInputs
              id={id}
              own={own}
              thing={field}
              name="placeholder"
              label={t('forms.placeholder')}
              maxLength={120}
              problems={problems}
              onChange={onChange}
            />
          )}
          {isTyped && (
            <div className="grid grid-cols-2 gap-4">
              {(['min_length', 'max_length'] as const).map((name) => (
                <Field
                  key={name}
                  id={`${id}.${name}`}
                  label={t(name === 'min_length' ? 'forms.minLength' : 'forms.maxLength')}
                  problem={problemOf(name)}
                >
                  {(wiring) => (
                    <input
                      {...wiring}
                      type="number"
                      min={0}
                      max={MAX_LENGTH}
                      step={1}
                      inputMode="numeric"
                      value={field[name]}
                      className="field"
                      onChange={({ currentTarget }) => {
                        const length = Math.trunc(Number(currentTarget.value));
                        onChange({ ...field, [name]: Math.min(Math.max(length, 0), MAX_LENGTH) });
                      }}
                    />
                  )}
                </Field>
              ))}
            </div>
          )}
          <Field
            id={`${id}.name`}
            label={t('forms.fieldName')}
            hint={t('forms.fieldNameHelp')}
            problem={problemOf('name')}
          >
            {(wiring) => (
              <input
                {...wiring}
                value={field.name}
                maxLength={64}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                className="field"
                onChange={({ currentTarget }) => onChange({ ...field, name: currentTarget.value })}
              />
            )}
          </Field>
        </div>
      </details>
    </div>
  );
}
