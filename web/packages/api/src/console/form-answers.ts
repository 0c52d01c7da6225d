import type { components, operations } from './schema.d.ts';
import { BASE, call, get, given, send } from './wire.ts';

type Schemas = components['schemas'];
type AnswersPage = operations['list_form_answers']['responses']['200']['content']['application/json'];

export type AnsweredForm = Schemas['AnsweredForm'];
export type FormAnswer = Schemas['FormAnswer'];
export type FormAnswersQuery = NonNullable<operations['list_form_answers']['parameters']['query']>;

const path = (channel: number, form: number) => `channels/${channel}/forms/${form}/answers`;

/** The forms with how many answers each has. */
export async function fetchAnsweredForms(channel: number, signal: AbortSignal): Promise<AnsweredForm[]> {
  return (await get<AnsweredForm[]>(`channels/${channel}/form-answers`, signal)).data;
}

/** A part of a form's answers, the newest first. */
export async function fetchFormAnswers(
  channel: number,
  form: number,
  query: FormAnswersQuery,
  signal: AbortSignal,
): Promise<AnswersPage> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- answers are as the server's document says
  return (await call(`${path(channel, form)}?${given(query)}`, signal)) as AnswersPage;
}

export async function fetchFormAnswer(
  channel: number,
  form: number,
  answer: number,
  signal: AbortSignal,
): Promise<FormAnswer> {
  return (await get<FormAnswer>(`${path(channel, form)}/${answer}`, signal)).data;
}

/** Where the same answers are as a file. */
export function formAnswersCsvUrl(channel: number, form: number, query: FormAnswersQuery): string {
  const asked = given(query);
  return `${BASE}${path(channel, form)}.csv${asked && `?${asked}`}`;
}

/** Returns how many were deleted. */
export async function deleteFormAnswer(channel: number, form: number, answer: number): Promise<number> {
  return (await send<Schemas['DeletedAnswers']>(`${path(channel, form)}/${answer}`, undefined, 'DELETE')).deleted;
}

/** Deletes this answer and all before it. Returns how many. */
export async function deleteFormAnswers(channel: number, form: number, until: number): Promise<number> {
  return (await send<Schemas['DeletedAnswers']>(`${path(channel, form)}?until=${until}`, undefined, 'DELETE')).deleted;
}
