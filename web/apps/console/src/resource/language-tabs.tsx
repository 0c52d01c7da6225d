import { LANGUAGE_NAMES, type Locale, LOCALES, useConsoleT } from '@touchline/i18n';
import type { KeyboardEvent, ReactNode } from 'react';
import './language-tabs.css';

/** `own` is the channel's language, in which the fields themselves are written. */
export type FormLanguage = 'own' | Locale;

/** The channel's own language first. */
export function formLanguages(own: Locale): readonly FormLanguage[] {
  return ['own', ...LOCALES.filter((locale) => locale !== own)];
}

interface LanguageTabsProps {
  readonly id: string;
  readonly own: Locale;
  readonly chosen: FormLanguage;
  /** Languages that lack a text. */
  readonly missing: ReadonlySet<FormLanguage>;
  readonly onChoose: (language: FormLanguage) => void;
  /** The texts in the chosen language. */
  readonly children: ReactNode;
}

/** One tab for each language, with a dot where a text is missing. */
export function LanguageTabs({ id, own, chosen, missing, onChoose, children }: LanguageTabsProps) {
  const t = useConsoleT();
  const languages = formLanguages(own);
  const tabId = (language: FormLanguage) => `${id}-tab-${language}`;
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = languages.indexOf(chosen);
    const next = step === undefined ? { Home: 0, End: languages.length - 1 }[event.key] : at + step;
    const language = next === undefined ? undefined : languages.at(next % languages.length);
    if (language === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onChoose(language);
    document.getElementById(tabId(language))?.focus();
  };
  return (
    <div>
      <div role="tablist" aria-label={t('resource.languages')} className="language-tabs">
        {languages.map((language) => {
          const locale = language === 'own' ? own : language;
          return (
            <button
              key={language}
              type="button"
              role="tab"
              id={tabId(language)}
              aria-selected={language === chosen}
              aria-controls={`${id}-texts`}
              tabIndex={language === chosen ? 0 : -1}
              className="language-tab"
              onClick={() => onChoose(language)}
              onKeyDown={move}
            >
              <span lang={locale}>{LANGUAGE_NAMES[locale]}</span>
              {missing.has(language) && (
                <>
                  <span aria-hidden className="language-tab-dot" />
                  <span className="sr-only">{t('resource.textMissing')}</span>
                </>
              )}
            </button>
          );
        })}
      </div>
      <div
        role="tabpanel"
        id={`${id}-texts`}
        aria-labelledby={tabId(chosen)}
        className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-b-card border border-t-0 border-line p-4 sm:p-5"
      >
        {children}
      </div>
    </div>
  );
}
