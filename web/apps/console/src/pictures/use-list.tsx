import { Link } from '@tanstack/react-router';
import type { PictureUse } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';

interface UseListProps {
  /** The channel's alias. */
  readonly channel: string;
  readonly uses: readonly PictureUse[];
}

const KINDS = {
  logo: { label: 'pictures.useLogo', noun: null },
  icon: { label: 'pictures.useIcon', noun: null },
  slide: { label: 'pictures.useSlide', noun: 'slides' },
  page: { label: 'pictures.usePage', noun: 'pages' },
  faq: { label: 'pictures.useFaq', noun: 'faq' },
  block: { label: 'pictures.useBlock', noun: 'blocks' },
} as const satisfies Record<PictureUse['kind'], { readonly label: string; readonly noun: string | null }>;

/** What shows a picture, each with its way there. */
export function UseList({ channel, uses }: UseListProps) {
  const t = useConsoleT();
  if (uses.length === 0) return <p className="text-sm text-muted">{t('pictures.notUsed')}</p>;
  return (
    <ul className="grid gap-1">
      {uses.map(({ kind, id, name }) => {
        const { label, noun } = KINDS[kind];
        const text = t(label, { name: name || t('resource.untitled') });
        return (
          <li key={`${kind}-${id}`} className="text-sm wrap-anywhere">
            {noun === null || id === null ? (
              text
            ) : (
              <Link
                to="/$channel/site/$noun/$item"
                params={{ channel, noun, item: String(id) }}
                className="underline underline-offset-4"
              >
                {text}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
