import { isLocale, type Locale } from '@touchline/i18n';

/** The search of a list. */
export interface ListSearch {
  readonly find?: string;
}

export function listSearch({ find }: Record<string, unknown>): ListSearch {
  return typeof find === 'string' && find !== '' ? { find } : {};
}

/** The earlier version to compare, and the language to begin with. */
export interface FormSearch {
  readonly version?: number;
  readonly language?: Locale;
}

export function formSearch({ version, language }: Record<string, unknown>): FormSearch {
  const number = Number(version);
  return {
    ...(Number.isInteger(number) && number > 0 && { version: number }),
    ...(isLocale(language) && { language }),
  };
}
