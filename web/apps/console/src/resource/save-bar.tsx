import { useConsoleT, useLocale } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { sinceTime } from '../localisation/local-time.ts';
import './resource-form.css';

interface SaveBarProps {
  /** The id of the form. */
  readonly form: string;
  readonly isSaving: boolean;
  readonly isUnsaved: boolean;
  readonly isNew: boolean;
  /** The item was removed. */
  readonly isClosed: boolean;
  /** Milliseconds. */
  readonly savedAt: number | undefined;
  readonly failure: string | null;
  readonly onDiscard: () => void;
}

/** The Save button, always in sight, with the state of the draft. */
export function SaveBar({ form, isSaving, isUnsaved, isNew, isClosed, savedAt, failure, onDiscard }: SaveBarProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const state = () => {
    if (isSaving) return t('resource.saving');
    if (isUnsaved) return t('resource.unsaved');
    return savedAt === undefined
      ? ''
      : t('resource.saved', { time: sinceTime(savedAt / 1000, new Date(savedAt), locale) });
  };
  return (
    <div ref={measured} className="save-bar">
      <Button type="submit" form={form} aria-keyshortcuts="Control+S Meta+S" className="min-h-11" disabled={isClosed}>
        {t('resource.save')}
      </Button>
      <output className="text-sm text-muted tabular-nums">{state()}</output>
      {isUnsaved && !isSaving && !isNew && !isClosed && (
        <Button variant="quiet" size="small" className="ms-auto min-h-11" onClick={onDiscard}>
          {t('resource.discard')}
        </Button>
      )}
      {failure !== null && (
        <p role="alert" className="basis-full text-sm text-pretty text-danger">
          {failure}
        </p>
      )}
    </div>
  );
}

/** Toasts stand above the bar, whose height depends on what it says. */
function measured(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--save-bar', `${bar.offsetHeight}px`));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--save-bar');
  };
}
