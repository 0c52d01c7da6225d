import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { colourCalls, type OperatorChannel, pageCalls, redirectCalls } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { DEFAULT_SETTINGS, parseSettings } from '@touchline/theme';
import { Button, Dialog } from '@touchline/ui';
import { lazy, Suspense, useId, useMemo, useState } from 'react';
import { listAddress } from './addresses.ts';
import type { Fields } from './draft.ts';
import { redirects } from './redirects.ts';
import type { AsideProps } from './resource.ts';
import { rowsQuery } from './resource-queries.ts';
import { useRemove } from './use-remove.ts';
import { writeFields } from './wire-fields.ts';

/** Shares the cache of the list of pages. */
const PAGES = { noun: 'pages', calls: pageCalls } as const;

const LazyPreview = lazy(async () => ({ default: (await import('../preview/preview-panel.tsx')).PreviewPanel }));

/** The page as viewers will see it, and the former addresses that lead to it. */
export function PageAside({ channel, item, fields }: AsideProps) {
  const t = useConsoleT();
  const [isOpen, setOpen] = useState(false);
  const { data: pages = [] } = useQuery(rowsQuery(channel.id, PAGES));
  // A page that moves has another one.
  const stored = pages.find(({ id }) => id === item)?.url;
  return (
    <section className="mt-8 grid gap-6">
      <div>
        <Button variant="secondary" className="min-h-11" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('preview.open')}
        </Button>
        <p className="mt-2 text-sm text-pretty text-muted">{t('preview.text')}</p>
      </div>
      {item !== null && <FormerPaths key={stored} channel={channel} page={item} />}
      <PreviewDialog channel={channel} item={item} fields={fields} isOpen={isOpen} onClose={() => setOpen(false)} />
    </section>
  );
}

const SHOWN: ReadonlySet<string> = new Set(['url', 'name', 'content', 'image']);

function PreviewDialog({
  channel,
  item,
  fields,
  isOpen,
  onClose,
}: AsideProps & { readonly isOpen: boolean; readonly onClose: () => void }) {
  const t = useConsoleT();
  const heading = useId();
  const { data } = useQuery({ ...rowsQuery(channel.id, { noun: 'colours', calls: colourCalls }), enabled: isOpen });
  const colours = useMemo(() => parseSettings(data?.[0]) ?? DEFAULT_SETTINGS, [data]);
  return (
    <Dialog open={isOpen} onClose={onClose} labelledBy={heading} className="preview-dialog">
      <div className="mb-4 flex items-start justify-between gap-4">
        <h2 id={heading} className="text-xl leading-7">
          {t('preview.title')}
        </h2>
        <Button variant="secondary" size="small" className="min-h-11" onClick={onClose}>
          {t('ui.close')}
        </Button>
      </div>
      <Suspense>
        {data && (
          <LazyPreview
            channel={channel.id}
            title={t('preview.title')}
            request={{ item, page: pageOf(fields) }}
            colours={colours}
          />
        )}
      </Suspense>
    </Dialog>
  );
}

/** The draft as the server takes it, without what does not show. */
function pageOf(fields: Fields): object {
  const names = Object.keys(fields).filter((name) => SHOWN.has(name) || name.startsWith('translations.'));
  return writeFields([], names, fields);
}

function FormerPaths({ channel, page }: { readonly channel: OperatorChannel; readonly page: number }) {
  const t = useConsoleT();
  const heading = useId();
  const remove = useRemove(channel.id, redirects);
  const { data = [] } = useQuery({
    ...rowsQuery(channel.id, { noun: redirects.noun, calls: redirectCalls }),
    refetchOnMount: 'always',
  });
  const paths = data.filter(({ page_id: of }) => of === page);
  return (
    <div>
      <h2 id={heading} className="text-xl leading-7">
        {t('redirects.former')}
      </h2>
      <p className="mt-1 text-sm text-pretty text-muted">
        {t(paths.length > 0 ? 'redirects.formerText' : 'redirects.noFormer')}
      </p>
      <ul aria-labelledby={heading} className="mt-2">
        {paths.map((row) => (
          <li key={row.id} className="flex min-h-14 items-center justify-between gap-4 border-b border-line">
            <span className="min-w-0 wrap-anywhere">{row.path}</span>
            <Button
              size="small"
              variant="secondary"
              className="min-h-11"
              aria-label={t('resource.removeOf', { name: row.path })}
              onClick={() => remove.mutate(row)}
            >
              {t('resource.remove')}
            </Button>
          </li>
        ))}
      </ul>
      <Link
        {...listAddress({ channel, resource: redirects })}
        className="mt-2 inline-flex min-h-11 items-center text-sm underline underline-offset-4"
      >
        {t('redirects.all')}
      </Link>
    </div>
  );
}
