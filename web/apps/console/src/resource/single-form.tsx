import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { ErrorState } from '@touchline/ui';
import type { ReactNode } from 'react';
import { describeChannel } from '../session/session.ts';
import { EditForm } from './edit-form.tsx';
import type { FieldsProps } from './form-field.tsx';
import type { Single } from './resource.ts';
import { rowsQuery } from './resource-queries.ts';
import { RowsSkeleton } from './rows-skeleton.tsx';

interface SingleFormProps {
  readonly channel: OperatorChannel;
  readonly resource: Single;
  /** The earlier version to compare. */
  readonly version: number | undefined;
  readonly children: (props: FieldsProps) => ReactNode;
}

/** The form of what a channel has exactly one of. */
export function SingleForm({ channel, resource, version, children }: SingleFormProps) {
  const t = useConsoleT();
  const client = useQueryClient();
  const { data, isPending, refetch } = useQuery(rowsQuery(channel.id, resource));
  const row = data?.[0];
  if (isPending) return <RowsSkeleton />;
  if (!row) {
    return (
      <div className="mt-6">
        <ErrorState text={t(resource.texts.error)} onRetry={() => void refetch()} />
      </div>
    );
  }
  return (
    <EditForm
      key={channel.id}
      channel={channel}
      resource={resource}
      row={row}
      version={version}
      onSaved={({ name, language }) => describeChannel(client, channel.id, name, language)}
    >
      {children}
    </EditForm>
  );
}
