import { type ReactNode, useId } from 'react';

interface SectionProps {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}

/** A part of the profile: what it is about, and beside or below it what can be done. */
export function Section({ title, text, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="account-section">
      <div>
        <h2 id={id} className="text-[1.75rem] leading-8">
          {title}
        </h2>
        {text && <p className="mt-1.5 max-w-[60ch] text-[0.9375rem] leading-6 text-pretty text-muted">{text}</p>}
      </div>
      <div>{children}</div>
    </section>
  );
}
