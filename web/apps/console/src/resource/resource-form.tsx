import { Link, useNavigate } from '@tanstack/react-router';
import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { ChevronLeft } from 'lucide-react';
import { formAddress, listAddress } from './addresses.ts';
import { EditForm } from './edit-form.tsx';
import type { Editing } from './editing.ts';
import { FormFields } from './form-fields.tsx';
import type { FormLanguage } from './language-tabs.tsx';
import type { Resource, Row } from './resource.ts';
import { useRemove } from './use-remove.ts';

interface ResourceFormProps {
  readonly channel: OperatorChannel;
  readonly resource: Resource;
  /** Null for a new one. */
  readonly row: Row | null;
  /** The earlier version to compare. */
  readonly version: number | undefined;
  readonly beginsIn?: FormLanguage | undefined;
  readonly onMade: (item: number) => void;
}

/** The form of one item of a list. */
export function ResourceForm({ channel, resource, row, version, beginsIn, onMade }: ResourceFormProps) {
  const t = useConsoleT();
  const navigate = useNavigate();
  const remove = useRemove(channel.id, resource);
  const heading = ({ id, version: newest, removed }: Editing) => {
    const title = row && id !== null ? resource.title(row, t) : t(resource.texts.add);
    const removeNow = () => {
      if (!row) return;
      remove.mutate({ ...row, version: newest });
      void navigate(listAddress({ channel, resource }));
    };
    return (
      <>
        <Link
          {...listAddress({ channel, resource })}
          className="inline-flex min-h-9 items-center gap-1 text-sm text-muted underline-offset-4 hover:underline"
        >
          <ChevronLeft aria-hidden size={16} />
          {t('resource.toList', { list: t(resource.texts.title) })}
        </Link>
        <div className="flex items-start justify-between gap-4">
          <h1 className="min-w-0 text-4xl leading-10 wrap-anywhere">{title || t('resource.untitled')}</h1>
          {id !== null && !removed && (
            <Button variant="secondary" size="small" className="min-h-11" onClick={removeNow}>
              {t('resource.remove')}
            </Button>
          )}
        </div>
      </>
    );
  };
  const aside = ({ id, draft }: Editing) =>
    resource.Aside && <resource.Aside channel={channel} item={id} fields={draft} />;
  return (
    <div className="max-w-[40rem]">
      <EditForm
        channel={channel}
        resource={resource}
        row={row}
        blank={resource.blank}
        version={version}
        beginsIn={beginsIn}
        heading={heading}
        aside={aside}
        onMade={(item) => {
          onMade(item);
          void navigate({ ...formAddress({ channel, resource }, item), replace: true });
        }}
      >
        {(props) => <FormFields {...props} />}
      </EditForm>
    </div>
  );
}
