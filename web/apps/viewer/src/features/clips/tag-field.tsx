import { type Connection, fetchClipTags } from '@touchline/api';
import { useClipT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { useCallback, useId, useState } from 'react';
import { useLoaded } from '../../loading/use-loaded.ts';
import { addTags, hasTag, MAX_TAG, toggleTag } from './tags.ts';

interface TagFieldProps {
  readonly eventId: number;
  readonly tags: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
  readonly problem: string | undefined;
}

/** The usual tags of the sport to press, and a place for others. */
export function TagField({ eventId, tags, onChange, problem }: TagFieldProps) {
  const t = useClipT();
  const id = useId();
  const [typed, setTyped] = useState('');
  const load = useCallback(
    (connection: Connection, signal: AbortSignal) => fetchClipTags(connection, eventId, signal),
    [eventId],
  );
  // Without the usual ones there are still one's own.
  const usual = useLoaded(load).data ?? [];
  const offered = [...usual, ...tags.filter((tag) => !hasTag(usual, tag))];
  const add = () => {
    onChange(addTags(tags, typed));
    setTyped('');
  };
  return (
    <fieldset className="clip-field" aria-describedby={problem === undefined ? undefined : `${id}-problem`}>
      <legend>{t('clip.tags')}</legend>
      {offered.length > 0 && (
        <div className="clip-tags">
          {offered.map((tag) => (
            <button
              key={tag}
              type="button"
              className="clip-tag"
              aria-pressed={hasTag(tags, tag)}
              onClick={() => onChange(toggleTag(tags, tag))}
            >
              {tag}
            </button>
          ))}
        </div>
      )}
      <div className="clip-own-tag">
        <input
          aria-label={t('clip.ownTag')}
          placeholder={t('clip.ownTag')}
          className="clip-input"
          maxLength={MAX_TAG}
          autoComplete="off"
          enterKeyHint="done"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== ',') return;
            event.preventDefault();
            add();
          }}
          onBlur={add}
        />
        <Button variant="secondary" disabled={typed.trim() === ''} onClick={add}>
          {t('clip.addTag')}
        </Button>
      </div>
      {problem !== undefined && (
        <p id={`${id}-problem`} className="clip-problem">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
