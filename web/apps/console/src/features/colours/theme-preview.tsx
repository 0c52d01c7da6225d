import { useConsoleT } from '@touchline/i18n';
import { applyTheme, type Theme } from '@touchline/theme';
import { Badge, Button } from '@touchline/ui';
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react';
import './theme-preview.css';

/** A small channel that wears the theme; it can be looked at, not used. */
export function ThemePreview({ theme }: { readonly theme: Theme }) {
  const t = useConsoleT();
  const scope = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (scope.current) applyTheme(scope.current, theme);
  }, [theme]);
  return (
    <figure>
      <figcaption className="sr-only">{t('colours.preview')}</figcaption>
      <div
        ref={scope}
        inert
        className="@container overflow-hidden rounded-sheet border border-control bg-body text-text select-none"
      >
        <Header />
        <Hero />
        <Cards />
        <Footer />
      </div>
    </figure>
  );
}

function Header() {
  const t = useConsoleT();
  return (
    <div className="flex h-14 items-center gap-4 border-b border-line bg-header px-4 text-sm text-header-text @lg:px-6">
      <span className="grid size-8 place-items-center rounded-field bg-accent font-display text-lg font-extrabold text-on-accent">
        N
      </span>
      <span className="font-display text-xl font-extrabold uppercase">Northline</span>
      <span className="hidden items-center gap-1 @xl:flex">
        <span className="rounded-full bg-header-selected px-3.5 py-1.5 font-medium text-on-header-selected">
          {t('nav.home')}
        </span>
        <span className="px-3 text-header-muted">{t('nav.live')}</span>
        <span className="px-3 text-header-muted">{t('nav.schedule')}</span>
      </span>
      <Button size="small" className="ms-auto">
        {t('nav.logIn')}
      </Button>
    </div>
  );
}

function Hero() {
  const t = useConsoleT();
  return (
    <div className="preview-hero px-4 pt-16 pb-6 @lg:px-6 @lg:pt-20">
      <Badge tone="live">{t('state.live')}</Badge>
      <p className="mt-3 max-w-[14ch] font-display text-4xl leading-[0.95] font-extrabold uppercase @lg:text-5xl">
        Granite Bay @ Ironwood
      </p>
      <p className="mt-3 text-sm text-muted">Lakeside Field</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button>{t('event.watchLive')}</Button>
        <Button variant="secondary">{t('colours.sample.remind')}</Button>
      </div>
    </div>
  );
}

function Cards() {
  const t = useConsoleT();
  return (
    <div className="px-4 pt-2 pb-6 @lg:px-6">
      <div className="flex items-baseline justify-between gap-4">
        <p className="font-display text-2xl font-extrabold">{t('home.upcoming')}</p>
        <span className="text-sm font-medium text-accent-text">{t('home.seeAll')}</span>
      </div>
      <div className="mt-3 grid gap-4 @md:grid-cols-2 @3xl:grid-cols-3">
        <Card
          away="#1d7f93"
          home="#b5172f"
          title="Summit @ Northridge"
          state={<span className="text-success">{t('colours.sample.included')}</span>}
        />
        <Card
          away="#7a2680"
          home="#1553a8"
          title="Riverton @ Lakeside"
          state={<span className="text-warn">{t('colours.sample.soon')}</span>}
        />
        <Card
          away="#3f4f66"
          home="#227a4b"
          title="Bears @ Cedar Valley"
          state={<span className="text-danger">{t('colours.sample.blocked')}</span>}
        />
      </div>
      <div className="mt-5 flex flex-wrap items-center gap-4 text-sm">
        <span className="flex h-11 min-w-48 items-center rounded-field border border-control bg-body px-3 text-muted">
          {t('nav.search')}
        </span>
        <span className="rounded-full outline-2 outline-offset-2 outline-(--focus)">
          <Button variant="secondary">{t('colours.sample.focused')}</Button>
        </span>
      </div>
    </div>
  );
}

interface CardProps {
  readonly away: string;
  readonly home: string;
  readonly title: string;
  readonly state: ReactNode;
}

function Card({ away, home, title, state }: CardProps) {
  const teams: CSSProperties & Record<'--away' | '--home', string> = { '--away': away, '--home': home };
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <div className="preview-picture aspect-video max-h-28 w-full" style={teams} />
      <div className="p-3">
        <p className="truncate text-[0.9375rem]/5 font-medium">{title}</p>
        <p className="mt-0.5 text-[0.8125rem]/4.5 text-muted">14:00</p>
        <p className="mt-1.5 text-[0.8125rem]/4.5">{state}</p>
      </div>
    </div>
  );
}

function Footer() {
  const t = useConsoleT();
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2 border-t border-line bg-footer px-4 py-5 text-sm text-on-footer @lg:px-6">
      <span className="font-medium">Northline Sports</span>
      <span>{t('target.about')}</span>
      <span>{t('nav.faq')}</span>
      <span className="text-footer-muted @lg:ms-auto">© Northline</span>
    </div>
  );
}
