import { Link } from '@tanstack/react-router';
import type { OperatorChannel, TextItem } from '@touchline/api/console';
import { LANGUAGE_NAMES, LOCALES, useConsoleT } from '@touchline/i18n';
import { Badge } from '@touchline/ui';
import { useId } from 'react';
import { rowProps } from '../../lists/list-row.ts';
import { TEXT_KIND_NAMES } from '../../localisation/text-kinds.ts';
import { defaultText } from './texts.ts';
import '../../resource/resource-row.css';
import '../../lists/list.css';

interface TextRowsProps {
  readonly channel: OperatorChannel;
  readonly title: string;
  readonly rows: readonly TextItem[];
}

/** Texts of one group, each with what it says now and whether that is the channel's own. */
export function TextRows({ channel, title, rows }: TextRowsProps) {
  const t = useConsoleT();
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-8 max-w-[56rem]">
      <h2 id={id} className="text-xl leading-7">
        {title}
      </h2>
      <ul className="list mt-3">
        {rows.map((row) => {
          const field = row.is_mail ? 'subject' : 'text';
          const own = LOCALES.filter((language) => Object.keys(row.translations[language] ?? {}).length > 0);
          return (
            <li key={row.id} className="resource-row" {...rowProps(row.id)}>
              <div className="min-w-0 flex-1">
                <Link
                  to="/$channel/texts/$text"
                  params={{ channel: channel.alias, text: row.kind }}
                  search={{}}
                  className="resource-link"
                >
                  {t(TEXT_KIND_NAMES[row.kind])}
                </Link>
                <p lang={channel.language} className="truncate text-sm text-muted">
                  {row.translations[channel.language]?.[field] ?? defaultText(row, channel.language, field)}
                </p>
              </div>
              {own.length === 0 ? (
                <span className="text-sm text-muted">{t('texts.default')}</span>
              ) : (
                <Badge>
                  {t('texts.own', { languages: own.map((language) => LANGUAGE_NAMES[language]).join(', ') })}
                </Badge>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
