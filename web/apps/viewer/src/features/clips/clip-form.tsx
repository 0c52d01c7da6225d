import type { ClipAudience } from '@touchline/api';
import { formatNumber, useClipT, useLocale } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { Lock } from 'lucide-react';
import { type SyntheticEvent, useId } from 'react';
import type { Stretch } from './range.ts';
import { type ClipDraft, type ClipProblems, MAX_NAME } from './clip-draft.ts';
import { audienceMessage } from './clip-messages.ts';
import { TagField } from './tag-field.tsx';
import { TimeField } from './time-field.tsx';

interface ClipFormProps {
  readonly eventId: number;
  /** The audience of the clip in its present range; undefined before the first answer. */
  readonly audience: ClipAudience | undefined;
  readonly draft: ClipDraft;
  readonly problems: ClipProblems;
  readonly saving: boolean;
  readonly onChange: (change: Partial<ClipDraft>) => void;
  /** Times that were written are taken as they are: what is wrong with them is said. */
  readonly onRange: (range: Stretch) => void;
  readonly onSave: () => void;
}

const WRONG = '[aria-invalid="true"], fieldset[aria-describedby] :is(button, input)';

/** The clip in words and numbers. */
export function ClipForm({ eventId, audience, draft, problems, saving, onChange, onRange, onSave }: ClipFormProps) {
  const t = useClipT();
  const locale = useLocale();
  const id = useId();
  const { range, name, tags, isPublic } = draft;
  const about = (field: keyof ClipProblems) => (problems[field] === undefined ? undefined : `${id}-${field}`);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    onSave();
    // What is wrong may be out of sight, behind the button that was pressed.
    requestAnimationFrame(() => form.querySelector<HTMLElement>(WRONG)?.focus());
  };
  const length = Math.round(Math.max(0, range.end - range.start) * 10) / 10;
  return (
    <form noValidate className="clip-form" onSubmit={submit}>
      <div>
        <div className="clip-times">
          <TimeField
            label={t('clip.start')}
            value={range.start}
            onChange={(start) => onRange({ ...range, start })}
            describedBy={about('range')}
          />
          <TimeField
            label={t('clip.end')}
            value={range.end}
            onChange={(end) => onRange({ ...range, end })}
            describedBy={about('range')}
          />
          <div className="clip-field">
            <span>{t('clip.length')}</span>
            <output className="clip-length">{t('clip.seconds', { seconds: formatNumber(length, locale) })}</output>
          </div>
        </div>
        <Problem id={about('range')} text={problems.range} />
      </div>
      <div className="clip-field">
        <label htmlFor={`${id}-own-name`}>{t('clip.name')}</label>
        <input
          id={`${id}-own-name`}
          className="clip-input"
          maxLength={MAX_NAME}
          autoComplete="off"
          value={name}
          aria-invalid={problems.name !== undefined}
          aria-describedby={about('name')}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <Problem id={about('name')} text={problems.name} />
      </div>
      <TagField
        eventId={eventId}
        tags={tags}
        onChange={(chosen) => onChange({ tags: chosen })}
        problem={problems.tags}
      />
      <label className="clip-check">
        <input type="checkbox" checked={isPublic} onChange={({ target }) => onChange({ isPublic: target.checked })} />
        <span>
          {t('clip.public')}
          <small>{t('clip.publicText')}</small>
        </span>
      </label>
      <div className="clip-save">
        {/* Beside the button, which stays in sight on a phone while the form moves. */}
        <AudienceNote audience={audience} />
        <Problem id={about('clip')} text={problems.clip} />
        <Button type="submit" size="large" disabled={saving}>
          {saving ? t('clip.saving') : t('clip.save')}
        </Button>
      </div>
    </form>
  );
}

/** Before the clip is cut: how many public seconds are left, and whether this clip fits. */
function AudienceNote({ audience }: Pick<ClipFormProps, 'audience'>) {
  const t = useClipT();
  const locale = useLocale();
  const formatSeconds = (seconds: number) => formatNumber(Math.floor(seconds * 10) / 10, locale);
  const words = audience && audienceMessage(audience, formatSeconds, t);
  // There from the start, so that what is said later is heard.
  return (
    <p role="status" className="clip-audience" data-limited={audience?.audience === 'access'} hidden={!words}>
      {audience?.audience === 'access' && <Lock aria-hidden size={16} />}
      <span>{words}</span>
    </p>
  );
}

function Problem({ id, text }: { readonly id: string | undefined; readonly text: string | undefined }) {
  // There from the start, so that what is said later is heard.
  return (
    <p id={id} role="alert" className="clip-problem">
      {text}
    </p>
  );
}
