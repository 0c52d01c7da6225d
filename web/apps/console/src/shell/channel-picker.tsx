import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { type KeyboardEvent, useId, useState } from 'react';
import { channelChoices, MAX_WITHOUT_FIELD } from './channel-choices.ts';
import { ChannelMark } from './channel-mark.tsx';
import './search/search.css';

interface ChannelPickerProps {
  readonly channels: readonly OperatorChannel[];
  readonly chosen: OperatorChannel;
  readonly onChoose: (channel: OperatorChannel) => void;
}

/** The operator's channels; with a field to find one where there are many. */
export function ChannelPicker({ channels, chosen, onChoose }: ChannelPickerProps) {
  const t = useConsoleT();
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(() => channels.indexOf(chosen));
  const found = channelChoices(channels, text);
  const active = found[Math.min(at, found.length - 1)];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      setAt((Math.min(at, found.length - 1) + step + found.length) % found.length);
    } else if (event.key === 'Enter' && active && !event.nativeEvent.isComposing) onChoose(active);
    else return;
    event.preventDefault();
  };
  const hasField = channels.length > MAX_WITHOUT_FIELD;
  const activeId = active && `${id}-${active.id}`;
  return (
    <>
      {hasField && (
        <input
          type="search"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the panel is opened to choose
          autoFocus
          role="combobox"
          aria-label={t('console.findChannel')}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          value={text}
          maxLength={100}
          autoComplete="off"
          className="field mb-1"
          onKeyDown={onKeyDown}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setAt(0);
          }}
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the field has the focus where there is one */}
      <div
        ref={hasField ? undefined : focusNow}
        id={`${id}-list`}
        role="listbox"
        aria-label={t('console.channel')}
        tabIndex={hasField ? undefined : 0}
        aria-activedescendant={hasField ? undefined : activeId}
        className="search-list"
        onKeyDown={hasField ? undefined : onKeyDown}
      >
        {found.map((channel) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the list has the focus and the keys
          <div
            key={channel.id}
            ref={channel === active ? showActive : undefined}
            id={`${id}-${channel.id}`}
            role="option"
            aria-selected={channel === active}
            className="search-choice justify-start!"
            onClick={() => onChoose(channel)}
          >
            <ChannelMark channel={channel} />
            <span className="min-w-0 truncate font-medium">{channel.name}</span>
          </div>
        ))}
      </div>
      <output className="px-3 text-sm text-muted empty:hidden">
        {found.length === 0 && t('console.noSuchChannel')}
      </output>
    </>
  );
}

function focusNow(list: HTMLElement | null): void {
  list?.focus();
}

function showActive(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}
