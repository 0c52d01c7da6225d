import type { TranslationCheck } from '@touchline/api/console';
import { formatNumber, type Locale, useConsoleT, useLocale } from '@touchline/i18n';
import { Badge, Button } from '@touchline/ui';
import { shortened } from '../../resource/shortened.ts';
import { fieldName, itemName, kindName } from './names.ts';

/** Changes that are shown. */
const MAX_SHOWN = 50;

interface PoCheckProps {
  readonly language: Locale;
  readonly result: TranslationCheck;
  /** How many are tried while they are written. */
  readonly done: number | null;
  readonly onWrite: () => void;
}

/** What the import of a file would do. */
export function PoCheck({ language, result, done, onWrite }: PoCheckProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const { changes, left_out: leftOut } = result;
  const counts = [
    ['po.new', result.new],
    ['po.changed', result.changed],
    ['po.unchanged', result.unchanged],
    ['po.untranslated', result.untranslated],
    ['po.stale', result.stale],
    ['po.unknown', result.unknown],
  ] as const;
  return (
    <section aria-labelledby="po-result" className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4">
      <h3 id="po-result" className="text-lg leading-7 font-semibold">
        {t('po.result')}
      </h3>
      <dl className="po-counts">
        {counts.map(([key, count]) => (
          <div key={key} className="rounded-card border border-line p-3">
            <dt className="text-sm text-muted">{t(key)}</dt>
            <dd className="text-xl leading-7 font-semibold tabular-nums">{formatNumber(count, locale)}</dd>
          </div>
        ))}
      </dl>
      {changes.length === 0 ? (
        <p>{t('po.nothing')}</p>
      ) : (
        <>
          <h4 className="font-semibold">{t('po.changes')}</h4>
          <ul className="grid gap-3">
            {changes.slice(0, MAX_SHOWN).map((change) => (
              <li key={`${change.kind} ${change.id} ${change.field}`} className="border-b border-line pb-3">
                <p className="text-sm text-muted">
                  {[kindName(change.kind, t), itemName(change, t), fieldName(change.field, t)].join(' · ')}
                </p>
                <p lang={language} className="wrap-anywhere">
                  {shortened(change.text, true, true)}
                </p>
                {change.before !== null && (
                  <p className="text-sm wrap-anywhere text-muted">
                    {t('po.before', { text: shortened(change.before, true, true) })}
                  </p>
                )}
              </li>
            ))}
          </ul>
          {changes.length > MAX_SHOWN && (
            <p className="text-sm text-muted">{t('po.more', { count: changes.length - MAX_SHOWN })}</p>
          )}
        </>
      )}
      {leftOut.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2.5 text-sm font-medium">{t('po.leftOut')}</summary>
          <ul className="grid gap-2">
            {leftOut.map(({ context, is_stale: isStale }) => (
              <li key={context} className="flex flex-wrap items-center gap-2 text-sm">
                <code className="wrap-anywhere">{context}</code>
                <Badge>{t(isStale ? 'po.stale' : 'po.unknown')}</Badge>
              </li>
            ))}
          </ul>
        </details>
      )}
      {changes.length > 0 && done === null && (
        <Button className="min-h-11 justify-self-start" onClick={onWrite}>
          {t('po.apply', { count: changes.length })}
        </Button>
      )}
      {done !== null && <p role="status">{t('po.applying', { done, count: changes.length })}</p>}
    </section>
  );
}
