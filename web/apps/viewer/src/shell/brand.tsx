import { classNames, pictureSources } from '@touchline/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useChannel } from '../channel/channel.ts';
import { crestText } from '../art/crest-text.ts';

/** A longer name is set smaller, on two lines where one does not do. */
const SHORT_NAME = 10;

/** The channel's logo, or a monogram, and its name; leads home. */
export function Brand({ onFollow }: { readonly onFollow?: () => void }) {
  const { settings } = useChannel().bootstrap;
  const [broken, setBroken] = useState<string | null>(null);
  const long = settings.name.length > SHORT_NAME;
  return (
    <Link
      to="/"
      search={{}}
      activeOptions={{ exact: true }}
      title={settings.name}
      onClick={onFollow}
      className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-field"
    >
      {settings.logo && settings.logo !== broken ? (
        <img
          {...pictureSources(settings.logo)}
          // All of it stands in the middle: nothing is cut off here.
          style={undefined}
          sizes="36px"
          alt=""
          width={36}
          height={36}
          className="size-9 shrink-0 object-contain"
          onError={() => setBroken(settings.logo)}
        />
      ) : (
        <span
          aria-hidden
          className="grid size-9 shrink-0 place-items-center rounded-field bg-accent font-display text-xl font-extrabold text-on-accent"
        >
          {crestText('', settings.name).slice(0, 1)}
        </span>
      )}
      <span
        className={classNames(
          'min-w-0 font-display font-extrabold tracking-tight wrap-break-word uppercase',
          long
            ? 'line-clamp-2 text-[1.0625rem] leading-[1.125rem] text-balance sm:text-[1.1875rem] sm:leading-5 2xl:line-clamp-1 2xl:text-[1.5rem] 2xl:leading-7'
            : 'truncate text-[1.5rem] leading-7',
        )}
      >
        {settings.name}
      </span>
    </Link>
  );
}
