import { isLocale, LANGUAGE_NAMES, LOCALES, useConsoleT, useLocale } from '@touchline/i18n';
import { showToast } from '@touchline/ui';
import { useId } from 'react';
import { chooseLocale } from './language.ts';

export function LanguageSelect() {
  const t = useConsoleT();
  const id = useId();
  const locale = useLocale();
  const change = (value: string) => {
    if (isLocale(value)) chooseLocale(value).catch(() => showToast({ type: 'error', text: t('error.generic') }));
  };
  return (
    <div className="flex items-center justify-between gap-3 px-3 py-1.5">
      <label htmlFor={id} className="text-sm">
        {t('shell.language')}
      </label>
      <select
        id={id}
        value={locale}
        onChange={({ target }) => change(target.value)}
        className="min-h-9 rounded-field border border-control bg-body px-2 text-sm text-text"
      >
        {LOCALES.map((code) => (
          <option key={code} value={code} lang={code}>
            {LANGUAGE_NAMES[code]}
          </option>
        ))}
      </select>
    </div>
  );
}
