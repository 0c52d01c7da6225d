import { Link, useNavigate } from '@tanstack/react-router';
import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, buttonClass } from '@touchline/ui';
import type { FormEvent } from 'react';
import { PeriodFields } from '../../forms/period-fields.tsx';
import { type PeriodSearch, periodSearch } from '../../forms/period-search.ts';
import { usePeriod } from '../../forms/use-period.ts';

interface AnswersFilterProps {
  readonly channel: OperatorChannel;
  readonly form: number;
  readonly search: PeriodSearch;
}

export function AnswersFilter({ channel, form, search }: AnswersFilterProps) {
  const t = useConsoleT();
  const navigate = useNavigate();
  const { typed, type } = usePeriod(search);
  const place = {
    to: '/$channel/answers/$form',
    params: { channel: channel.alias, form: String(form) },
  } as const;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void navigate({ ...place, search: periodSearch({ ...typed }) });
  };
  return (
    <form
      role="search"
      aria-label={t('audit.filter')}
      className="mt-6 grid grid-cols-2 items-end gap-x-4 gap-y-3 md:grid-cols-4"
      onSubmit={submit}
    >
      <PeriodFields label={t('answers.find')} typed={typed} onType={type} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="secondary" className="min-h-11">
          {t('audit.apply')}
        </Button>
        {Object.keys(search).length > 0 && (
          <Link {...place} search={{}} className={buttonClass('quiet', 'medium', 'min-h-11')}>
            {t('audit.clear')}
          </Link>
        )}
      </div>
    </form>
  );
}
