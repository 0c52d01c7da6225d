import { useAccountT } from '@touchline/i18n';
import type { ComponentProps } from 'react';
import { CheckField } from '../../account-forms/check-field.tsx';

/** Stand where the links go. */
const PLACES = { terms: '<terms>', privacy: '<privacy>' };

type TermsFieldProps = Omit<ComponentProps<typeof CheckField>, 'children'>;

/** The terms, to be accepted. They open beside the form, which keeps what was typed. */
export function TermsField(props: TermsFieldProps) {
  const t = useAccountT();
  const parts = t('register.terms', PLACES).split(/(<terms>|<privacy>)/);
  return (
    <CheckField {...props}>
      {parts.map((part) => {
        if (part === PLACES.terms) return <Beside key={part} href="/terms_conditions" text={t('register.termsLink')} />;
        if (part === PLACES.privacy)
          return <Beside key={part} href="/privacy_policy" text={t('register.privacyLink')} />;
        return part;
      })}
    </CheckField>
  );
}

function Beside({ href, text }: { readonly href: string; readonly text: string }) {
  return (
    <a href={href} target="_blank" rel="noopener" className="text-accent-text underline underline-offset-4">
      {text}
    </a>
  );
}
