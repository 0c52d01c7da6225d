import { type ReactNode, useId } from 'react';

interface SectionProps {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}

/** One subject of the operator's account. */
export function Section({ title, text, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t border-line pt-8">
      <h2 id={id} className="text-xl leading-7">
        {title}
      </h2>
      {text !== undefined && <p className="mt-2 max-w-[62ch] text-pretty text-muted">{text}</p>}
      <div className="mt-5 grid gap-4">{children}</div>
    </section>
  );
}
