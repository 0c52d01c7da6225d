import type { Settings } from '@touchline/api';
import { isLocale, type Locale } from '@touchline/i18n';

/** The channel's language; the visitor's own choice counts only where the channel offers a choice. */
export function chosenLocale(settings: Pick<Settings, 'language' | 'multi_language'>, stored: string | null): Locale {
  return settings.multi_language && isLocale(stored) ? stored : settings.language;
}
