import { useContentT } from '@touchline/i18n';
import { classNames, ErrorState, IconButton, Skeleton } from '@touchline/ui';
import { Search, SearchX, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { MarkedName } from './marked-name.tsx';
import { type SearchGroup, type SearchOption, stepOption } from './search-option.ts';

interface SearchPanelProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly status: 'idle' | 'waiting' | 'failed' | 'ready';
  readonly groups: readonly SearchGroup[];
  /** What Enter in the field leads to. */
  readonly all: SearchOption | null;
  readonly onChoose: (option: SearchOption) => void;
  readonly onRetry: () => void;
  readonly onClose: () => void;
  /** Below the list. */
  readonly children: ReactNode;
}

/** A field, and under it whatever fits its words: arrows move, Enter opens, Escape closes. */
export function SearchPanel({
  text,
  onText,
  status,
  groups,
  all,
  onChoose,
  onRetry,
  onClose,
  children,
}: SearchPanelProps) {
  const t = useContentT();
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  const found = groups.flatMap(({ options }) => options);
  const options = all ? [...found, all] : found;
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const active = options.findIndex(({ key }) => key === activeKey);
  const idOf = (option: SearchOption) => `${list}-${option.key}`;
  const activeId = options[active] && idOf(options[active]);

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' });
  }, [activeId]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const next = stepOption(active, options.length, event.key === 'ArrowDown' ? 1 : -1);
      setActiveKey(options[next]?.key ?? null);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      const chosen = options[active] ?? all;
      if (chosen) choose(chosen);
    }
  };
  const choose = (option: SearchOption) => {
    setActiveKey(null);
    onChoose(option);
    field.current?.focus();
  };
  const type = (next: string) => {
    setActiveKey(null);
    onText(next);
  };
  const row = (option: SearchOption, typed: string) => (
    <Row
      key={option.key}
      id={idOf(option)}
      option={option}
      typed={typed}
      active={option.key === activeKey}
      onPoint={() => setActiveKey(option.key)}
      onChoose={() => choose(option)}
    />
  );

  return (
    <>
      <div className="search-field">
        <Search aria-hidden size={22} className="shrink-0 text-muted" />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={t('search.label')}
          aria-expanded={options.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          placeholder={t('search.placeholder')}
          value={text}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          className="min-h-11 min-w-0 flex-1 bg-transparent text-lg placeholder:text-muted"
          onChange={({ target }) => type(target.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton
          label={t('ui.close')}
          className="-me-2 text-muted hover:bg-raised hover:text-text"
          onClick={onClose}
        >
          <X aria-hidden size={22} />
        </IconButton>
      </div>
      <p aria-live="polite" className="sr-only">
        {status === 'ready' && t('search.count', { count: found.length })}
      </p>
      <div className="search-body">
        {status === 'waiting' && <Waiting />}
        {status === 'failed' && <ErrorState text={t('search.error')} onRetry={onRetry} />}
        {status === 'ready' && found.length === 0 && (
          <p className="flex items-start gap-3 px-3 py-4">
            <SearchX aria-hidden size={22} className="mt-0.5 shrink-0 text-muted" />
            <span>
              <span className="block font-semibold wrap-break-word">{t('search.none', { text: text.trim() })}</span>
              <span className="block text-sm text-pretty text-muted">{t('search.noneText')}</span>
            </span>
          </p>
        )}
        {status === 'idle' && found.length === 0 && (
          <p className="px-3 py-4 text-sm text-pretty text-muted">{t('search.start')}</p>
        )}
        <div id={list} role="listbox" aria-label={t('search.results')} className="grid grid-cols-1 gap-2">
          {status !== 'waiting' &&
            groups.map(({ key, title, options: members }) => (
              <div key={key} role="group" aria-labelledby={`${list}-group-${key}`}>
                <p
                  id={`${list}-group-${key}`}
                  role="presentation"
                  className="px-3 pt-2 pb-1 text-[0.8125rem] leading-[1.125rem] font-semibold text-muted"
                >
                  {title}
                </p>
                {members.map((option) => row(option, text))}
              </div>
            ))}
          {all && row(all, '')}
        </div>
      </div>
      {children}
    </>
  );
}

interface RowProps {
  readonly id: string;
  readonly option: SearchOption;
  readonly typed: string;
  readonly active: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

function Row({ id, option, typed, active, onPoint, onChoose }: RowProps) {
  const { name, detail, picture, action } = option;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field holds the focus and its keys choose.
    <a
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      href={'href' in action ? action.href : undefined}
      className={classNames(
        'flex min-h-12 cursor-pointer items-center gap-3 rounded-field px-3 py-1.5',
        active && 'bg-raised',
      )}
      onPointerMove={onPoint}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onChoose();
      }}
    >
      <span aria-hidden className="grid w-14 shrink-0 place-items-center">
        {picture}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-[0.9375rem] leading-5 font-medium">
          <MarkedName name={name} typed={typed} />
        </span>
        {detail && <span className="block truncate text-[0.8125rem] leading-[1.125rem] text-muted">{detail}</span>}
      </span>
    </a>
  );
}

function Waiting() {
  return (
    <div aria-hidden className="grid gap-2 px-3 py-2">
      {['a', 'b', 'c', 'd'].map((place) => (
        <span key={place} className="flex min-h-10 items-center gap-3">
          <Skeleton className="size-9 rounded-full" />
          <span className="grid flex-1 gap-1.5">
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-3.5 w-1/3" />
          </span>
        </span>
      ))}
    </div>
  );
}
