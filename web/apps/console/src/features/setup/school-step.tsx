import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  ApiError,
  type CategoryItem,
  groupCalls,
  type GroupItem,
  participantCalls,
  versionConflict,
} from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { ErrorState, Skeleton } from '@touchline/ui';
import { useState } from 'react';
import { fieldProblem } from '../../forms/field-problem.ts';
import { TextField } from '../../forms/text-field.tsx';
import { ColourField } from '../../resource/colour-field.tsx';
import { makeKey } from '../../resource/make-key.ts';
import { schoolsQuery, sportsQuery, teamsQuery } from './channel-setup-query.ts';
import { shortNameOf, teamFields } from './school.ts';
import { StepFrame, type StepProps } from './step-frame.tsx';

/** The first school or club, and a team of it in each sport. */
export function SchoolStep(props: StepProps) {
  const t = useConsoleT();
  const { channel } = props;
  const schools = useQuery(schoolsQuery(channel.id));
  const sports = useQuery(sportsQuery(channel.id));
  if (schools.isPending || sports.isPending) return <Skeleton className="h-80" />;
  if (!schools.data || !sports.data) {
    const retry = () => {
      void schools.refetch();
      void sports.refetch();
    };
    return <ErrorState text={t('setup.error')} onRetry={retry} />;
  }
  return <SchoolForm {...props} school={schools.data[0]} sports={sports.data} />;
}

interface SchoolFormProps extends StepProps {
  /** The one that this step made before. */
  readonly school: GroupItem | undefined;
  readonly sports: readonly CategoryItem[];
}

function SchoolForm({ channel, onNext, school, sports, ...step }: SchoolFormProps) {
  const t = useConsoleT();
  const client = useQueryClient();
  const [name, setName] = useState(school?.name ?? '');
  /** Follows the name until the operator types another one. */
  const [shortName, setShortName] = useState<string | null>(school?.short_name ?? null);
  const [color, setColor] = useState(school?.color ?? '#3b4252');
  const [city, setCity] = useState(school?.city ?? '');
  const [state, setState] = useState(school?.state ?? '');
  const [hasTeams, setHasTeams] = useState(sports.length > 0);
  // At the version that the fields were filled from, so that nobody's change is overwritten unseen.
  const [made, setMade] = useState(school);
  const short = shortName ?? shortNameOf(name);
  const save = useMutation({
    mutationFn: async () => {
      const fields = { name, short_name: short, color, city, state };
      const stored = made ?? (await sameSchool());
      const group = stored
        ? await groupCalls.update(channel.id, stored.id, stored.version, fields)
        : await groupCalls.create(channel.id, fields, makeKey());
      setMade(group);
      client.setQueryData(schoolsQuery(channel.id).queryKey, (all) => [
        group,
        ...(all ?? []).filter(({ id }) => id !== group.id),
      ]);
      if (!hasTeams) return;
      const teams = await client.fetchQuery({ ...teamsQuery(channel.id), staleTime: 0 });
      for (const sport of sports) {
        const isThere = teams.some(
          ({ group_id: of, event_category_id: plays }) => of === group.id && plays === sport.id,
        );
        // oxlint-disable-next-line no-await-in-loop -- one after the other, in the order of the sports
        if (!isThere) await participantCalls.create(channel.id, teamFields(group, sport), makeKey());
      }
      await client.invalidateQueries({ queryKey: teamsQuery(channel.id).queryKey });
    },
    onSuccess: onNext,
    // Another operator may have changed it: the next try is made on theirs.
    onError: async (error) => {
      if (!versionConflict(error)) return;
      const all = await client.fetchQuery({ ...schoolsQuery(channel.id), staleTime: 0 });
      setMade((before) => all.find(({ id }) => id === before?.id));
    },
  });
  /** Asked anew: another device may have gone through this step meanwhile. */
  const sameSchool = async () => {
    const all = await client.fetchQuery({ ...schoolsQuery(channel.id), staleTime: 0 });
    return all.find((one) => one.name === name.trim());
  };
  const isOfNoField = save.isError && !(save.error instanceof ApiError && save.error.problems.length > 0);
  const problemOf = (field: string) => fieldProblem(save.error, field, t);
  return (
    <StepFrame
      {...step}
      title={t('setup.schoolTitle')}
      text={t('setup.schoolText')}
      next={t('setup.nextCheck')}
      isSaving={save.isPending}
      problem={isOfNoField ? t('setup.notSaved') : undefined}
      onSave={() => save.mutate()}
    >
      <div className="grid max-w-[40rem] gap-5">
        <TextField
          name="school"
          label={t('setup.schoolName')}
          problem={problemOf('name')}
          required
          maxLength={120}
          autoComplete="off"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextField
          name="short"
          label={t('setup.shortName')}
          hint={t('setup.shortNameHint')}
          problem={problemOf('short_name')}
          required
          maxLength={12}
          autoComplete="off"
          className="max-w-40"
          value={short}
          onChange={({ currentTarget }) => setShortName(currentTarget.value)}
        />
        <ColourField
          id="setup-school-colour"
          label={t('setup.schoolColour')}
          problem={problemOf('color')}
          value={color}
          isNullable={false}
          fallback={undefined}
          onChange={(value) => setColor(typeof value === 'string' ? value : '')}
        />
        <TextField
          name="city"
          label={t('setup.city')}
          problem={problemOf('city')}
          maxLength={120}
          autoComplete="off"
          value={city}
          onChange={({ currentTarget }) => setCity(currentTarget.value)}
        />
        <TextField
          name="state"
          label={t('setup.state')}
          hint={t('setup.stateHint')}
          problem={problemOf('state')}
          maxLength={120}
          autoComplete="off"
          value={state}
          onChange={({ currentTarget }) => setState(currentTarget.value)}
        />
        {sports.length > 0 && (
          <label className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              checked={hasTeams}
              className="size-5 shrink-0 accent-accent"
              onChange={({ currentTarget }) => setHasTeams(currentTarget.checked)}
            />
            {t('setup.withTeams', { sports: sports.map((sport) => sport.name).join(', ') })}
          </label>
        )}
      </div>
    </StepFrame>
  );
}
