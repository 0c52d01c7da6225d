import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, createWebhook, type OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { type FormEvent, useId, useState } from 'react';
import { webhooksQuery } from './webhook-queries.ts';
import { hasFieldProblem, type WebhookDraft, WebhookFields } from './webhook-fields.tsx';

interface NewWebhookFormProps {
  readonly channel: OperatorChannel;
  readonly onCreated: (secret: string) => void;
}

const EMPTY: WebhookDraft = { url: '', description: '', events: [], is_on: true };

export function NewWebhookForm({ channel, onCreated }: NewWebhookFormProps) {
  const t = useConsoleT();
  const id = useId();
  const client = useQueryClient();
  const [draft, setDraft] = useState(EMPTY);
  const create = useMutation({
    mutationFn: () => createWebhook(channel.id, draft),
    onSuccess: async ({ secret }) => {
      onCreated(secret);
      await client.invalidateQueries({ queryKey: webhooksQuery(channel.id).queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  const isFull = create.error instanceof ApiError && create.error.code === 'too_many_items';
  return (
    <section aria-labelledby={`${id}-heading`} className="max-w-md">
      <h2 id={`${id}-heading`} className="text-xl leading-7">
        {t('webhooks.new')}
      </h2>
      <form onSubmit={submit} noValidate className="mt-4 grid gap-4">
        <WebhookFields
          draft={draft}
          error={create.error}
          onChange={(change) => setDraft((now) => ({ ...now, ...change }))}
        />
        {create.isError && !hasFieldProblem(create.error) && (
          <p role="alert" className="text-sm text-danger">
            {t(isFull ? 'webhooks.full' : 'webhooks.createFailed')}
          </p>
        )}
        <Button type="submit" className="min-h-11 justify-self-start" disabled={create.isPending}>
          {t('webhooks.create')}
        </Button>
      </form>
    </section>
  );
}
