import { useConsoleT } from '@touchline/i18n';
import { useEffect, useId, useRef } from 'react';
import './rich-content.css';

/** What allowed HTML looks like. Its links open elsewhere, so that no draft is lost. */
export function HtmlPreview({ body }: { readonly body: HTMLElement }) {
  const t = useConsoleT();
  const heading = useId();
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const copy = document.importNode(body, true);
    for (const link of copy.querySelectorAll('a')) {
      link.target = '_blank';
      link.rel = 'noopener noreferrer';
    }
    holder.current?.replaceChildren(...copy.childNodes);
  }, [body]);
  return (
    <section aria-labelledby={heading} className="mt-4">
      <p id={heading} className="text-sm font-medium">
        {t('richText.preview')}
      </p>
      <div
        ref={holder}
        className="rich-text rich-content mt-1.5 overflow-x-auto rounded-field border border-line px-3 py-2.5"
      />
    </section>
  );
}
