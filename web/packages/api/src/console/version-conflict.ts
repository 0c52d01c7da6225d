import { ApiError } from '../errors.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface VersionConflict {
  /** The item as it is now; null once it was removed. */
  readonly current: (Fields & { readonly version: number }) | null;
  readonly changedBy: string | null;
  /** Seconds since 1970. */
  readonly changedAt: number | null;
}

/** What a save met that somebody else was faster than; null where it failed for another reason. */
export function versionConflict(error: unknown): VersionConflict | null {
  if (!(error instanceof ApiError) || error.code !== 'version_conflict' || !isObject(error.conflict)) return null;
  const { current, changed_by: by, changed_at: at } = error.conflict;
  return {
    current:
      isObject(current) && typeof current['version'] === 'number' ? { ...current, version: current['version'] } : null,
    changedBy: typeof by === 'string' ? by : null,
    changedAt: typeof at === 'number' ? at : null,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
