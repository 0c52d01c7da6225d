import { useConsoleT } from '@touchline/i18n';
import { formatRatio } from './changes.ts';
import type { ContrastSection } from './contrast-rows.ts';
import { Swatch } from './swatch.tsx';

export function ContrastTable({ sections }: { readonly sections: readonly ContrastSection[] }) {
  const t = useConsoleT();
  return (
    <section aria-labelledby="contrast" className="mt-10">
      <h2 id="contrast" className="text-[1.75rem]/8">
        {t('colours.contrast')}
      </h2>
      <p className="mt-2 max-w-[62ch] text-sm text-pretty text-muted">{t('colours.contrastText')}</p>
      <table className="mt-4 w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-control text-left text-[0.8125rem] text-muted">
            <th scope="col" className="py-2 pe-1 sm:pe-2 font-medium">
              {t('colours.roles')}
            </th>
            <th scope="col" className="py-2 pe-1 sm:pe-2 font-medium">
              {t('colours.asked')}
            </th>
            <th scope="col" className="py-2 pe-1 sm:pe-2 font-medium">
              {t('colours.used')}
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              {t('colours.contrast')}
            </th>
          </tr>
        </thead>
        {sections.map(({ title, rows }) => (
          <tbody key={title}>
            <tr>
              <th scope="rowgroup" colSpan={4} className="pt-5 pb-1 text-left text-base font-semibold">
                {t(title)}
              </th>
            </tr>
            {rows.map(({ role, label, on, from, asked, used, ratio, least }) => (
              <tr key={role} className="border-b border-line align-top">
                <th scope="row" className="py-2.5 pe-1 sm:pe-2 text-left font-medium">
                  {t(label)}
                  <span className="block text-[0.8125rem] font-normal text-muted">{t(on)}</span>
                </th>
                <td className="py-2.5 pe-1 sm:pe-2">{asked ? <Swatch colour={asked} /> : <Computed from={from} />}</td>
                <td className="py-2.5 pe-1 sm:pe-2">
                  <Swatch colour={used} />
                  {asked && asked !== used && (
                    <span className="block text-[0.8125rem] text-warn">{t('colours.moved')}</span>
                  )}
                </td>
                <td className="py-2.5 text-right whitespace-nowrap tabular-nums">
                  {formatRatio(ratio)}
                  <span className="block text-[0.8125rem] text-muted">{t('colours.needs', { ratio: least })}</span>
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

function Computed({ from }: { readonly from: string | undefined }) {
  const t = useConsoleT();
  return <span className="text-[0.8125rem] text-muted">{t(from ? 'colours.default' : 'colours.computed')}</span>;
}
