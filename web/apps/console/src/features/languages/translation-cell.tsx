import { Link } from '@tanstack/react-router';
import type { OperatorChannel, TranslatedItem, TranslatedText } from '@touchline/api/console';
import { LANGUAGE_NAMES, type Locale, useConsoleT } from '@touchline/i18n';
import { Badge, Button, buttonClass, classNames } from '@touchline/ui';
import { useState } from 'react';
import { readableHtml } from '../../resource/readable-html.ts';
import { shortened } from '../../resource/shortened.ts';
import { formLink } from './form-link.ts';
import { TranslationEditor } from './translation-editor.tsx';

interface TranslationCellProps {
  readonly channel: OperatorChannel;
  readonly language: Locale;
  readonly item: TranslatedItem;
  readonly text: TranslatedText;
}

/** A translation with its way to change: plain text in place, rich text in the form of its thing. */
export function TranslationCell({ channel, language, item, text }: TranslationCellProps) {
  const t = useConsoleT();
  const [isEdited, setIsEdited] = useState(false);
  const said = text.translations[language] ?? '';
  const named = {
    text: shortened(text.is_html ? readableHtml(text.text) : text.text, true, true),
    language: LANGUAGE_NAMES[language],
  };
  return (
    <div>
      <p className="text-sm text-muted">{LANGUAGE_NAMES[language]}</p>
      {isEdited ? (
        <TranslationEditor
          channel={channel}
          language={language}
          item={item}
          text={text}
          onEnd={() => setIsEdited(false)}
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
              variant="quiet"
              size="small"
              className="min-h-11 shrink-0"
              aria-label={t('languages.editOf', named)}
              onClick={() => setIsEdited(true)}
            >
              {t('languages.edit')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
