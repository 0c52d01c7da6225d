import { useConsoleT } from '@touchline/i18n';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

interface ToolbarProps {
  /** The id of what it edits. */
  readonly area: string;
  readonly children: ReactNode;
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

function buttonsIn(bar: HTMLElement | null): HTMLButtonElement[] {
  return bar ? [...bar.querySelectorAll('button')] : [];
}

/** One stop for Tab; arrow keys go from button to button, and it remembers the last one. */
export function Toolbar({ area, children }: ToolbarProps) {
  const t = useConsoleT();
  const bar = useRef<HTMLDivElement>(null);
  const last = useRef('');

  const letTabStopAt = (button: HTMLButtonElement | undefined) => {
    for (const other of buttonsIn(bar.current)) other.tabIndex = other === button ? 0 : -1;
  };
  // After each change, because buttons come and go.
  useEffect(() => {
    const buttons = buttonsIn(bar.current);
    letTabStopAt(buttons.find(({ name }) => name === last.current) ?? buttons[0]);
  });
  const remember = (target: EventTarget) => {
    if (!(target instanceof HTMLButtonElement)) return;
    last.current = target.name;
    letTabStopAt(target);
  };
  const step = (event: KeyboardEvent) => {
    const buttons = buttonsIn(bar.current);
    const at = buttons.findIndex((button) => button === document.activeElement);
    const to = STEPS[event.key]?.(at, buttons.length);
    if (to === undefined || at === -1) return;
    event.preventDefault();
    buttons[to]?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons take the focus.
    <div
      ref={bar}
      role="toolbar"
      aria-label={t('richText.toolbar')}
      aria-controls={area}
      className="rich-toolbar"
      onKeyDown={step}
      onFocus={({ target }) => remember(target)}
    >
      {children}
    </div>
  );
}
