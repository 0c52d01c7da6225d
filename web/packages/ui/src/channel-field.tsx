import { type Problem, problemText, useContentT } from '@touchline/i18n';
import { ChevronDown, CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { inputPurpose } from './input-purpose.ts';

const INPUT_TYPES = { email: 'email', phone: 'tel', contact: 'text', digits: 'text', text: 'text' } as const;

/** A field of a channel's form, with its texts in the language of the page. */
interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: keyof typeof INPUT_TYPES | 'textarea' | 'select' | 'checkbox';
  readonly required: boolean;
  readonly placeholder: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

interface ChannelFieldProps {
  readonly field: Field;
  readonly value: string;
  readonly problem: Problem | undefined;
  readonly onChange: (value: string) => void;
}

/** A field of a channel's form with its label, and what is wrong with it. A checked box has the value `true`. */
export function ChannelField({ field, value, problem, onChange }: ChannelFieldProps) {
  const t = useContentT();
  const id = useId();
  const label = (
    <>
      {field.label}
      {!field.required && <span className="ms-1.5 font-normal text-muted">{t('form.optional')}</span>}
    </>
  );
  const common = {
    id,
    name: field.name,
    required: field.required,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem ? `${id}-problem` : undefined,
  };
  return (
    <div className="grid gap-1.5">
      {field.type === 'checkbox' ? (
        <label htmlFor={id} className="-my-2 flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
          <input
            {...common}
            type="checkbox"
            checked={value === 'true'}
            className="mt-0.5 size-5 shrink-0 accent-accent"
            onChange={({ target }) => onChange(String(target.checked))}
          />
          <span className="min-w-0 text-pretty">{label}</span>
        </label>
      ) : (
        <>
          <label htmlFor={id} className="text-sm font-semibold">
            {label}
          </label>
          <Control field={field} value={value} common={common} onChange={onChange} />
        </>
      )}
      {problem && (
        <p id={`${id}-problem`} className="flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
          {problemText(problem, t)}
        </p>
      )}
    </div>
  );
}

interface ControlProps extends Pick<ChannelFieldProps, 'field' | 'value' | 'onChange'> {
  readonly common: Readonly<Record<string, unknown>>;
}

function Control({ field, value, common, onChange }: ControlProps) {
  const t = useContentT();
  const placeholder = field.placeholder || undefined;
  switch (field.type) {
    case 'textarea':
      return (
        <textarea
          {...common}
          rows={6}
          placeholder={placeholder}
          value={value}
          className="field field-sizing-content max-h-[28rem] min-h-36 resize-y py-2.5!"
          onChange={({ target }) => onChange(target.value)}
        />
      );
    case 'select':
      return (
        <span className="relative block">
          <select
            {...common}
            value={value}
            className="field h-12 cursor-pointer appearance-none pe-10!"
            onChange={({ target }) => onChange(target.value)}
          >
            <option value="">{placeholder ?? t('form.choose')}</option>
            {field.options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden size={18} className="pointer-events-none absolute top-3.5 right-3.5 text-muted" />
        </span>
      );
    case 'text':
    case 'email':
    case 'phone':
    case 'contact':
    case 'digits':
      return (
        <input
          {...common}
          type={INPUT_TYPES[field.type]}
          inputMode={field.type === 'digits' ? 'tel' : undefined}
          autoComplete={inputPurpose(field)}
          placeholder={placeholder}
          value={value}
          className="field h-12"
          onChange={({ target }) => onChange(target.value)}
        />
      );
    case 'checkbox':
      return null;
  }
}
