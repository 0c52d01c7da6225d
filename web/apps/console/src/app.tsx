import { LinkButton, Toasts } from '@touchline/ui';
import { ColoursScreen } from './features/colours/colours-screen';

/** The console's frame; its menu grows with its screens. */
export function App() {
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <header className="sticky top-0 z-10 border-b border-line bg-header text-header-text">
        <div className="page flex h-14 items-center gap-3 sm:h-16 sm:gap-6">
          <p className="font-display text-lg font-extrabold tracking-tight whitespace-nowrap uppercase sm:text-xl">
            Touchline <span className="hidden text-header-muted sm:inline">Console</span>
          </p>
          <nav aria-label="Console">
            <a
              href="/console/"
              aria-current="page"
              className="flex min-h-9 items-center rounded-full bg-header-selected px-3 text-sm sm:px-4 font-medium text-on-header-selected"
            >
              Colours
            </a>
          </nav>
          <LinkButton href="/" variant="secondary" size="small" className="ms-auto max-sm:px-3">
            <span>
              View <span className="max-[22rem]:sr-only">channel</span>
            </span>
          </LinkButton>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="page py-8 outline-none sm:py-10">
        <ColoursScreen />
      </main>
      <Toasts />
    </>
  );
}
