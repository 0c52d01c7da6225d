import { type Profile, updateProfile } from '@touchline/api';
import { isLocale, LANGUAGE_NAMES, LOCALES, useAccountT, useLocale } from '@touchline/i18n';
import { showToast } from '@touchline/ui';
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { useAppContext } from '../../channel/channel.ts';
import { useSession } from '../../session/session.ts';
import { setDocumentLocale } from '../../localisation/set-document-locale.ts';
import { AccountForm } from '../../account-forms/account-form.tsx';
import { nameRule, optional } from '../../account-forms/field-rules.ts';
import { TextField } from '../../account-forms/text-field.tsx';
import { Section } from './section.tsx';

const RULES = {
  first_name: nameRule((t) => t('problem.first_name_required')),
  last_name: nameRule((t) => t('problem.last_name_required')),
  language: optional,
};

/** What the member is called, and the language to speak to them. */
export function NamesSection({ user }: { readonly user: Profile }) {
  const t = useAccountT();
  const { boot, connection } = useAppContext();
  const { multi_language: hasLanguages } = boot.bootstrap.settings;

  const save = async (names: Readonly<Record<keyof typeof RULES, string>>) => {
    const { language } = names;
    const profile = await updateProfile(connection, {
      first_name: names.first_name.trim(),
      last_name: names.last_name.trim(),
      ...(isLocale(language) && { language }),
    });
    useSession.getState().setUser(profile);
    if (isLocale(language) && (await setDocumentLocale(language))) connection.stored.set('language', language);
    showToast({ id: 'profile', type: 'success', text: t('profile.saved') });
  };

  return (
    <Section title={t('profile.names')} text={t('profile.namesText')}>
      <AccountForm rules={RULES} inline submit={t('profile.save')} sending={t('profile.sending')} onSend={save}>
        {(field) => (
          <>
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField
                label={t('profile.firstName')}
                {...field('first_name')}
                autoComplete="given-name"
                required
                defaultValue={user.first_name}
              />
              <TextField
                label={t('profile.lastName')}
                {...field('last_name')}
                autoComplete="family-name"
                required
                defaultValue={user.last_name}
              />
            </div>
            {hasLanguages && <LanguageField chosen={user.language} />}
          </>
        )}
      </AccountForm>
    </Section>
  );
}

function LanguageField({ chosen }: { readonly chosen: Profile['language'] }) {
  const t = useAccountT();
  const id = useId();
  const locale = useLocale();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm leading-5 font-medium">
        {t('profile.language')}
      </label>
      <span className="relative block">
        <select
          id={id}
          name="language"
          defaultValue={chosen ?? locale}
          className="field h-12 cursor-pointer appearance-none pe-10! [font-family:system-ui]"
        >
          {LOCALES.map((code) => (
            <option key={code} value={code} lang={code}>
              {LANGUAGE_NAMES[code]}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden size={18} className="pointer-events-none absolute top-3.5 right-3.5 text-muted" />
      </span>
    </div>
  );
}
