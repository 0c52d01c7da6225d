import { ApiError } from '@touchline/api/console';

/** Whether the channel is closed to the operator until they have set up a second factor. */
export function needsFactor(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'second_factor_required';
}
