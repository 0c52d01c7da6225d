/** The search of a list. */
export interface ListSearch {
  readonly find?: string;
}

export function listSearch({ find }: Record<string, unknown>): ListSearch {
  return typeof find === 'string' && find !== '' ? { find } : {};
}

/** The earlier version to compare. */
export interface FormSearch {
  readonly version?: number;
}

export function formSearch({ version }: Record<string, unknown>): FormSearch {
  const number = Number(version);
  return Number.isInteger(number) && number > 0 ? { version: number } : {};
}
