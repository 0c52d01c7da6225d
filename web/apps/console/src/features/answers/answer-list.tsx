import { useInfiniteQuery } from '@tanstack/react-query';
import { type AnsweredForm, formAnswersCsvUrl, type OperatorChannel } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { Button, buttonClass, EmptyState } from '@touchline/ui';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { periodQuery, type PeriodSearch } from '../../forms/period-search.ts';
import { ListFrame } from '../../lists/list-frame.tsx';
import { localTime } from '../../localisation/local-time.ts';
import { AnswerRow } from './answer-row.tsx';
import { answersQuery } from './answers-queries.ts';
import { DeleteAnswersSheet } from './delete-answers-sheet.tsx';

interface AnswerListProps {
  readonly channel: OperatorChannel;
  readonly form: AnsweredForm;
  readonly search: PeriodSearch;
}

/** The answers, the newest first, as a file too, and the way to delete all of them. */
export function AnswerList({ channel, form, search }: AnswerListProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const [asking, setAsking] = useState(false);
  const query = useInfiniteQuery(answersQuery(channel.id, form.id, search));
  const pages = query.data?.pages ?? [];
  const answers = pages.flatMap((page) => page.data);
  const timeZone = pages[0]?.meta.time_zone ?? 'UTC';
  const isNarrowed = Object.keys(search).length > 0;
  const searchedUntil = pages.at(-1)?.meta.searched_until;
  const searched = typeof searchedUntil === 'number' && (
    <output className="mt-4 block text-sm text-muted">
      {t('answers.searched', { time: localTime(searchedUntil, locale, timeZone) })}
    </output>
  );
  const [newest] = answers;
  const empty = (
    <>
      <EmptyState
        title={t(isNarrowed ? 'answers.nothing' : 'answers.empty')}
        text={t(isNarrowed ? 'answers.nothingText' : 'answers.emptyText')}
      />
      {searched}
    </>
  );
  return (
    <ListFrame
      query={query}
      error={t('answers.error')}
      empty={!newest && empty}
      more={t(searched ? 'answers.searchOlder' : 'audit.more')}
    >
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm text-muted">
        <p>{t('audit.zone', { zone: timeZone })}</p>
        <div className="flex flex-wrap gap-2">
          <a
            href={formAnswersCsvUrl(channel.id, form.id, periodQuery(search))}
            download
            title={t('answers.exportHint')}
            className={buttonClass('secondary', 'small', 'min-h-11')}
          >
            <Download aria-hidden size={16} />
            {t('audit.export')}
          </a>
          {/* Of a filtered list only a part would be shown, and all of them deleted. */}
          {!isNarrowed && channel.may.includes('delete_form_answers') && (
            <Button
              size="small"
              variant="secondary"
              className="min-h-11"
              aria-haspopup="dialog"
              onClick={() => setAsking(true)}
            >
              {t('answers.deleteAll')}
            </Button>
          )}
        </div>
      </div>
      <ul aria-label={t('answers.list')} className="list">
        {answers.map((answer) => (
          <AnswerRow
            key={answer.id}
            channel={channel}
            form={form}
            search={search}
            answer={answer}
            timeZone={timeZone}
          />
        ))}
      </ul>
      {searched}
      <DeleteAnswersSheet
        channel={channel.id}
        form={form}
        which={{ until: newest?.id ?? 0 }}
        open={asking}
        onClose={() => setAsking(false)}
      />
    </ListFrame>
  );
}
