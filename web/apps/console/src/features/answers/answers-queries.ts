import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { fetchAnsweredForms, fetchFormAnswer, fetchFormAnswers } from '@touchline/api/console';
import { periodQuery, type PeriodSearch } from '../../forms/period-search.ts';

/** Of the lists, which change when an answer is deleted. */
export const answersKey = (channel: number) => ['answers', channel] as const;

export function answeredFormsQuery(channel: number) {
  return queryOptions({
    queryKey: [...answersKey(channel), 'forms'],
    queryFn: ({ signal }) => fetchAnsweredForms(channel, signal),
  });
}

/** The answers to a form, a part at a time. */
export function answersQuery(channel: number, form: number, search: PeriodSearch) {
  const query = periodQuery(search);
  return infiniteQueryOptions({
    queryKey: [...answersKey(channel), form, query],
    queryFn: async ({ signal, pageParam }) =>
      fetchFormAnswers(channel, form, { ...query, ...(pageParam !== null && { cursor: pageParam }) }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ meta }) => meta.next,
  });
}

export function answerQuery(channel: number, form: number, answer: number) {
  return queryOptions({
    queryKey: ['answer', channel, form, answer],
    queryFn: ({ signal }) => fetchFormAnswer(channel, form, answer, signal),
  });
}
