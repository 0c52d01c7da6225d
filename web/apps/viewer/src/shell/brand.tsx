import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useChannel } from '../app/channel.ts';
import { crestText } from '../art/crest-text.ts';

/** The channel's logo, or a monogram, and its name; leads home. */
export function Brand({ onFollow }: { readonly onFollow?: () => void }) {
  const { settings } = useChannel().bootstrap;
  const [broken, setBroken] = useState(false);
  return (
    <Link to="/" onClick={onFollow} className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-field">
      {settings.logo && !broken ? (
        <img
          src={settings.logo}
          alt=""
          width={36}
          height={36}
          className="size-9 shrink-0 object-contain"
          onError={() => setBroken(true)}
        />
      ) : (
        <span
          aria-hidden
          className="grid size-9 shrink-0 place-items-center rounded-field bg-accent font-display text-xl font-extrabold text-on-accent"
        >
          {crestText('', settings.name).slice(0, 1)}
        </span>
      )}
      <span className="truncate font-display text-[1.5rem] leading-7 font-extrabold tracking-tight uppercase">
        {settings.name}
      </span>
    </Link>
  );
}
