import { Link } from '@tanstack/react-router';
import type { AnsweredForm, FormAnswer, OperatorChannel } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { rowProps } from '../../lists/list-row.ts';
import type { PeriodSearch } from '../../forms/period-search.ts';
import { localTime } from '../../localisation/local-time.ts';
import { answerValues } from './answer-values.ts';
import '../../resource/resource-row.css';

interface AnswerRowProps {
  readonly channel: OperatorChannel;
  readonly form: AnsweredForm;
  readonly search: PeriodSearch;
  readonly answer: FormAnswer;
  readonly timeZone: string;
}

/** When it came, and how it begins. */
export function AnswerRow({ channel, form, search, answer, timeZone }: AnswerRowProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const said = answerValues(form, answer, t).filter(({ text }) => text !== '');
  return (
    <li className="resource-row" {...rowProps(answer.id)}>
      <div className="min-w-0 flex-1">
        <Link
          to="/$channel/answers/$form/$answer"
          params={{ channel: channel.alias, form: String(form.id), answer: String(answer.id) }}
          search={search}
          className="resource-link tabular-nums"
        >
          <time dateTime={new Date(answer.at * 1000).toISOString()}>{localTime(answer.at, locale, timeZone)}</time>
        </Link>
        <p className="line-clamp-2 text-sm wrap-anywhere text-muted">
          {said.map(({ label, text }) => `${label}: ${text}`).join(' · ')}
        </p>
      </div>
    </li>
  );
}
