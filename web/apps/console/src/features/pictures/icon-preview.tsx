import { useConsoleT } from '@touchline/i18n';
import { classNames, pictureSources } from '@touchline/ui';

interface IconPreviewProps {
  /** Of the channel. */
  readonly name: string;
  readonly address: string | null;
}

const PLACES = [
  { label: 'icon.tab', shape: 'size-8 rounded-sm' },
  { label: 'icon.phone', shape: 'size-16 rounded-2xl' },
  { label: 'icon.round', shape: 'size-16 rounded-full' },
] as const;

/** The icon as browsers and phones cut it; without one it is made of the logo, or drawn. */
export function IconPreview({ name, address }: IconPreviewProps) {
  const t = useConsoleT();
  return (
    <div className="flex flex-wrap items-end gap-6">
      {PLACES.map(({ label, shape }) => (
        <figure key={label} className="grid justify-items-center gap-1">
          {address === null ? (
            <span
              aria-hidden
              className={classNames(
                'grid place-items-center bg-accent font-display text-2xl font-extrabold text-on-accent',
                shape,
              )}
            >
              {name.slice(0, 1)}
            </span>
          ) : (
            <img
              {...pictureSources(address)}
              sizes="64px"
              alt={t('icon.alt')}
              className={classNames('object-cover', shape)}
            />
          )}
          <figcaption className="text-sm text-muted">{t(label)}</figcaption>
        </figure>
      ))}
    </div>
  );
}
