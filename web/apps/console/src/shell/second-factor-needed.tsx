import { Link } from '@tanstack/react-router';
import { useConsoleT } from '@touchline/i18n';
import { buttonClass } from '@touchline/ui';
import { ShieldCheck } from 'lucide-react';

/** Stands in the place of a channel's screens until the operator has a second factor. */
export function SecondFactorNeeded({ name }: { readonly name: string }) {
  const t = useConsoleT();
  return (
    <div className="grid justify-items-center gap-4 rounded-card border border-dashed border-control px-6 py-12 text-center sm:py-16">
      <ShieldCheck aria-hidden size={32} className="text-muted" />
      <h1 className="max-w-[30ch] text-xl leading-7 font-semibold text-balance">{t('security.needed', { name })}</h1>
      <p className="max-w-[44ch] text-pretty text-muted">{t('security.neededText')}</p>
      <Link to="/me" className={buttonClass()}>
        {t('security.setUp')}
      </Link>
    </div>
  );
}
