import { Link } from '@tanstack/react-router';
import { useConsoleT } from '@touchline/i18n';
import { linkOf, type NavEntry } from './nav-groups.ts';

interface NavLinkProps {
  readonly entry: NavEntry;
  readonly channel: string;
}

/** A link to a screen of the channel. */
export function NavLink({ entry: { name, title, icon: Icon }, channel }: NavLinkProps) {
  const t = useConsoleT();
  return (
    <Link {...linkOf(name, channel)} className="nav-link">
      <Icon aria-hidden size={18} className="shrink-0" />
      <span className="nav-name">{t(title)}</span>
    </Link>
  );
}
