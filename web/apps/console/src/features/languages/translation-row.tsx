import type { OperatorChannel, TranslatedItem, TranslatedText } from '@touchline/api/console';
import { LANGUAGE_NAMES, type Locale, useConsoleT } from '@touchline/i18n';
import { classNames } from '@touchline/ui';
import { readableHtml } from '../../resource/readable-html.ts';
import { shortened } from '../../resource/shortened.ts';
import { fieldName, itemName, kindName, sourceOf } from './names.ts';
import { TranslationCell } from './translation-cell.tsx';

interface TranslationRowProps {
  readonly channel: OperatorChannel;
  readonly languages: readonly Locale[];
  readonly item: TranslatedItem;
  readonly text: TranslatedText;
}

/** A text and where it is, beside its translations. */
export function TranslationRow({ channel, languages, item, text }: TranslationRowProps) {
  const t = useConsoleT();
  return (
    <li className="translation-row">
      <div>
        <p className="text-sm text-muted">
          {[kindName(item.kind, t), itemName(item, t), fieldName(text.field, t)].join(' · ')}
        </p>
        <p lang={channel.language} className={classNames('translation-text', text.is_html && 'translation-html')}>
          <span className="sr-only">{LANGUAGE_NAMES[channel.language]}: </span>
          {shownText(sourceOf(item, text, channel.language), text.is_html)}
        </p>
      </div>
      {languages.map((language) => (
        <TranslationCell key={language} channel={channel} language={language} item={item} text={text} />
      ))}
    </li>
  );
}

/** Long texts are shown by their beginning. */
function shownText(text: string, isHtml: boolean): string {
  return shortened(isHtml ? readableHtml(text) : text, true, true);
}
