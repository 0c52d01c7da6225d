import { useConsoleT } from '@touchline/i18n';
import { classNames, smallPicture } from '@touchline/ui';

interface LogoPreviewProps {
  /** Of the channel. */
  readonly name: string;
  readonly address: string | null;
}

const HEADERS = [
  { label: 'logo.onDark', colours: 'bg-[#0b0d12] text-white' },
  { label: 'logo.onLight', colours: 'bg-white text-[#0b0d12]' },
] as const;

/** The logo on a dark and on a light header, or the letter that stands in its place. */
export function LogoPreview({ name, address }: LogoPreviewProps) {
  const t = useConsoleT();
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {HEADERS.map(({ label, colours }) => (
        <figure key={label} className="grid grid-cols-[minmax(0,1fr)] gap-1">
          <div
            className={classNames('flex min-h-16 items-center gap-2.5 rounded-field border border-line px-4', colours)}
          >
            {address === null ? (
              <span
                aria-hidden
                className="grid size-9 shrink-0 place-items-center rounded-field bg-accent font-display text-xl font-extrabold text-on-accent"
              >
                {name.slice(0, 1)}
              </span>
            ) : (
              <img
                src={smallPicture(address)}
                alt={t('logo.alt')}
                width={36}
                height={36}
                className="size-9 shrink-0 object-contain"
              />
            )}
            <span className="truncate font-display text-2xl font-extrabold tracking-tight uppercase">{name}</span>
          </div>
          <figcaption className="text-sm text-muted">{t(label)}</figcaption>
        </figure>
      ))}
    </div>
  );
}
