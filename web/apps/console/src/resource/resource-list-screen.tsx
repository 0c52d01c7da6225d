import { Link } from '@tanstack/react-router';
import { type ConsoleKey, useConsoleT } from '@touchline/i18n';
import { buttonClass, EmptyState } from '@touchline/ui';
import { Plus } from 'lucide-react';
import { NotFound } from '../navigation/not-found.tsx';
import { useChannel } from '../session/session.ts';
import { formAddress } from './addresses.ts';
import type { Resource } from './resource.ts';
import { ResourceList } from './resource-list.tsx';

interface ResourceListScreenProps {
  readonly resource: Resource;
  readonly find: string;
  readonly onFind: (find: string) => void;
}

export function ResourceListScreen({ resource, find, onFind }: ResourceListScreenProps) {
  const t = useConsoleT();
  const channel = useChannel();
  if (!channel) return <NotFound />;
  if (!channel.may.includes(resource.may)) return <NotForRole title={resource.texts.title} />;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-4xl leading-10">{t(resource.texts.title)}</h1>
        <Link
          {...formAddress({ channel, resource }, null)}
          data-new=""
          className={buttonClass('primary', 'medium', 'min-h-11')}
        >
          <Plus aria-hidden size={18} />
          {t(resource.texts.add)}
        </Link>
      </div>
      <p className="mt-2 max-w-[62ch] text-pretty text-muted">{t(resource.texts.text)}</p>
      <ResourceList
        key={`${channel.id} ${resource.noun}`}
        channel={channel}
        resource={resource}
        find={find}
        onFind={onFind}
      />
    </>
  );
}

/** Shown to operators without the permission. */
export function NotForRole({ title }: { readonly title: ConsoleKey }) {
  const t = useConsoleT();
  return (
    <>
      <h1 className="text-4xl leading-10">{t(title)}</h1>
      <div className="mt-6">
        <EmptyState title={t('resource.notForRole')} text={t('resource.notForRoleText')} />
      </div>
    </>
  );
}
