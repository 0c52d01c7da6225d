import { Link } from '@tanstack/react-router';
import type { OperatorChannel, TranslatedItem, TranslatedText } from '@touchline/api/console';
import { LANGUAGE_NAMES, type Locale, useConsoleT } from '@touchline/i18n';
import { Badge, Button, buttonClass, classNames } from '@touchline/ui';
import { useEffect, useRef, useState } from 'react';
import { readableHtml } from '../../resource/readable-html.ts';
import { shortened } from '../../resource/shortened.ts';
import { useOperator } from '../../session/session.ts';
import { formLink } from './form-link.ts';
import { sourceOf } from './names.ts';
import { TranslationEditor } from './translation-editor.tsx';
import { readUnsaved, type UnsavedTranslation } from './unsaved-translation.ts';

interface TranslationCellProps {
  readonly channel: OperatorChannel;
  readonly language: Locale;
  readonly item: TranslatedItem;
  readonly text: TranslatedText;
}

/** A translation with its way to change: plain text in place, rich text in the form of its thing. */
export function TranslationCell({ channel, language, item, text }: TranslationCellProps) {
  const t = useConsoleT();
  const place = { operator: useOperator()?.id ?? 0, channel: channel.id, item, field: text.field, language };
  // Opened by a click, or with what was not saved before a reload.
  const [edited, setEdited] = useState<'click' | UnsavedTranslation | null>(() =>
    text.is_html ? null : readUnsaved(place),
  );
  const button = useRef<HTMLButtonElement>(null);
  const wasEdited = useRef(false);
  useEffect(() => {
    // The focus was in the editor that is gone.
    if (!edited && wasEdited.current && document.activeElement === document.body) button.current?.focus();
    wasEdited.current = edited !== null;
  }, [edited]);
  const said = text.translations[language] ?? '';
  const source = sourceOf(item, text, channel.language);
  const named = {
    text: shortened(text.is_html ? readableHtml(source) : source, true, true),
    language: LANGUAGE_NAMES[language],
  };
  return (
    <div>
      <p className="text-sm text-muted">{LANGUAGE_NAMES[language]}</p>
      {edited ? (
        <TranslationEditor
          channel={channel}
          language={language}
          item={item}
          text={text}
          place={place}
          unsaved={edited === 'click' ? null : edited}
          onEnd={() => setEdited(null)}
        />
      ) : (
        <div className="flex items-start justify-between gap-3">
          {said === '' ? (
            <Badge>{t('languages.missing')}</Badge>
          ) : (
            <p
              lang={language}
              className={classNames(
                'translation-text min-w-0 flex-1 wrap-anywhere',
                text.is_html && 'translation-html',
              )}
            >
              {shortened(text.is_html ? readableHtml(said) : said, true, true)}
            </p>
          )}
          {text.is_html ? (
            <Link
              {...formLink(channel, item)}
              search={{ language }}
              aria-label={t('languages.openFormOf', named)}
              className={buttonClass('quiet', 'small', 'min-h-11 shrink-0')}
            >
              {t('languages.openForm')}
            </Link>
          ) : (
            <Button
              ref={button}
              variant="quiet"
              size="small"
              className="min-h-11 shrink-0"
              aria-label={t('languages.editOf', named)}
              onClick={() => setEdited('click')}
            >
              {t('languages.edit')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
