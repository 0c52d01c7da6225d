import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, buttonClass } from '@touchline/ui';
import { type FormEvent, useId } from 'react';
import { PeriodFields } from '../../forms/period-fields.tsx';
import { usePeriod } from '../../forms/use-period.ts';
import { ACTION_NAMES, AUDIT_ACTIONS } from './audit-actions.ts';
import { auditOperatorsQuery } from './audit-queries.ts';
import { auditSearch, type AuditSearch, isNarrowed } from './audit-search.ts';
import './audit-filter.css';

interface AuditFilterProps {
  readonly channel: OperatorChannel;
  readonly search: AuditSearch;
}

/** Narrows the log: people and actions at once, days and text when they are complete. */
export function AuditFilter({ channel, search }: AuditFilterProps) {
  const t = useConsoleT();
  const id = useId();
  const navigate = useNavigate();
  const { data: people = [] } = useQuery(auditOperatorsQuery(channel.id));
  const { typed, type } = usePeriod(search);
  const show = (change: Record<string, unknown>) =>
    void navigate({
      to: '/$channel/audit',
      params: { channel: channel.alias },
      search: auditSearch({ ...search, ...typed, ...change }),
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    show({});
  };
  const isListed = search.who === undefined || people.some((person) => person.id === search.who);
  const actions = AUDIT_ACTIONS.map((action) => ({ action, label: t(ACTION_NAMES[action]) }));
  actions.sort((one, other) => one.label.localeCompare(other.label));
  return (
    <form role="search" aria-label={t('audit.filter')} className="audit-filter" onSubmit={submit}>
      <div>
        <label htmlFor={`${id}-who`} className="text-sm font-medium">
          {t('audit.who')}
        </label>
        <select
          id={`${id}-who`}
          value={search.who ?? ''}
          className="field mt-1.5"
          onChange={({ currentTarget }) => show({ who: currentTarget.value })}
        >
          <option value="">{t('audit.everyone')}</option>
          {people.map((person) => (
            <option key={person.id} value={person.id}>
              {person.name ? `${person.name}, ${person.email}` : person.email}
            </option>
          ))}
          {!isListed && <option value={search.who}>{t('audit.actor.gone', { id: String(search.who) })}</option>}
        </select>
      </div>
      <div>
        <label htmlFor={`${id}-action`} className="text-sm font-medium">
          {t('audit.action')}
        </label>
        <select
          id={`${id}-action`}
          value={search.action ?? ''}
          className="field mt-1.5"
          onChange={({ currentTarget }) => show({ action: currentTarget.value })}
        >
          <option value="">{t('audit.allActions')}</option>
          {actions.map(({ action, label }) => (
            <option key={action} value={action}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <PeriodFields label={t('audit.subject')} typed={typed} onType={type} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="secondary" className="min-h-11">
          {t('audit.apply')}
        </Button>
        {isNarrowed(search) && (
          <Link
            to="/$channel/audit"
            params={{ channel: channel.alias }}
            search={{}}
            className={buttonClass('quiet', 'medium', 'min-h-11')}
          >
            {t('audit.clear')}
          </Link>
        )}
      </div>
    </form>
  );
}
