import { useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import type { FormEvent, InputHTMLAttributes } from 'react';
import { fieldText } from './field-text.ts';

interface SearchFormProps {
  /** Of the field, on its page. */
  readonly id: string;
  readonly label: string;
  /** What is looked for now. */
  readonly value: string | undefined;
  readonly inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  readonly onFind: (typed: string) => void;
}

/** One field that a list is searched by. */
export function SearchForm({ id, label, value, inputMode, onFind }: SearchFormProps) {
  const t = useConsoleT();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onFind(fieldText(event.currentTarget, id).trim());
  };
  return (
    <form role="search" className="flex min-w-0 flex-1 basis-72 items-end gap-2 sm:max-w-md" onSubmit={submit}>
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        <input
          // Made anew when the address changes by other means.
          key={value ?? ''}
          id={id}
          name={id}
          type="search"
          inputMode={inputMode}
          defaultValue={value ?? ''}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          className="field mt-1.5"
        />
      </div>
      <Button type="submit" variant="secondary" className="min-h-11">
        {t('mailLog.submitSearch')}
      </Button>
    </form>
  );
}
