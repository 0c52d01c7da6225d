import { ApiError } from '../errors.ts';

interface Enveloped<T> {
  data?: { data: T; meta: { total?: number } };
  response: Response;
}

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

async function whole<T>(answer: Promise<Enveloped<T>>) {
  const { data, response } = await answer;
  if (data !== undefined) return data;
  const { status } = response;
  throw new ApiError({ status, message: 'empty answer', code: 'empty_answer', fields: {}, retryAfter: null });
}
