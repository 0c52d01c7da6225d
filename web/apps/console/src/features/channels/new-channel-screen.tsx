import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError, createChannel, type NewChannel } from '@touchline/api/console';
import { type Locale, useConsoleT, useLocale } from '@touchline/i18n';
import { Button, showToast } from '@touchline/ui';
import { type FormEvent, useState } from 'react';
import { fieldProblem } from '../../forms/field-problem.ts';
import { fieldText } from '../../forms/field-text.ts';
import { FormAlert } from '../../forms/form-alert.tsx';
import { LANGUAGES, SelectField } from '../../forms/select-field.tsx';
import { TextField, VERBATIM } from '../../forms/text-field.tsx';
import { ownZone, timeZones } from '../../localisation/time-zones.ts';
import { sessionQuery, useChannels } from '../../session/session.ts';
import { SetupSteps } from '../setup/setup-steps.tsx';
import { aliasOf } from './alias.ts';
import { hostOf } from './host-of.ts';

type Currency = NewChannel['currency'];

const CURRENCIES = (['USD', 'CAD', 'EUR', 'BGN'] as const).map((code) => ({ value: code, text: code }));

/** An empty channel, which its administrator then owns. */
export function NewChannelScreen() {
  const t = useConsoleT();
  const client = useQueryClient();
  const navigate = useNavigate();
  const isFirst = useChannels().length === 0;
  const [name, setName] = useState('');
  /** Follows the name until the operator types another one. */
  const [alias, setAlias] = useState<string | null>(null);
  const [language, setLanguage] = useState<Locale>(useLocale());
  const [zone, setZone] = useState(ownZone);
  const [currency, setCurrency] = useState<Currency>('USD');
  const [zones] = useState(() => timeZones().map((one) => ({ value: one, text: one })));
  const save = useMutation({
    mutationFn: createChannel,
    onSuccess: async ({ alias: made }) => {
      await client.refetchQueries({ queryKey: sessionQuery.queryKey });
      showToast({ type: 'success', text: t('channels.created') });
      await navigate({ to: '/$channel/setup', params: { channel: made }, search: {} });
    },
  });
  const isOfNoField = save.isError && !(save.error instanceof ApiError && save.error.problems.length > 0);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const host = hostOf(fieldText(event.currentTarget, 'host'));
    save.mutate({ name, alias: alias ?? aliasOf(name), host, language, currency, time_zone: zone });
  };
  return (
    <div className="max-w-[40rem]">
      {isFirst && (
        <div className="mb-8">
          <SetupSteps current="channel" />
        </div>
      )}
      <h1 className="text-4xl leading-10">{t('channels.new')}</h1>
      <p className="mt-2 text-pretty text-muted">{t('channels.newText')}</p>
      <form className="mt-8 grid gap-5" onSubmit={submit}>
        <FormAlert text={isOfNoField ? t('console.unavailable') : undefined} />
        <TextField
          name="name"
          label={t('channels.name')}
          problem={fieldProblem(save.error, 'name', t)}
          required
          maxLength={80}
          autoComplete="organization"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextField
          {...VERBATIM}
          name="alias"
          label={t('channels.alias')}
          hint={t('channels.aliasHint')}
          problem={fieldProblem(save.error, 'alias', t)}
          required
          maxLength={63}
          autoComplete="off"
          value={alias ?? aliasOf(name)}
          onChange={({ currentTarget }) => setAlias(currentTarget.value)}
        />
        <TextField
          {...VERBATIM}
          name="host"
          label={t('channels.host')}
          hint={t('channels.hostHint')}
          problem={fieldProblem(save.error, 'host', t)}
          required
          maxLength={253}
          autoComplete="off"
          defaultValue={location.hostname}
        />
        <SelectField label={t('channels.language')} options={LANGUAGES} value={language} onChange={setLanguage} />
        <SelectField
          label={t('settings.timeZone')}
          hint={t('channels.timeZoneHint')}
          problem={fieldProblem(save.error, 'time_zone', t)}
          options={zones}
          value={zone}
          onChange={setZone}
        />
        <SelectField label={t('channels.currency')} options={CURRENCIES} value={currency} onChange={setCurrency} />
        <Button type="submit" size="large" className="justify-self-start" disabled={save.isPending}>
          {t('channels.create')}
        </Button>
      </form>
    </div>
  );
}
