import { useContentT } from '@touchline/i18n';
import { IconButton } from '@touchline/ui';
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 300;

interface SearchFieldProps {
  readonly value: string;
  /** Called once the visitor pauses, presses Enter or empties the field. */
  readonly onSearch: (text: string) => void;
}

export function SearchField({ value, onSearch }: SearchFieldProps) {
  const t = useContentT();
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The address may change under the field: by the back button, or by a chip that was removed.
  if (value !== shown) {
    setShown(value);
    if (value !== text.trim()) setText(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (next: string, pause: number) => {
    setText(next);
    clearTimeout(timer.current);
    if (pause === 0) onSearch(next.trim());
    else timer.current = setTimeout(() => onSearch(next.trim()), pause);
  };
  return (
    <form
      role="search"
      className="relative min-w-0 flex-1"
      onSubmit={(event) => {
        event.preventDefault();
        search(text, 0);
      }}
    >
      <Search
        aria-hidden
        size={18}
        className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-muted"
      />
      <input
        ref={input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
        aria-label={t('games.search')}
        placeholder={t('games.search')}
        value={text}
        onChange={({ target }) => search(target.value, PAUSE_MS)}
        className="min-h-11 w-full appearance-none rounded-full border border-control bg-body ps-10 pe-11 text-base text-text placeholder:text-muted lg:min-h-10 lg:text-sm [&::-webkit-search-cancel-button]:hidden"
      />
      {text !== '' && (
        <IconButton
          size="small"
          label={t('games.clearSearch')}
          className="absolute! top-1/2 right-1 -translate-y-1/2 text-muted hover:bg-raised hover:text-text"
          onClick={() => {
            search('', 0);
            input.current?.focus();
          }}
        >
          <X aria-hidden size={16} />
        </IconButton>
      )}
    </form>
  );
}
