import { formatRatio } from './changes';
import type { ContrastSection } from './contrast-rows';
import { Swatch } from './swatch';

export function ContrastTable({ sections }: { readonly sections: readonly ContrastSection[] }) {
  return (
    <section aria-labelledby="contrast" className="mt-10">
      <h2 id="contrast" className="text-[1.75rem]/8">
        Contrast
      </h2>
      <p className="mt-2 max-w-[62ch] text-sm text-pretty text-muted">
        Text needs 4.5:1, outlines and focus rings 3:1 (WCAG AA). Each figure is the lowest on what the colour stands
        on.
      </p>
      <table className="mt-4 w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-control text-left text-[0.8125rem] text-muted">
            <th scope="col" className="py-2 pe-1 sm:pe-2 font-medium">
              Role
            </th>
            <th scope="col" className="py-2 pe-1 sm:pe-2 font-medium">
              Asked
            </th>
            <th scope="col" className="py-2 pe-1 sm:pe-2 font-medium">
              Used
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              Contrast
            </th>
          </tr>
        </thead>
        {sections.map(({ title, rows }) => (
          <tbody key={title}>
            <tr>
              <th scope="rowgroup" colSpan={4} className="pt-5 pb-1 text-left text-base font-semibold">
                {title}
              </th>
            </tr>
            {rows.map(({ role, label, on, from, asked, used, ratio, least }) => (
              <tr key={role} className="border-b border-line align-top">
                <th scope="row" className="py-2.5 pe-1 sm:pe-2 text-left font-medium">
                  {label}
                  <span className="block text-[0.8125rem] font-normal text-muted">on {on}</span>
                </th>
                <td className="py-2.5 pe-1 sm:pe-2">{asked ? <Swatch colour={asked} /> : <Computed from={from} />}</td>
                <td className="py-2.5 pe-1 sm:pe-2">
                  <Swatch colour={used} />
                  {asked && asked !== used && <span className="block text-[0.8125rem] text-warn">moved</span>}
                </td>
                <td className="py-2.5 text-right whitespace-nowrap tabular-nums">
                  {formatRatio(ratio)}
                  <span className="block text-[0.8125rem] text-muted">needs {least}</span>
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
  return <span className="text-[0.8125rem] text-muted">{from ? 'default' : 'computed'}</span>;
}
