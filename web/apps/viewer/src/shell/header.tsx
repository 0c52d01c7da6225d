import { useT } from '@touchline/i18n';
import { IconButton } from '@touchline/ui';
import { Link } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { useChannel } from '../channel/channel.ts';
import { Account } from './account.tsx';
import { fitsBesideBrand } from './beside-brand.ts';
import { Brand } from './brand.tsx';
import { LiveMark } from './live-mark.tsx';
import { useMenuState } from './menu-state.ts';
import { NamedLink } from './named-link.tsx';
import { type NamedLink as NamedLinkTo, withUnder } from './named-links.ts';
import { NavEntryLink } from './nav-entry-link.tsx';
import { NavPanel } from './nav-panel.tsx';
import { SearchButton } from './search-button.tsx';
import { useNavigation } from './use-navigation.ts';
import './header.css';

/** Brand, navigation, search and account; what does not fit beside the brand lives in the sheet. */
export function Header() {
  const t = useT();
  const { main, sides, own } = useNavigation();
  const setOpen = useMenuState((menu) => menu.setOpen);
  const inline = fitsBesideBrand(own);
  const { is_paused: isPaused } = useChannel().bootstrap.settings;
  return (
    <header className="site-header on-header">
      <div className="flex h-(--header-height) items-center gap-2 px-(--gutter) lg:gap-5">
        <Brand />
        {!isPaused && (
          <nav aria-label={t('nav.main')} className="hidden shrink-0 lg:block">
            <ul className="flex items-center gap-0.5">
              {main.map(({ to, label }) => (
                // Between the phone and the wide screen there is room for five: the sheet has the shop there.
                <li key={to} className={to === '/packages' ? 'hidden xl:block' : undefined}>
                  <Link to={to} className={to === '/live' ? 'nav-item pe-4.5' : 'nav-item'}>
                    {t(label)}
                    {to === '/live' && <LiveMark />}
                  </Link>
                </li>
              ))}
              {sides.map(
                ({ filter, label, entries }) =>
                  entries.length > 0 && (
                    <li key={filter} className="hidden xl:block">
                      <NavPanel label={t(label)}>
                        {entries.map((entry) => (
                          <li key={entry.id}>
                            <NavEntryLink entry={entry} filter={filter} />
                          </li>
                        ))}
                      </NavPanel>
                    </li>
                  ),
              )}
              {own.length > 0 && (
                <li className={inline ? 'hidden xl:block min-[90rem]:hidden' : 'hidden xl:block'}>
                  <NavPanel label={t('nav.more')} narrow>
                    <PanelLinks links={own.flatMap(withUnder)} />
                  </NavPanel>
                </li>
              )}
              {inline &&
                own.map((link) => (
                  <li key={link.key} className="hidden min-[90rem]:block">
                    {link.under?.length ? (
                      <NavPanel label={link.name} narrow>
                        <PanelLinks links={withUnder(link)} />
                      </NavPanel>
                    ) : (
                      <NamedLink link={link} className="nav-item" />
                    )}
                  </li>
                ))}
            </ul>
          </nav>
        )}
        <div className="ms-auto flex shrink-0 items-center gap-1 sm:gap-2">
          {!isPaused && <SearchButton />}
          <Account />
          {!isPaused && (
            <IconButton
              label={t('shell.menu')}
              aria-haspopup="dialog"
              className="-me-2 hover:bg-header-selected xl:hidden"
              onClick={() => setOpen(true)}
            >
              <Menu aria-hidden size={24} />
            </IconButton>
          )}
        </div>
      </div>
    </header>
  );
}

/** One with links under it comes before them. */
function PanelLinks({ links }: { readonly links: readonly NamedLinkTo[] }) {
  return links.map((link) => (
    <li key={link.key}>
      <NamedLink link={link} className={link.under ? 'panel-link' : 'panel-link ps-6'} />
    </li>
  ));
}
