import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LegalPage, OperatorChannel } from '@touchline/api/console';
import { type ConsoleTranslate, LANGUAGE_NAMES, useConsoleT } from '@touchline/i18n';
import { Badge, buttonClass, ErrorState } from '@touchline/ui';
import { RowsSkeleton } from '../../resource/rows-skeleton.tsx';
import { LEGAL_NAMES } from '../../localisation/legal-names.ts';
import { legalQuery } from './legal-query.ts';
import '../../resource/resource-row.css';
import '../../lists/list.css';

/** The legal pages, with what is missing. */
export function LegalList({ channel }: { readonly channel: OperatorChannel }) {
  const t = useConsoleT();
  const { data: pages, isPending, refetch } = useQuery(legalQuery(channel.id));
  if (isPending) return <RowsSkeleton />;
  if (!pages) {
    return (
      <div className="mt-6">
        <ErrorState text={t('texts.error')} onRetry={() => void refetch()} />
      </div>
    );
  }
  return (
    <section aria-labelledby="legal" className="mt-8 max-w-[56rem]">
      <h2 id="legal" className="text-xl leading-7">
        {t('texts.legal')}
      </h2>
      <ul className="list mt-3">
        {pages.map((page) => (
          <LegalRow key={page.kind} channel={channel} legal={page} />
        ))}
      </ul>
    </section>
  );
}

function LegalRow({ channel, legal }: { readonly channel: OperatorChannel; readonly legal: LegalPage }) {
  const t = useConsoleT();
  const name = t(LEGAL_NAMES[legal.kind]);
  return (
    <li className="resource-row">
      <div className="min-w-0 flex-1">
        {legal.page === null ? (
          <p className="font-semibold">{name}</p>
        ) : (
          <Link
            to="/$channel/site/$noun/$item"
            params={{ channel: channel.alias, noun: 'pages', item: String(legal.page) }}
            search={{}}
            className="resource-link"
          >
            {name}
          </Link>
        )}
        <p className="text-sm text-pretty text-muted">{stateOf(legal, t)}</p>
        {legal.blanks.length > 0 && (
          <p className="text-sm text-pretty">
            <Badge>{t('texts.legal.blanks', { blanks: legal.blanks.length })}</Badge> {legal.blanks.join(' · ')}
          </p>
        )}
        {legal.untranslated.length > 0 && (
          <p className="text-sm text-muted">
            {t('texts.legal.untranslated', {
              languages: legal.untranslated.map((language) => LANGUAGE_NAMES[language]).join(', '),
            })}
          </p>
        )}
      </div>
      {legal.page === null && (
        <Link
          to="/$channel/legal/$kind"
          params={{ channel: channel.alias, kind: legal.kind }}
          aria-label={t('texts.legal.createOf', { name })}
          className={buttonClass('secondary', 'small', 'min-h-11')}
        >
          {t('texts.legal.create')}
        </Link>
      )}
    </li>
  );
}

function stateOf({ state, path }: LegalPage, t: ConsoleTranslate): string {
  if (state === 'own') return t('texts.legal.own', { path });
  return t(state === 'notice' ? 'texts.legal.notice' : 'texts.legal.none');
}
