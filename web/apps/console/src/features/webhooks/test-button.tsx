import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, testWebhook } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { deliveriesKey, webhookQuery } from './webhook-queries.ts';
import { outcomeText } from './webhook-words.ts';

interface TestButtonProps {
  readonly channel: number;
  readonly webhook: number;
}

/** Sends a test, and says what became of it. */
export function TestButton({ channel, webhook }: TestButtonProps) {
  const t = useConsoleT();
  const client = useQueryClient();
  const test = useMutation({
    mutationFn: () => testWebhook(channel, webhook),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: deliveriesKey(channel, webhook) }),
        client.invalidateQueries({ queryKey: webhookQuery(channel, webhook).queryKey }),
      ]),
  });
  const { data: sent, error } = test;
  const isTooMany = error instanceof ApiError && error.status === 429;
  return (
    <div className="max-w-xs">
      <Button variant="secondary" className="min-h-11" disabled={test.isPending} onClick={() => test.mutate()}>
        {t(test.isPending ? 'webhooks.testing' : 'webhooks.test')}
      </Button>
      <output className="mt-2 block text-sm">
        {!test.isPending && sent && (
          <span className={sent.state === 'delivered' ? 'text-success' : 'text-danger'}>{outcomeText(sent, t)}</span>
        )}
        {!test.isPending && error && (
          <span className="text-danger">{t(isTooMany ? 'webhooks.tooManyTests' : 'webhooks.testFailed')}</span>
        )}
      </output>
    </div>
  );
}
