import { Link } from '@tanstack/react-router';
import { ArrowUpRight } from 'lucide-react';
import type { NamedLink as NamedLinkData } from './named-links.ts';

interface NamedLinkProps {
  readonly link: NamedLinkData;
  readonly className: string;
  readonly onFollow?: () => void;
}

/** A link from the channel's menus: inside the site by the router, outside with an arrow. */
export function NamedLink({ link: { name, target }, className, onFollow }: NamedLinkProps) {
  if (target.external) {
    return (
      <a href={target.href} rel="noopener noreferrer" className={className} onClick={onFollow}>
        <span className="min-w-0 truncate">{name}</span>
        <ArrowUpRight aria-hidden size={14} className="ms-1 inline-block shrink-0" />
      </a>
    );
  }
  return (
    <Link to={target.href} className={className} onClick={onFollow}>
      <span className="min-w-0 truncate">{name}</span>
    </Link>
  );
}
