import { fieldProblems, type WebhookItem } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { useId } from 'react';
import { fieldProblem } from '../../forms/field-problem.ts';
import { TextField, VERBATIM } from '../../forms/text-field.tsx';
import { EVENT_NAMES, EVENTS } from './webhook-words.ts';

/** What an operator says of a webhook. */
export type WebhookDraft = Pick<WebhookItem, 'url' | 'description' | 'events' | 'is_on'>;

interface WebhookFieldsProps {
  readonly draft: WebhookDraft;
  readonly error: Error | null;
  readonly onChange: (change: Partial<WebhookDraft>) => void;
}

/** Whether the error stands at one of these fields. */
export function hasFieldProblem(error: Error | null): boolean {
  return ['url', 'description', 'events'].some((field) => fieldProblems(error, field).length > 0);
}

export function WebhookFields({ draft, error, onChange }: WebhookFieldsProps) {
  const t = useConsoleT();
  const id = useId();
  const noEvent = fieldProblem(error, 'events', t);
  const choose = (event: (typeof EVENTS)[number], isChosen: boolean) =>
    onChange({ events: isChosen ? [...draft.events, event] : draft.events.filter((one) => one !== event) });
  return (
    <>
      <TextField
        {...VERBATIM}
        name="url"
        type="url"
        inputMode="url"
        label={t('webhooks.url')}
        hint={t('webhooks.urlHint')}
        problem={fieldProblem(error, 'url', t)}
        required
        value={draft.url}
        autoComplete="off"
        maxLength={2000}
        placeholder="https://"
        onChange={({ currentTarget }) => onChange({ url: currentTarget.value })}
      />
      <TextField
        name="description"
        label={t('webhooks.description')}
        hint={t('webhooks.descriptionHint')}
        problem={fieldProblem(error, 'description', t)}
        value={draft.description}
        autoComplete="off"
        maxLength={120}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
      <fieldset aria-describedby={noEvent && `${id}-events`} className="grid gap-1">
        <legend className="mb-1 text-sm font-medium">{t('webhooks.events')}</legend>
        {EVENTS.map((event) => (
          <label key={event} className="flex min-h-11 items-center gap-3 sm:min-h-9">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-accent"
              checked={draft.events.includes(event)}
              onChange={({ currentTarget }) => choose(event, currentTarget.checked)}
            />
            <span>
              {t(EVENT_NAMES[event])} <code className="text-[0.8125rem] text-muted">{event}</code>
            </span>
          </label>
        ))}
        {noEvent && (
          <p id={`${id}-events`} role="alert" className="text-sm text-danger">
            {t('webhooks.noEvent')}
          </p>
        )}
      </fieldset>
      <label className="flex min-h-11 items-center gap-3 sm:min-h-9">
        <input
          type="checkbox"
          role="switch"
          aria-checked={draft.is_on}
          className="size-5 shrink-0 accent-accent"
          checked={draft.is_on}
          onChange={({ currentTarget }) => onChange({ is_on: currentTarget.checked })}
        />
        {t('webhooks.isOn')}
      </label>
    </>
  );
}
