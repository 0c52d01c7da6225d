import type { Boot } from '@touchline/api';
import type { Locale } from '@touchline/i18n';
import { allLocalised, textsOf } from './localised.ts';

/** One for each start-up and language, so that comparisons by identity hold. */
const made = new WeakMap<Boot, Map<Locale, Boot>>();

/** Start-up data with the words of the channel in the interface language. */
export function localisedBoot(boot: Boot, locale: Locale): Boot {
  const byLocale = made.get(boot) ?? new Map<Locale, Boot>();
  made.set(boot, byLocale);
  const found = byLocale.get(locale) ?? localise(boot, locale);
  byLocale.set(locale, found);
  return found;
}

function localise(boot: Boot, locale: Locale): Boot {
  const { bootstrap } = boot;
  const { menu, settings } = bootstrap;
  return {
    ...boot,
    bootstrap: {
      ...bootstrap,
      event_categories: allLocalised(bootstrap.event_categories, locale),
      faq: allLocalised(bootstrap.faq, locale),
      menu: { ...menu, links: allLocalised(menu.links, locale) },
      pages: allLocalised(bootstrap.pages, locale),
      slides: allLocalised(bootstrap.slides, locale),
      settings: {
        ...settings,
        ...textsOf(settings, locale),
        static_blocks: allLocalised(settings.static_blocks, locale),
      },
    },
  };
}
