import { useT } from '@touchline/i18n';
import { IconButton } from '@touchline/ui';
import { Link } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { Brand } from './brand.tsx';
import { useMenuState } from './menu-state.ts';
import { NamedLink } from './named-link.tsx';
import { NavPanel } from './nav-panel.tsx';
import { useNavigation } from './use-navigation.ts';

/** Brand and navigation; what does not fit beside the brand lives in the sheet. */
export function Header() {
  const t = useT();
  const { schools, teams, header } = useNavigation();
  const setOpen = useMenuState((menu) => menu.setOpen);
  return (
    <header className="site-header on-header">
      <div className="flex h-(--header-height) items-center gap-6 px-(--gutter)">
        <Brand />
        <nav aria-label={t('nav.main')} className="hidden lg:block">
          <ul className="flex items-center gap-1">
            <li>
              <Link to="/" activeOptions={{ exact: true }} className="nav-item">
                {t('nav.home')}
              </Link>
            </li>
            {schools.length > 0 && (
              <li>
                <NavPanel label={t('nav.schools')} filter="school" entries={schools} />
              </li>
            )}
            {teams.length > 0 && (
              <li>
                <NavPanel label={t('nav.teams')} filter="team" entries={teams} />
              </li>
            )}
            {header.map((link) => (
              <li key={link.key}>
                <NamedLink link={link} className="nav-item" />
              </li>
            ))}
          </ul>
        </nav>
        <IconButton
          label={t('shell.menu')}
          aria-haspopup="dialog"
          className="ms-auto -me-2 hover:bg-header-selected lg:hidden"
          onClick={() => setOpen(true)}
        >
          <Menu aria-hidden size={24} />
        </IconButton>
      </div>
    </header>
  );
}
