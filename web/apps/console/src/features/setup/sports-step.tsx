import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, categoryCalls, type CategoryItem } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { ErrorState, Skeleton } from '@touchline/ui';
import { useState } from 'react';
import { Field } from '../../forms/field.tsx';
import { makeKey } from '../../resource/make-key.ts';
import { commonSportsQuery, sportsQuery } from './channel-setup-query.ts';
import { SportIcon } from './sport-icon.tsx';
import { aliasFor, commonFields, typedSports } from './sports.ts';
import { StepFrame, type StepProps } from './step-frame.tsx';

/** What the channel shows: common sports, and others by their names. */
export function SportsStep({ channel, onNext, ...step }: StepProps) {
  const t = useConsoleT();
  const client = useQueryClient();
  const common = useQuery(commonSportsQuery);
  const known = useQuery(sportsQuery(channel.id));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [typed, setTyped] = useState('');
  const save = useMutation({
    mutationFn: async () => {
      // Asked anew: another device may have gone through this step meanwhile.
      const stored = await client.fetchQuery({ ...sportsQuery(channel.id), staleTime: 0 });
      const made: CategoryItem[] = [...stored];
      const aliases = () => made.map(({ alias }) => alias);
      for (const sport of common.data ?? []) {
        if (!chosen.has(sport.alias) || aliases().includes(sport.alias)) continue;
        // oxlint-disable-next-line no-await-in-loop -- one after the other, in the order of the list
        made.push(await create(commonFields(sport, channel.language)));
      }
      for (const name of typedSports(typed, made)) {
        // oxlint-disable-next-line no-await-in-loop -- each address depends on those before
        made.push(await create({ name, alias: aliasFor(name, aliases()) }));
      }
      return made;
    },
    onSuccess: (made) => {
      client.setQueryData(sportsQuery(channel.id).queryKey, made);
      onNext();
    },
    onError: () => void known.refetch(),
  });
  const create = (fields: { name: string; alias: string }) => categoryCalls.create(channel.id, fields, makeKey());
  const retry = () => {
    void common.refetch();
    void known.refetch();
  };
  const toggle = (alias: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(alias);
    else next.delete(alias);
    setChosen(next);
  };
  const has = (alias: string) => known.data?.some((sport) => sport.alias === alias) === true;
  const others = (known.data ?? []).filter(({ alias }) => !common.data?.some((sport) => sport.alias === alias));
  return (
    <StepFrame
      {...step}
      title={t('setup.sportsTitle')}
      text={t('setup.sportsText')}
      next={t('setup.nextSchool')}
      isSaving={save.isPending}
      problem={save.isError ? sportsProblem(save.error, t) : undefined}
      onSave={() => save.mutate()}
    >
      {(common.isPending || known.isPending) && <Skeleton className="h-64" />}
      {(common.isError || known.isError) && <ErrorState text={t('setup.error')} onRetry={retry} />}
      {common.data && known.data && (
        <>
          <fieldset>
            <legend className="sr-only">{t('setup.sportsTitle')}</legend>
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-2">
              {common.data.map((sport) => (
                <li key={sport.alias}>
                  <label className="flex min-h-12 cursor-pointer items-center gap-3 rounded-field border border-line bg-surface px-3 has-checked:border-accent has-disabled:cursor-default">
                    <input
                      type="checkbox"
                      checked={has(sport.alias) || chosen.has(sport.alias)}
                      disabled={has(sport.alias)}
                      className="size-5 shrink-0 accent-accent"
                      onChange={({ currentTarget }) => toggle(sport.alias, currentTarget.checked)}
                    />
                    <SportIcon alias={sport.alias} />
                    <span className="min-w-0">{sport[channel.language]}</span>
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
          {others.length > 0 && (
            <p className="text-sm text-muted">
              {t('setup.sportsThere', { names: others.map(({ name }) => name).join(', ') })}
            </p>
          )}
          <Field label={t('setup.otherSports')} hint={t('setup.otherSportsHint')}>
            {(wiring) => (
              <textarea
                {...wiring}
                rows={3}
                value={typed}
                className="field h-auto max-w-[40rem] py-2"
                onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              />
            )}
          </Field>
        </>
      )}
    </StepFrame>
  );
}

function sportsProblem(error: Error, t: ReturnType<typeof useConsoleT>): string {
  const isField = error instanceof ApiError && error.problems.length > 0;
  return t(isField ? 'setup.sportRefused' : 'setup.notSaved');
}
