import { useConsoleT, useLocale } from '@touchline/i18n';
import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { countriesIn, countryName, findCountries } from './countries.ts';
import './country-picker.css';

interface CountryPickerProps {
  /** The chosen ones. */
  readonly codes: readonly string[];
  readonly onChange: (codes: readonly string[]) => void;
}

/** Options in sight; more letters find the others. */
const MAX_OPTIONS = 8;

/** Countries as chips, and a search that adds one by its name. */
export function CountryPicker({ codes, onChange }: CountryPickerProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [all] = useState(() => countriesIn(locale));
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [said, setSaid] = useState('');
  const nameOf = countryName(locale);
  const found = findCountries(
    all.filter(({ code }) => !codes.includes(code)),
    text,
  ).slice(0, MAX_OPTIONS);

  const find = (typed: string) => {
    setText(typed);
    setAt(0);
  };
  const add = (code: string) => {
    onChange([...codes, code]);
    find('');
    setSaid(t('countries.added', { country: nameOf(code) }));
  };
  const remove = (code: string) => {
    onChange(codes.filter((other) => other !== code));
    setSaid(t('countries.removed', { country: nameOf(code) }));
    input.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const last = codes.at(-1);
    if (step !== undefined && found.length > 0) setAt((at + step + found.length) % found.length);
    else if (event.key === 'Escape' && text !== '') find('');
    else if (event.key === 'Backspace' && text === '' && last !== undefined) remove(last);
    else if (event.key !== 'Enter') return;
    // Enter adds the country and never submits the form.
    const country = event.key === 'Enter' ? found[at] : undefined;
    if (country) add(country.code);
    event.preventDefault();
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <label htmlFor={id} className="text-sm font-medium">
        {t('countries.label')}
      </label>
      {codes.length > 0 && (
        <ul aria-label={t('countries.chosen')} className="flex flex-wrap gap-2">
          {codes.map((code) => (
            <li key={code} className="chip">
              <span className="min-w-0 truncate">{nameOf(code)}</span>
              <button
                type="button"
                aria-label={t('countries.remove', { country: nameOf(code) })}
                className="chip-remove"
                onClick={() => remove(code)}
              >
                <X aria-hidden size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="relative">
        <input
          ref={input}
          id={id}
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={found[at] && `${id}-${found[at].code}`}
          aria-describedby={`${id}-state`}
          value={text}
          maxLength={60}
          autoComplete="off"
          className="field"
          onChange={({ currentTarget }) => find(currentTarget.value)}
          onKeyDown={press}
          onBlur={() => find('')}
        />
        <div
          role="listbox"
          id={`${id}-list`}
          aria-label={t('countries.label')}
          hidden={found.length === 0}
          className="country-options"
        >
          {found.map(({ code, name }, place) => (
            <button
              key={code}
              type="button"
              role="option"
              id={`${id}-${code}`}
              tabIndex={-1}
              aria-selected={place === at}
              className="country-option"
              // The input keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => add(code)}
            >
              {name}
            </button>
          ))}
        </div>
      </div>
      <output id={`${id}-state`} className="text-sm text-muted empty:hidden">
        {text.trim() !== '' && found.length === 0 && t('countries.none')}
      </output>
      <output className="sr-only">{said}</output>
    </div>
  );
}
