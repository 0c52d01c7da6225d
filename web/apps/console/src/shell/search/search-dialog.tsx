import { useNavigate } from '@tanstack/react-router';
import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { type KeyboardEvent, useId, useState } from 'react';
import { recentChoices, rememberChoice } from './recent-choices.ts';
import { type Choice, useSearch } from './use-search.ts';
import './search.css';

interface SearchDialogProps {
  readonly channel: OperatorChannel;
  readonly operator: number;
  readonly isAdministrator: boolean;
  readonly onClose: () => void;
}

/** One field over everything of the channel; the arrow keys choose, Enter opens. */
export function SearchDialog({ channel, operator, isAdministrator, onClose }: SearchDialogProps) {
  const t = useConsoleT();
  const id = useId();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const place = { operator, channel: channel.id };
  const { groups: found, isPending, isFailed, isStale, retry } = useSearch(channel, isAdministrator, text);
  const [recent] = useState(() => recentChoices(place));
  const groups = text.trim() === '' && recent.length > 0 ? [{ title: t('search.recent'), choices: recent }] : found;
  const choices = groups.flatMap((group) => group.choices);
  const chosen = choices[Math.min(at, choices.length - 1)];

  const open = (choice: Choice) => {
    rememberChoice(place, choice);
    onClose();
    if ('href' in choice.to) window.open(choice.to.href, '_blank', 'noopener');
    else void navigate(choice.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && choices.length > 0)
      setAt((Math.min(at, choices.length - 1) + step + choices.length) % choices.length);
    // What the text before found is not what was meant.
    else if (event.key === 'Enter' && chosen && !isStale(chosen) && !event.nativeEvent.isComposing) open(chosen);
    else return;
    event.preventDefault();
  };
  const state = isFailed
    ? t('search.failed')
    : isPending
      ? t('search.searching')
      : text.trim() !== '' && choices.length === 0 && t('search.none');
  return (
    <>
      <input
        type="search"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is opened to type, and its content may come later
        autoFocus
        role="combobox"
        aria-label={t('search.label')}
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosen && `${id}-${chosen.key}`}
        aria-describedby={`${id}-hint`}
        value={text}
        maxLength={300}
        autoComplete="off"
        placeholder={t('search.placeholder')}
        className="field"
        onKeyDown={onKeyDown}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
      />
      <p id={`${id}-hint`} className="mt-2 text-[0.8125rem] text-pretty text-muted">
        {t('search.hint')}
      </p>
      <div id={`${id}-list`} role="listbox" aria-label={t('search.label')} className="search-list">
        {groups.map(({ title, choices: of }) => (
          <div key={title} role="group" aria-label={title}>
            <p aria-hidden className="px-3 pt-3 pb-1 text-[0.8125rem] text-muted">
              {title}
            </p>
            {of.map((choice) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field keeps the focus and has the keys
              <div
                key={choice.key}
                ref={choice.key === chosen?.key ? showChosen : undefined}
                id={`${id}-${choice.key}`}
                role="option"
                aria-selected={choice.key === chosen?.key}
                className="search-choice"
                onClick={() => open(choice)}
              >
                <span className="min-w-0 truncate font-medium">{choice.title}</span>
                <span className="search-detail">{choice.detail}</span>
              </div>
            ))}
          </div>
        ))}
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <output className="text-sm text-muted empty:hidden">{state}</output>
        {isFailed && (
          <Button variant="secondary" size="small" onClick={retry}>
            {t('ui.retry')}
          </Button>
        )}
      </div>
    </>
  );
}

function showChosen(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}
