import { useConsoleT } from '@touchline/i18n';
import { useId } from 'react';

interface FindBoxProps {
  readonly find: string;
  readonly onFind: (find: string) => void;
}

/** Searches what the page shows, with each letter. */
export function FindBox({ find, onFind }: FindBoxProps) {
  const t = useConsoleT();
  const id = useId();
  return (
    <div role="search" className="min-w-0 flex-1 basis-72 sm:max-w-md">
      <label htmlFor={id} className="text-sm font-medium">
        {t('resource.find')}
      </label>
      <input
        id={id}
        type="search"
        value={find}
        maxLength={100}
        autoComplete="off"
        className="field mt-1.5"
        onChange={({ currentTarget }) => onFind(currentTarget.value)}
      />
    </div>
  );
}
