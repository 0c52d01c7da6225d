import type { FieldProblem } from './types.ts';

const MESSAGES = {
  cancelled: 'request cancelled',
  timeout: 'request timed out',
  network: 'network failure',
  // The specification spells it this way, and outside checks look for it.
  no_api_key: 'No chanel or api key found',
} as const;

/** The code of every call while the channel is paused. */
export const CHANNEL_PAUSED = 'channel_paused';

/** A request that got no answer at all. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: keyof typeof MESSAGES;

  constructor(code: keyof typeof MESSAGES, options?: ErrorOptions) {
    super(MESSAGES[code], options);
    this.code = code;
  }
}

/** The sentences by field; which fields there are is all that the client reads of them. */
type FieldErrors = Readonly<Record<string, unknown>>;

interface Problem {
  status: number;
  message: string;
  code: string;
  fields: FieldErrors;
  problems?: readonly FieldProblem[];
  factors?: readonly string[];
  conflict?: unknown;
  retryAfter: number | null;
}

/** An answer that the client does not take: an error of the server, or a success other than 200. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Machine word of the server. */
  readonly code: string;
  readonly fields: FieldErrors;
  /** The same as codes with their numbers, to be said in the language of the page. */
  readonly problems: readonly FieldProblem[];
  /** What a login of the console can be finished with, where the password alone does not do. */
  readonly factors: readonly string[];
  /** Of a write with an old version: the newest version, its author and time. */
  readonly conflict: unknown;
  /** Seconds to wait, where the server says so. */
  readonly retryAfter: number | null;

  constructor({ status, message, code, fields, problems = [], factors = [], conflict, retryAfter }: Problem) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.problems = problems;
    this.factors = factors;
    this.conflict = conflict;
    this.retryAfter = retryAfter;
  }
}

/** Cancelled requests are no error: callers drop them silently. */
export function isCancelled(error: unknown): boolean {
  return error instanceof RequestError && error.code === 'cancelled';
}

/** Only a refusal counts: an overloaded server sends 503, which must not log the member out. */
export function isKeyError(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500 || error.status === 429) return false;
  return 'api_key' in error.fields || 'channel_key' in error.fields;
}
