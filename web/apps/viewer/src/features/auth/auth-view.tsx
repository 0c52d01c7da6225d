import { type ReactNode, use, useEffect, useRef } from 'react';
import { ShowView } from './show-view.ts';

interface AuthViewProps {
  /** Names what the card shows: when that changes, the focus goes to what is new. */
  readonly name: string;
  readonly icon?: ReactNode;
  readonly heading: string;
  readonly text?: ReactNode;
  readonly children?: ReactNode;
}

/** What a card of the login shows at a time: a heading, what it is about, and what can be done. */
export function AuthView({ name, icon, heading, text, children }: AuthViewProps) {
  const show = use(ShowView);
  const view = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!show(name)) return;
    const find = (selector: string) => view.current?.querySelector<HTMLElement>(selector);
    // A field that is all there is to do, or else the heading.
    (find('[data-first]') ?? find('h1'))?.focus();
  }, [show, name]);
  return (
    <div ref={view}>
      {icon && <span className="mb-4 block">{icon}</span>}
      <h1 tabIndex={-1} className="text-[2.25rem] leading-10 shadow-none! outline-none">
        {heading}
      </h1>
      {text && <p className="mt-2 text-pretty wrap-break-word text-muted">{text}</p>}
      <div className="mt-7 empty:hidden">{children}</div>
    </div>
  );
}
