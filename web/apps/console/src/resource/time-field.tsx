import { useQuery } from '@tanstack/react-query';
import type { OperatorChannel } from '@touchline/api/console';
import { fetchLocalTime } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { Field } from '../forms/field.tsx';
import { SelectField } from '../forms/select-field.tsx';
import type { InputProps } from './field-props.ts';
import { sayTime, timeText, type TypedTime, typedTime } from './zoned-time.ts';

interface TimeFieldProps extends InputProps {
  readonly channel: OperatorChannel;
}

/** A local time in the channel's zone. The server says what the change of clocks makes of it. */
export function TimeField({ channel, id, label, hint, problem, value, onChange }: TimeFieldProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const time = typedTime(value);
  const moments = useMoments(channel.id, time);
  const says = time ? sayTime(time, locale) : t('resource.channelZone', { zone: channel.time_zone });
  const isSkipped = moments?.clock === 'skipped';
  const change = (local: string) =>
    onChange(local === '' ? null : timeText({ local, zone: time?.zone ?? channel.time_zone, offset: null }));
  return (
    <div className="grid gap-3">
      <Field
        id={id}
        label={label}
        hint={[hint, says].filter(Boolean).join(' ')}
        problem={isSkipped ? t('resource.timeSkipped') : problem}
      >
        {(wiring) => (
          <input
            {...wiring}
            type="datetime-local"
            value={time?.local ?? ''}
            className="field max-w-64"
            onChange={({ currentTarget }) => change(currentTarget.value)}
          />
        )}
      </Field>
      {time && moments?.clock === 'repeated' && (
        <SelectField
          label={t('resource.whichTime', { field: label })}
          hint={t('resource.timeRepeated')}
          options={moments.moments.map(({ offset }, index) => ({
            value: offset,
            text: t(index === 0 ? 'resource.firstTime' : 'resource.secondTime', { offset }),
          }))}
          value={time.offset ?? moments.moments[0]?.offset ?? ''}
          onChange={(offset) => onChange(timeText({ ...time, offset }))}
        />
      )}
    </div>
  );
}

/** When clocks show the time; nothing until the server has said. */
function useMoments(channel: number, time: TypedTime | null) {
  const { local = '', zone = '' } = time ?? {};
  const { data } = useQuery({
    queryKey: ['local-time', channel, local, zone],
    queryFn: ({ signal }) => fetchLocalTime(channel, local, zone, signal),
    enabled: time !== null,
    staleTime: Infinity,
    retry: false,
  });
  return data;
}
