/** A colour beside its name. */
export function Swatch({ colour }: { readonly colour: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 tabular-nums text-[0.8125rem] whitespace-nowrap">
      <span
        aria-hidden
        className="size-4 shrink-0 rounded-sm border border-control"
        style={{ backgroundColor: colour }}
      />
      {colour}
    </span>
  );
}
