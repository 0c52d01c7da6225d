import { useInfiniteQuery } from '@tanstack/react-query';
import { type AnsweredForm, formAnswersCsvUrl, type OperatorChannel } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { Button, buttonClass, EmptyState, ErrorState } from '@touchline/ui';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { periodQuery, type PeriodSearch } from '../../forms/period-search.ts';
import { localTime } from '../../localisation/local-time.ts';
import { RowsSkeleton } from '../../resource/rows-skeleton.tsx';
import { AnswerRow } from './answer-row.tsx';
import { answersQuery } from './answers-queries.ts';
import { DeleteAnswersSheet } from './delete-answers-sheet.tsx';
import '../../lists/list.css';

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
  const { data, isPending, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useInfiniteQuery(answersQuery(channel.id, form.id, search));
  if (isPending) return <RowsSkeleton />;
  if (!data) {
    return (
      <div className="mt-6">
        <ErrorState text={t('answers.error')} onRetry={() => void refetch()} />
      </div>
    );
  }
  const answers = data.pages.flatMap((page) => page.data);
  const timeZone = data.pages[0]?.meta.time_zone ?? 'UTC';
  const isNarrowed = Object.keys(search).length > 0;
  const searched = data.pages.at(-1)?.meta.searched_until;
  const more = (
    <>
      {typeof searched === 'number' && (
        <output className="mt-4 block text-sm text-muted">
          {t('answers.searched', { time: localTime(searched, locale, timeZone) })}
        </output>
      )}
      {isFetchNextPageError && (
        <p role="alert" className="mt-4 text-sm text-danger">
          {t('audit.moreError')}
        </p>
      )}
      {hasNextPage && (
        <Button variant="secondary" className="mt-4" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t(typeof searched === 'number' ? 'answers.searchOlder' : 'audit.more')}
        </Button>
      )}
    </>
  );
  const [newest] = answers;
  if (!newest) {
    return (
      <div className="mt-6">
        <EmptyState
          title={t(isNarrowed ? 'answers.nothing' : 'answers.empty')}
          text={t(isNarrowed ? 'answers.nothingText' : 'answers.emptyText')}
        />
        {more}
      </div>
    );
  }
  return (
    <>
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
      {more}
      <DeleteAnswersSheet
        channel={channel.id}
        form={form}
        which={{ until: newest.id }}
        open={asking}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
