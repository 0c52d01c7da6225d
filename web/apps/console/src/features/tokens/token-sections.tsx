import { useQuery } from '@tanstack/react-query';
import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { EmptyState, ErrorState } from '@touchline/ui';
import { useState } from 'react';
import { ShownSecret } from '../../forms/shown-secret.tsx';
import { RowsSkeleton } from '../../resource/rows-skeleton.tsx';
import { NewTokenForm } from './new-token-form.tsx';
import { TokenRow } from './token-row.tsx';
import { tokensQuery } from './tokens-query.ts';
import '../../lists/list.css';

/** The tokens there are, and the way to create one. */
export function TokenSections({ channel }: { readonly channel: OperatorChannel }) {
  const t = useConsoleT();
  const { data: tokens, isPending, refetch } = useQuery(tokensQuery(channel.id));
  const [created, setCreated] = useState<string>();
  if (isPending) return <RowsSkeleton />;
  if (!tokens) {
    return (
      <div className="mt-6">
        <ErrorState text={t('tokens.error')} onRetry={() => void refetch()} />
      </div>
    );
  }
  return (
    <div className="mt-8 grid items-start gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <section aria-labelledby="tokens" className="min-w-0">
        <h2 id="tokens" className="text-xl leading-7">
          {t('tokens.list')}
        </h2>
        {tokens.length === 0 ? (
          <div className="mt-4">
            <EmptyState compact title={t('tokens.none')} text={t('tokens.noneText')} />
          </div>
        ) : (
          <ul aria-labelledby="tokens" className="list">
            {tokens.map((token) => (
              <TokenRow key={token.id} channel={channel.id} token={token} />
            ))}
          </ul>
        )}
      </section>
      {created === undefined ? (
        <NewTokenForm channel={channel} onCreated={setCreated} />
      ) : (
        <ShownSecret
          secret={created}
          title={t('tokens.shown')}
          text={t('tokens.shownText')}
          copied={t('tokens.copied')}
          onDone={() => setCreated(undefined)}
        />
      )}
    </div>
  );
}
