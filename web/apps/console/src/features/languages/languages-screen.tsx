import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { OperatorChannel } from '@touchline/api/console';
import { LANGUAGE_NAMES, LOCALES, useConsoleT } from '@touchline/i18n';
import { Button, EmptyState, ErrorState } from '@touchline/ui';
import { useState } from 'react';
import { SelectField } from '../../forms/select-field.tsx';
import { NotFound } from '../../navigation/not-found.tsx';
import { FindBox } from '../../resource/find-box.tsx';
import { NotForRole } from '../../resource/resource-list-screen.tsx';
import { RowsSkeleton } from '../../resource/rows-skeleton.tsx';
import { useChannel } from '../../session/session.ts';
import { translationsQuery } from './languages-query.ts';
import { type LanguagesSearch, languagesSearch, TEXT_KINDS } from './languages-search.ts';
import { KIND_NAMES } from './names.ts';
import { PoSection } from './po-section.tsx';
import { countMissing, found, rowsOf } from './text-rows.ts';
import { TranslationRow } from './translation-row.tsx';
import './languages.css';

/** Rows that are shown at once. */
const PAGE = 100;

/** Every text of the channel beside its translations. */
export function LanguagesScreen() {
  const t = useConsoleT();
  const channel = useChannel();
  if (!channel) return <NotFound />;
  if (!channel.may.includes('edit_site')) return <NotForRole title="languages.title" />;
  return (
    <>
      <h1 className="text-4xl leading-10">{t('languages.title')}</h1>
      <p className="mt-2 max-w-[62ch] text-pretty text-muted">
        {t('languages.text', { language: LANGUAGE_NAMES[channel.language] })}
      </p>
      <Texts key={channel.id} channel={channel} />
      <PoSection key={`po-${channel.id}`} channel={channel} />
    </>
  );
}

function Texts({ channel }: { readonly channel: OperatorChannel }) {
  const t = useConsoleT();
  const search = useSearch({ from: '/$channel/languages' });
  const navigate = useNavigate({ from: '/$channel/languages' });
  const [shown, setShown] = useState(PAGE);
  const { data, isPending, refetch } = useQuery(translationsQuery(channel.id));
  const filter = (change: Partial<Record<keyof LanguagesSearch, unknown>>) => {
    setShown(PAGE);
    void navigate({ search: languagesSearch({ ...search, ...change }), replace: true, resetScroll: false });
  };
  if (isPending) return <RowsSkeleton />;
  if (!data) {
    return (
      <div className="mt-6">
        <ErrorState text={t('languages.error')} onRetry={() => void refetch()} />
      </div>
    );
  }
  const languages = LOCALES.filter((locale) => locale !== channel.language);
  const all = rowsOf(data);
  if (all.length === 0) {
    return (
      <div className="mt-6">
        <EmptyState title={t('languages.none')} text={t('languages.noneText')} />
      </div>
    );
  }
  const missing = countMissing(all, languages);
  const rows = found(all, languages, search);
  const isDone = [...missing.values()].every((count) => count === 0);
  return (
    <section aria-label={t('languages.title')} className="mt-6">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <FindBox find={search.find ?? ''} onFind={(find) => filter({ find })} />
        <SelectField
          label={t('languages.kind')}
          options={[
            { value: 'all', text: t('languages.allKinds') },
            ...TEXT_KINDS.map((kind) => ({ value: kind, text: t(KIND_NAMES[kind]) })),
          ]}
          value={search.kind ?? 'all'}
          onChange={(kind) => filter({ kind })}
        />
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={search.missing === 'only'}
            className="size-5 shrink-0 accent-accent"
            onChange={({ currentTarget }) => filter({ missing: currentTarget.checked ? 'only' : '' })}
          />
          {t('languages.onlyMissing')}
        </label>
      </div>
      <p role="status" className="mt-4 text-sm text-muted">
        {[
          t('languages.count', { count: rows.length }),
          ...languages.map((language) =>
            t('languages.missingIn', { language: LANGUAGE_NAMES[language], count: missing.get(language) ?? 0 }),
          ),
        ].join(' · ')}
      </p>
      {rows.length === 0 && search.missing && isDone && (
        <div className="mt-4">
          <EmptyState title={t('languages.allDone')} text={t('languages.allDoneText')} />
        </div>
      )}
      {rows.length === 0 && !(search.missing && isDone) && (
        <div className="mt-4 grid justify-items-start gap-3">
          <p>{t('languages.noMatch')}</p>
          <Button variant="secondary" onClick={() => filter({ find: '', kind: '', missing: '' })}>
            {t('languages.clear')}
          </Button>
        </div>
      )}
      <ul className="mt-4">
        {rows.slice(0, shown).map(({ item, text }) => (
          <TranslationRow
            key={`${item.kind} ${item.id} ${text.field}`}
            channel={channel}
            languages={languages}
            item={item}
            text={text}
          />
        ))}
      </ul>
      {rows.length > shown && (
        <Button variant="secondary" className="mt-4 min-h-11" onClick={() => setShown(shown + PAGE)}>
          {t('languages.more', { count: Math.min(PAGE, rows.length - shown) })}
        </Button>
      )}
    </section>
  );
}
