import { useT } from '@touchline/i18n';
import { useChannel } from '../channel/channel.ts';
import { useConsent } from '../consent/consent.ts';
import { StaticBlocks } from '../rich-text/static-blocks.tsx';
import { Brand } from './brand.tsx';
import { footerLinks } from './footer-links.ts';
import { isOpenWhilePaused } from '../navigation/navigation-rules.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { NamedLink } from './named-link.tsx';
import type { NamedLink as NamedLinkTo } from './named-links.ts';

const YEAR = new Date().getFullYear();
const LINK = 'inline-flex min-h-9 items-center underline-offset-4 hover:underline';

export function Footer() {
  const t = useT();
  const { bootstrap } = useChannel();
  const { settings } = bootstrap;
  const all = footerLinks(bootstrap, t);
  const isOpen = ({ target }: NamedLinkTo) => !settings.is_paused || isOpenWhilePaused(target.href);
  const [links, legal] = [all.links.filter(isOpen), all.legal.filter(isOpen)];
  return (
    <footer className="on-footer bg-footer text-on-footer">
      <div className="grid gap-8 px-(--gutter) py-10 text-sm md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <div className="grid justify-items-start gap-2">
          <Brand />
          {settings.tagline && <p className="max-w-[40ch] text-pretty text-footer-muted">{settings.tagline}</p>}
          <StaticBlocks place="footer" className="footer-block max-w-[52ch] text-pretty text-footer-muted" />
        </div>
        <nav aria-label={t('nav.footer')} className="md:justify-self-end">
          <ul className="flex flex-wrap gap-x-6 gap-y-1 md:justify-end">
            {links.map((link) => (
              <li key={link.key}>
                <NamedLink link={link} className={LINK} />
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 md:col-span-2">
          <p className="text-footer-muted">
            © {YEAR} {settings.name}
          </p>
          <ul aria-label={t('nav.legal')} className="me-auto flex flex-wrap gap-x-6">
            {legal.map((link) => (
              <li key={link.key}>
                <NamedLink link={link} className={`${LINK} text-footer-muted`} />
              </li>
            ))}
            <li>
              <button
                type="button"
                className={`${LINK} text-footer-muted`}
                onClick={() => useConsent.setState({ isOpen: true })}
              >
                {t('cookies.title')}
              </button>
            </li>
          </ul>
          <LanguageSwitch />
        </div>
      </div>
    </footer>
  );
}
