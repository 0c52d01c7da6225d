import type { OperatorChannel, TranslatedItem, TranslatedText } from '@touchline/api/console';
import { type ConsoleTranslate, LANGUAGE_NAMES, type Locale, useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { type FormEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Field } from '../../forms/field.tsx';
import { saveProblems } from '../../resource/save-problems.ts';
import { isLine } from './names.ts';
import { forgetUnsaved, keepUnsaved, type TranslationPlace, type UnsavedTranslation } from './unsaved-translation.ts';
import { isGone, TranslationClash, useTranslation } from './use-translation.ts';

interface TranslationEditorProps {
  readonly channel: OperatorChannel;
  readonly language: Locale;
  readonly item: TranslatedItem;
  readonly text: TranslatedText;
  readonly place: TranslationPlace;
  /** From before a reload. */
  readonly unsaved: UnsavedTranslation | null;
  readonly onEnd: () => void;
}

/** A translation in place of itself, with Save and Cancel; Escape cancels. */
export function TranslationEditor({ channel, language, item, text, place, unsaved, onEnd }: TranslationEditorProps) {
  const t = useConsoleT();
  // Of when the editing began: a newer list must not hide that another operator changed the text meanwhile.
  const [{ was, version }] = useState(
    () => unsaved ?? { was: text.translations[language] ?? '', version: item.version },
  );
  const [typed, setTyped] = useState(unsaved?.typed ?? was);
  const input = useRef<HTMLTextAreaElement>(null);
  const end = () => {
    forgetUnsaved(place);
    onEnd();
  };
  const save = useTranslation({ channel, language, item, text }, end);
  const begin = useEffectEvent(() => {
    if (!unsaved) input.current?.focus();
  });
  useEffect(() => begin(), []);
  const clash = save.error instanceof TranslationClash ? save.error : null;
  const type = (value: string) => {
    const said = isLine(text.field) ? value.replaceAll(/\s*\n\s*/g, ' ') : value;
    setTyped(said);
    if (said === was) forgetUnsaved(place);
    else keepUnsaved(place, { typed: said, was, version });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    if (typed === was) end();
    else save.mutate({ text: typed, was, version });
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') end();
    if (event.key === 'Enter' && isLine(text.field)) {
      event.preventDefault();
      event.currentTarget.form?.requestSubmit();
    }
  };
  return (
    <form className="grid grid-cols-[minmax(0,1fr)] gap-2" noValidate onSubmit={submit}>
      <Field
        label={t('languages.translation', { language: LANGUAGE_NAMES[language] })}
        problem={save.error && !clash ? problemOf(save.error, t) : undefined}
      >
        {(wiring) => (
          <textarea
            {...wiring}
            ref={input}
            lang={language}
            rows={Math.min(10, 2 + Math.floor(text.text.length / 60))}
            value={typed}
            className="field h-auto py-2"
            onChange={({ currentTarget }) => type(currentTarget.value)}
            onKeyDown={press}
          />
        )}
      </Field>
      {clash && (
        <div role="alert" className="form-note">
          <p>
            {clash.by === null ? t('languages.clash') : t('languages.clashBy', { name: clash.by })}{' '}
            <q lang={language}>{clash.theirs || t('languages.clashEmpty')}</q>
          </p>
          <Button
            size="small"
            className="min-h-11"
            onClick={() => save.mutate({ text: typed, was: clash.theirs, version: clash.version })}
          >
            {t('languages.keepMine')}
          </Button>
          <Button
            variant="secondary"
            size="small"
            className="min-h-11"
            onClick={() => save.mutate({ text: clash.theirs, was: clash.theirs, version: clash.version })}
          >
            {t('languages.takeTheirs')}
          </Button>
        </div>
      )}
      {!clash && (
        <div className="flex gap-2">
          <Button type="submit" size="small" className="min-h-11" disabled={save.isPending}>
            {t('languages.save')}
          </Button>
          <Button variant="secondary" size="small" className="min-h-11" onClick={end}>
            {t('languages.cancel')}
          </Button>
        </div>
      )}
    </form>
  );
}

function problemOf(error: Error, t: ConsoleTranslate): string {
  if (isGone(error)) return t('languages.gone');
  return saveProblems(error, t)[0]?.text ?? t('languages.saveFailed');
}
