import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Field as Frame } from '../forms/field.tsx';
import { LibraryChannel } from '../pictures/library-channel.ts';
import { PictureField } from '../pictures/picture-field.tsx';
import { RichTextField } from '../rich-text/rich-text-field.tsx';
import { ColourField } from './colour-field.tsx';
import { CountriesField } from './countries-field.tsx';
import type { Fields } from './draft.ts';
import { asText, type InputProps } from './field-props.ts';
import { ReferenceField } from './reference-field.tsx';
import type { Field } from './resource.ts';
import type { SaveProblem } from './save-problems.ts';
import { sayOption } from './say-value.ts';
import { TargetField } from './target-field.tsx';
import { TimeField } from './time-field.tsx';

interface FieldInputProps extends InputProps {
  readonly channel: OperatorChannel;
  readonly field: Field;
  /** All that a save found. */
  readonly problems: readonly SaveProblem[];
  /** The values of all fields. */
  readonly fields: Fields;
  /** The value can no longer be changed. */
  readonly isFixed?: boolean;
  /** The language of the text. */
  readonly lang?: string | undefined;
  /** What stands in for an empty text. */
  readonly placeholder?: string | undefined;
}

/** The input of a field, by its kind. The server validates the value. */
export function FieldInput({
  channel,
  field,
  fields,
  problems,
  isFixed,
  lang,
  placeholder,
  ...input
}: FieldInputProps) {
  const t = useConsoleT();
  const { id, label, hint, problem, value, onChange } = input;
  const type = (text: string) => onChange(text === '' && field.nullable ? null : text);
  switch (field.kind) {
    case 'text':
      return (
        <Frame id={id} label={label} hint={hint} problem={problem}>
          {(wiring) => (
            <input
              {...wiring}
              lang={lang}
              value={asText(value)}
              placeholder={placeholder}
              maxLength={field.maxLength}
              aria-required={field.required}
              autoComplete="off"
              className="field"
              onChange={({ currentTarget }) => type(currentTarget.value)}
            />
          )}
        </Frame>
      );
    case 'lines':
      return (
        <Frame id={id} label={label} hint={hint} problem={problem}>
          {(wiring) => (
            <textarea
              {...wiring}
              lang={lang}
              rows={field.rows ?? 4}
              value={asText(value)}
              placeholder={placeholder}
              maxLength={field.maxLength}
              aria-required={field.required}
              className="field h-auto py-2"
              onChange={({ currentTarget }) => type(currentTarget.value)}
            />
          )}
        </Frame>
      );
    case 'html':
      return (
        <Frame id={id} label={label} hint={hint} problem={problem}>
          {(wiring) => (
            <LibraryChannel value={channel.id}>
              <div lang={lang}>
                <RichTextField
                  id={id}
                  label={label}
                  value={asText(value)}
                  describedBy={wiring['aria-describedby']}
                  invalid={wiring['aria-invalid']}
                  onChange={type}
                />
              </div>
            </LibraryChannel>
          )}
        </Frame>
      );
    case 'number':
      return (
        <Frame id={id} label={label} hint={hint} problem={problem}>
          {(wiring) => (
            <input
              {...wiring}
              type="number"
              step={1}
              inputMode="numeric"
              value={asText(value)}
              className="field max-w-40"
              onChange={({ currentTarget: { value: typed } }) => onChange(typed === '' ? null : Number(typed))}
            />
          )}
        </Frame>
      );
    case 'switch':
      return (
        <div>
          <label className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              id={id}
              type="checkbox"
              checked={value === true}
              aria-describedby={`${id}-text`}
              className="size-5 shrink-0 accent-accent"
              onChange={({ currentTarget }) => onChange(currentTarget.checked)}
            />
            <span className="font-medium">{label}</span>
          </label>
          <p id={`${id}-text`} className="text-sm text-pretty text-muted">
            {problem ?? hint}
          </p>
        </div>
      );
    case 'choice': {
      const chosen = asText(value) || (field.whenEmpty ?? '');
      const isKnown = field.options.some((option) => option.value === chosen);
      return (
        <Frame id={id} label={label} hint={hint} problem={problem}>
          {(wiring) => (
            <select
              {...wiring}
              value={chosen}
              disabled={isFixed}
              className="field"
              onChange={({ currentTarget }) => onChange(currentTarget.value)}
            >
              {!isKnown && <option value={chosen}>{chosen || t('target.choose')}</option>}
              {field.options.map((option) => (
                <option key={option.value} value={option.value}>
                  {sayOption(option, t)}
                </option>
              ))}
            </select>
          )}
        </Frame>
      );
    }
    case 'colour':
      return <ColourField {...input} isNullable={field.nullable === true} fallback={field.whenEmpty} />;
    case 'countries':
      return <CountriesField {...input} />;
    case 'time':
      return <TimeField {...input} channel={channel} />;
    case 'target':
      return <TargetField {...input} channel={channel.id} isNullable={field.nullable === true} />;
    case 'structured': {
      const begin = `${field.name}.`;
      const parts = problems.filter(({ name }) => name.startsWith(begin));
      return (
        <field.Input
          {...input}
          channel={channel}
          value={asText(value)}
          problems={parts.map(({ name, text }) => ({ name: name.slice(begin.length), text }))}
        />
      );
    }
    case 'picture':
      return <PictureField {...input} channel={channel.id} value={asText(value)} />;
    case 'reference':
      return <ReferenceField {...input} channel={channel.id} to={field.to(fields)} />;
  }
}
