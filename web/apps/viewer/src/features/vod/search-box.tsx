import { useContentT } from '@touchline/i18n';
import { IconButton } from '@touchline/ui';
import { Search, X } from 'lucide-react';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

/** Quick typing makes one request. */
const PAUSE_MS = 300;

interface SearchBoxProps {
  /** What the address asks for. */
  readonly title: string;
  readonly onSearch: (title: string) => void;
}

/** Asks for a title shortly after the typing stops, or at once on Enter. */
export function SearchBox({ title, onSearch }: SearchBoxProps) {
  const t = useContentT();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(title);
  const [asked, setAsked] = useState(title);
  const [address, setAddress] = useState(title);
  if (address !== title) {
    setAddress(title);
    // The address changed without this box, by the back button for instance: the box follows.
    if (title !== asked) {
      setAsked(title);
      setText(title);
    }
  }

  const ask = (wanted: string) => {
    if (wanted === asked) return;
    setAsked(wanted);
    onSearch(wanted);
  };
  const askLater = useEffectEvent((typed: string) => ask(typed.trim()));
  useEffect(() => {
    const timer = setTimeout(() => askLater(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask(text.trim());
  };
  const clear = () => {
    setText('');
    ask('');
    input.current?.focus();
  };
  return (
    <form role="search" className="relative w-full sm:max-w-sm" onSubmit={submit}>
      <Search aria-hidden size={18} className="pointer-events-none absolute top-3 left-3.5 text-muted" />
      <input
        ref={input}
        type="search"
        enterKeyHint="search"
        maxLength={200}
        aria-label={t('vod.search')}
        placeholder={t('vod.search')}
        value={text}
        className="field h-11 rounded-full! ps-10! pe-11!"
        onChange={({ target }) => setText(target.value)}
      />
      {text !== '' && (
        <IconButton
          label={t('vod.clearSearch')}
          className="absolute top-0 right-0 text-muted hover:text-text"
          onClick={clear}
        >
          <X aria-hidden size={18} />
        </IconButton>
      )}
    </form>
  );
}
