import { ApiError } from '../errors.ts';

interface Enveloped<T> {
  data?: { data: T };
  response: Response;
}

/** The `data` of an answer; errors never get here, the request layer rejects them. */
export async function unwrap<T>(answer: Promise<Enveloped<T>>): Promise<T> {
  const { data, response } = await answer;
  if (data !== undefined) return data.data;
  const { status } = response;
  throw new ApiError({ status, message: 'empty answer', code: 'empty_answer', fields: {}, retryAfter: null });
}
