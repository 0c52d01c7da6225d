import { classNames } from '@touchline/ui';
import { ChevronDown } from 'lucide-react';
import { type MouseEvent, type ReactNode, useId, useRef } from 'react';
import './nav-panel.css';

interface NavPanelProps {
  readonly label: string;
  /** A short column under the button, instead of a panel across the page. */
  readonly narrow?: boolean;
  /** List items with links. */
  readonly children: ReactNode;
}

/** A button of the header that opens a panel of links; Escape and a click elsewhere close it. */
export function NavPanel({ label, narrow = false, children }: NavPanelProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const closeBehindLink = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a')) panel.current?.hidePopover();
  };
  const place = () => panel.current?.style.setProperty('--left', `${button.current?.offsetLeft ?? 0}px`);
  return (
    <>
      <button ref={button} type="button" popoverTarget={id} className="nav-item">
        {label}
        <ChevronDown aria-hidden size={16} className="nav-chevron" />
      </button>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the links inside are what is pressed. */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        className={classNames('nav-panel on-body', narrow && 'narrow')}
        onBeforeToggle={place}
        onClick={closeBehindLink}
      >
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-1">{children}</ul>
      </div>
    </>
  );
}
