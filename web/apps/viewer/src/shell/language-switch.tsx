import { isLocale, LANGUAGE_NAMES, LOCALES, useLocale, useT } from '@touchline/i18n';
import { showToast } from '@touchline/ui';
import { useId } from 'react';
import { useAppContext } from '../channel/channel.ts';
import { setDocumentLocale } from '../localisation/set-document-locale.ts';

/** Only for channels that turned several languages on. */
export function LanguageSwitch() {
  const t = useT();
  const id = useId();
  const locale = useLocale();
  const { boot, connection } = useAppContext();
  if (!boot.bootstrap.settings.multi_language) return null;
  const choose = async (value: string) => {
    if (!isLocale(value)) return;
    if (await setDocumentLocale(value)) connection.stored.set('language', value);
    else showToast({ type: 'error', text: t('error.generic') });
  };
  return (
    <div className="mt-6 flex items-center gap-3">
      <label htmlFor={id} className="text-sm">
        {t('shell.language')}
      </label>
      <select
        id={id}
        value={locale}
        onChange={({ target }) => void choose(target.value)}
        className="min-h-10 rounded-field [font-family:system-ui] border border-control bg-body px-3 text-sm text-text"
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
