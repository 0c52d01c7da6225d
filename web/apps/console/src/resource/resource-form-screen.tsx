import { useQuery } from '@tanstack/react-query';
import { useConsoleT } from '@touchline/i18n';
import type { OperatorChannel } from '@touchline/api/console';
import { ErrorState } from '@touchline/ui';
import { useState } from 'react';
import { NotFound } from '../navigation/not-found.tsx';
import { useChannel } from '../session/session.ts';
import type { FormLanguage } from './language-tabs.tsx';
import { RemovedItem } from './removed-item.tsx';
import type { Resource, Row } from './resource.ts';
import { ResourceForm } from './resource-form.tsx';
import { NotForRole } from './resource-list-screen.tsx';
import { rowsQuery } from './resource-queries.ts';
import { RowsSkeleton } from './rows-skeleton.tsx';

interface ResourceFormScreenProps {
  readonly resource: Resource;
  /** As the address has it: a number, or `new`. */
  readonly item: string;
  /** The earlier version to compare. */
  readonly version: number | undefined;
  /** The language to begin with. */
  readonly beginsIn?: FormLanguage | undefined;
}

export function ResourceFormScreen({ resource, item, version, beginsIn }: ResourceFormScreenProps) {
  const channel = useChannel();
  // A new item gets another address once it is created, and keeps its form.
  const [made, setMade] = useState<number>();
  if (!channel || !/^(new|\d{1,15})$/.test(item)) return <NotFound />;
  if (!channel.may.includes(resource.may)) return <NotForRole title={resource.texts.title} />;
  const id = item === 'new' ? null : Number(item);
  const key = id === null || id === made ? 'new' : item;
  return (
    <Opened
      key={`${channel.id} ${resource.noun} ${key}`}
      channel={channel}
      resource={resource}
      id={id}
      isMadeHere={id !== null && id === made}
      version={version}
      beginsIn={beginsIn}
      onMade={setMade}
    />
  );
}

interface OpenedProps {
  readonly channel: OperatorChannel;
  readonly resource: Resource;
  readonly id: number | null;
  readonly isMadeHere: boolean;
  readonly version: number | undefined;
  /** The language to begin with. */
  readonly beginsIn?: FormLanguage | undefined;
  readonly onMade: (item: number) => void;
}

function Opened({ channel, resource, id, isMadeHere, version, beginsIn, onMade }: OpenedProps) {
  const t = useConsoleT();
  const { data: rows, isPending, refetch } = useQuery(rowsQuery(channel.id, resource));
  const row = rows?.find((one) => one.id === id) ?? null;
  // An open form stays open when another operator removes the item: its draft would be lost.
  const [opened, setOpened] = useState<Row | null>(null);
  if (row && !opened) setOpened(row);
  if (id === null || isMadeHere || row || opened) {
    return (
      <ResourceForm
        channel={channel}
        resource={resource}
        row={row ?? opened}
        version={version}
        beginsIn={beginsIn}
        onMade={onMade}
      />
    );
  }
  if (isPending) return <RowsSkeleton />;
  if (!rows) return <ErrorState text={t('resource.error')} onRetry={() => void refetch()} />;
  return <RemovedItem channel={channel} resource={resource} item={id} />;
}
