import { ApiError } from '../errors.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface VersionConflict {
  /** The newest version; null if the item was removed. */
  readonly current: (Fields & { readonly version: number }) | null;
  readonly changedBy: string | null;
  /** Seconds since 1970. */
  readonly changedAt: number | null;
}

/** The conflict of a refused write; null for other errors. */
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
