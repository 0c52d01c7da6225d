import type { TargetDetails, TargetKind } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import './target-field.css';

const KINDS = [
  { kind: 'event', name: 'video.games' },
  { kind: 'vod', name: 'video.films' },
] as const;

interface TargetFieldProps {
  readonly kind: TargetKind;
  readonly text: string;
  readonly target: number | null;
  readonly targets: readonly TargetDetails[] | undefined;
  /** Others are being looked for. */
  readonly isStale: boolean;
  readonly isError: boolean;
  readonly onKind: (kind: TargetKind) => void;
  readonly onText: (text: string) => void;
  readonly onTarget: (target: number | null) => void;
}

/** A game or a film, found by its name. */
export function TargetField({
  kind,
  text,
  target,
  targets,
  isStale,
  isError,
  onKind,
  onText,
  onTarget,
}: TargetFieldProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const nameOf = ({ title, date, has_video }: TargetDetails) => {
    const dated = `${title}, ${day.format(date * 1000)}`;
    return has_video ? t('video.hasVideo', { title: dated }) : dated;
  };
  return (
    <>
      <fieldset>
        <legend className="text-sm font-medium">{t('video.kind')}</legend>
        <div className="mt-1.5 flex gap-1.5">
          {KINDS.map((choice) => (
            <label key={choice.kind} className="kind-choice">
              <input
                type="radio"
                name="kind"
                value={choice.kind}
                checked={choice.kind === kind}
                onChange={() => onKind(choice.kind)}
              />
              {t(choice.name)}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <div>
          <label htmlFor="target-text" className="text-sm font-medium">
            {t('video.find')}
          </label>
          <input
            id="target-text"
            type="search"
            value={text}
            maxLength={100}
            autoComplete="off"
            className="field mt-1.5"
            onChange={({ currentTarget }) => onText(currentTarget.value)}
          />
        </div>
        <div>
          <label htmlFor="target" className="text-sm font-medium">
            {t('video.target')}
          </label>
          <select
            id="target"
            value={target ?? ''}
            className="field mt-1.5"
            aria-describedby="target-state"
            onChange={({ currentTarget }) => onTarget(currentTarget.value === '' ? null : Number(currentTarget.value))}
          >
            <option value="">{t('video.choose')}</option>
            {targets?.map((found) => (
              <option key={found.id} value={found.id}>
                {nameOf(found)}
              </option>
            ))}
          </select>
        </div>
      </div>
      <output id="target-state" className="text-sm text-muted empty:hidden">
        {isError && !targets ? t('video.targetsError') : targets?.length === 0 && !isStale && t('video.noTargets')}
      </output>
    </>
  );
}
