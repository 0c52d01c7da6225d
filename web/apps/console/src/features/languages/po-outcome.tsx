import { type ConsoleTranslate, problemText, useConsoleT } from '@touchline/i18n';
import type { ImportProgress, NotWritten } from './import-changes.ts';
import { fieldName, itemName } from './names.ts';

interface PoOutcomeProps {
  readonly progress: ImportProgress;
  /** How many there were, if the import stopped before its end. */
  readonly stoppedOf: number | null;
}

/** What an import wrote, and what not. */
export function PoOutcome({ progress, stoppedOf }: PoOutcomeProps) {
  const t = useConsoleT();
  const { written, done, notWritten } = progress;
  return (
    <div role="status" className="form-note mt-6">
      <div className="grid gap-2">
        <p>{t('po.done', { count: written })}</p>
        {stoppedOf !== null && <p className="text-danger">{t('po.stopped', { done, count: stoppedOf })}</p>}
        {notWritten.length > 0 && (
          <>
            <p>{t('po.notWritten')}</p>
            <ul className="list-disc ps-5">
              {notWritten.map((one) => (
                <li key={`${one.kind} ${one.outcome.id}`}>{reasonOf(one, t)}</li>
              ))}
            </ul>
            <p>{t('po.again')}</p>
          </>
        )}
      </div>
    </div>
  );
}

function reasonOf({ name, kind, outcome }: NotWritten, t: ConsoleTranslate): string {
  const named = { name: itemName({ kind, name }, t) };
  if (outcome.state === 'conflict') return t('po.conflict', named);
  if (outcome.state === 'gone') return t('po.gone', named);
  const [problem] = outcome.problems;
  const said = problem ? `${fieldName(textOf(problem.field), t)}: ${problemText(problem, t)}` : '';
  return t('po.refused', { ...named, problem: said });
}

/** `fields.0.label` of `fields.0.translations.fr.label`. */
function textOf(field: string): string {
  return field.replace(/translations\.[a-z]+\./, '');
}
