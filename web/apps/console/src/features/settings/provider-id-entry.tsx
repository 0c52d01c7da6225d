import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, checkProviderId, type ProviderIdItem } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { FormAlert } from '../../forms/form-alert.tsx';
import { ProviderSecretForm } from './provider-secret-form.tsx';
import { KINDS, providerIdsQuery, sayCheck } from './provider-ids.ts';

const TOO_MANY_REQUESTS = 429;

interface ProviderIdEntryProps {
  readonly channel: number;
  readonly item: ProviderIdItem & { readonly id: string };
}

/** An id with its check and what that found last. */
export function ProviderIdEntry({ channel, item }: ProviderIdEntryProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const client = useQueryClient();
  const { kind, id, secret, last } = item;
  const name = t(KINDS[kind].label);
  const check = useMutation({
    mutationFn: () => checkProviderId(channel, kind),
    onSettled: () => client.invalidateQueries({ queryKey: providerIdsQuery(channel).queryKey }),
  });
  const result = check.data ?? last;
  const isTooOften = check.error instanceof ApiError && check.error.status === TOO_MANY_REQUESTS;
  const failure = check.error && t(isTooOften ? 'ids.tooOften' : 'ids.notChecked');
  return (
    <li className="grid gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 gap-1">
          <h3 className="font-semibold">{name}</h3>
          <p className="font-mono text-sm wrap-anywhere text-muted">{id}</p>
        </div>
        <Button
          variant="secondary"
          aria-label={t('ids.checkOf', { name })}
          disabled={check.isPending}
          onClick={() => check.mutate()}
        >
          {t('ids.check')}
        </Button>
      </div>
      <output aria-live="polite" className="text-sm text-pretty wrap-anywhere">
        {check.isPending && <span>{t('ids.checking')}</span>}
        {!check.isPending && result && (
          <span className={result.is_ok ? 'text-success' : 'text-danger'}>{sayCheck(kind, result, t, locale)}</span>
        )}
      </output>
      <FormAlert text={failure ?? undefined} />
      {secret !== 'not_needed' && (
        <ProviderSecretForm
          channel={channel}
          kind={kind}
          name={name}
          isSet={secret === 'set'}
          onChange={() => check.reset()}
        />
      )}
    </li>
  );
}
