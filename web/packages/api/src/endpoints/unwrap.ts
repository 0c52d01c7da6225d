import { ApiError } from '../errors.ts';

interface Answered<Envelope> {
  data?: Envelope;
  response: Response;
}

type Enveloped<T> = Answered<{ data: T; meta: { total?: number } }>;

/** A part of a list, and how long the whole is. */
export interface Listed<T> {
  items: T[];
  total: number;
}

/** The `data` of an answer; errors never get here, the request layer rejects them. */
export async function unwrap<T>(answer: Promise<Enveloped<T>>): Promise<T> {
  return (await whole(answer)).data;
}

export async function unwrapList<T>(answer: Promise<Enveloped<T[]>>): Promise<Listed<T>> {
  const { data, meta } = await whole(answer);
  return { items: data, total: meta.total ?? data.length };
}

/** The answer with what is said about it; errors never get here. */
export async function whole<Envelope>(answer: Promise<Answered<Envelope>>): Promise<Envelope> {
  const { data, response } = await answer;
  if (data !== undefined) return data;
  const { status } = response;
  throw new ApiError({ status, message: 'empty answer', code: 'empty_answer', fields: {}, retryAfter: null });
}
