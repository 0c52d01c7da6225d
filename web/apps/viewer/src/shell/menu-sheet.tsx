import { useT } from '@touchline/i18n';
import { Dialog, IconButton } from '@touchline/ui';
import { Link } from '@tanstack/react-router';
import { ChevronDown, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { useMenuState } from './menu-state.ts';
import { NamedLink } from './named-link.tsx';
import { withUnder } from './named-links.ts';
import { NavEntryLink } from './nav-entry-link.tsx';
import { useNavigation } from './use-navigation.ts';

const ITEM =
  'flex min-h-14 w-full items-center text-xl leading-7 font-semibold aria-[current]:text-accent-text aria-[current]:underline aria-[current]:decoration-2 aria-[current]:underline-offset-8';

const SUB_ITEM =
  'flex min-h-12 items-center rounded-field px-3 py-2 text-[0.9375rem] leading-5 font-medium hover:bg-raised aria-[current]:bg-raised';

/** The navigation on a phone and a tablet, over the full height. */
export function MenuSheet() {
  const t = useT();
  const { open, setOpen } = useMenuState();
  const onClose = () => setOpen(false);
  const { main, sides, own } = useNavigation();
  return (
    <Dialog open={open} onClose={onClose} label={t('shell.menu')} className="sheet">
      <div className="min-h-full">
        <div className="sticky top-0 z-10 flex h-(--header-height) items-center gap-6 bg-body px-(--gutter)">
          <Brand onFollow={onClose} />
          <IconButton label={t('ui.close')} className="ms-auto -me-2 hover:bg-raised" onClick={onClose}>
            <X aria-hidden size={24} />
          </IconButton>
        </div>
        <nav aria-label={t('nav.main')} className="px-(--gutter) pb-10">
          <ul className="divide-y divide-line">
            <li>
              <Link to="/" search={{}} activeOptions={{ exact: true }} className={ITEM} onClick={onClose}>
                {t('nav.home')}
              </Link>
            </li>
            {main.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={ITEM} onClick={onClose}>
                  {t(label)}
                </Link>
              </li>
            ))}
            {sides.map(({ filter, label, entries }) => (
              <Group key={filter} label={t(label)}>
                {entries.map((entry) => (
                  <li key={entry.id}>
                    <NavEntryLink entry={entry} filter={filter} onFollow={onClose} />
                  </li>
                ))}
              </Group>
            ))}
            {own.map((link) =>
              link.under?.length ? (
                <Group key={link.key} label={link.name}>
                  {withUnder(link).map((one) => (
                    <li key={one.key}>
                      <NamedLink link={one} className={SUB_ITEM} onFollow={onClose} />
                    </li>
                  ))}
                </Group>
              ) : (
                <li key={link.key}>
                  <NamedLink link={link} className={ITEM} onFollow={onClose} />
                </li>
              ),
            )}
          </ul>
          <LanguageSwitch />
        </nav>
      </div>
    </Dialog>
  );
}

interface GroupProps {
  readonly label: string;
  /** List items. */
  readonly children: readonly ReactNode[];
}

function Group({ label, children }: GroupProps) {
  if (children.length === 0) return null;
  return (
    <li>
      <details className="group" name="menu-group">
        <summary className={`${ITEM} cursor-pointer list-none justify-between`}>
          {label}
          <ChevronDown
            aria-hidden
            size={22}
            className="text-muted transition-transform duration-200 group-open:rotate-180"
          />
        </summary>
        <ul className="-mx-3 grid gap-1 pb-4 sm:grid-cols-2">{children}</ul>
      </details>
    </li>
  );
}
