import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiError, type OperatorChannel, requireSecondFactor } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { useId } from 'react';
import { sessionQuery } from '../../session/session.ts';

/** The switch by which an owner requires a second factor of the whole team. */
export function RequireSecondFactor({ channel }: { readonly channel: OperatorChannel }) {
  const t = useConsoleT();
  const id = useId();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (required: boolean) => requireSecondFactor(channel.id, required),
    onSettled: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
  const isRequired = change.isPending ? change.variables : channel.requires_second_factor;
  const needsOwn = change.error instanceof ApiError && change.error.code === 'no_second_factor';
  return (
    <section aria-labelledby={`${id}-title`} className="max-w-2xl">
      <h2 id={`${id}-title`} className="text-xl leading-7">
        {t('security.title')}
      </h2>
      <label className="mt-4 flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={isRequired}
          disabled={change.isPending}
          aria-describedby={`${id}-text`}
          className="size-5 shrink-0 accent-accent"
          onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
        />
        <span className="font-medium">{t('security.require')}</span>
      </label>
      <p id={`${id}-text`} className="mt-1 max-w-[62ch] text-sm text-pretty text-muted">
        {t('security.requireText')}
      </p>
      {change.isError && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {t(needsOwn ? 'security.ownFirst' : 'security.failed')}{' '}
          {needsOwn && (
            <Link to="/me" className="font-medium underline underline-offset-4">
              {t('security.setUp')}
            </Link>
          )}
        </p>
      )}
    </section>
  );
}
