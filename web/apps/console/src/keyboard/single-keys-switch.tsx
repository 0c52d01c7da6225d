import { useConsoleT } from '@touchline/i18n';
import { setSingleKeys, singleKeys } from './single-keys.ts';

/** Switches single letters as shortcuts on and off. */
export function SingleKeysSwitch() {
  const t = useConsoleT();
  const isOn = singleKeys.use();
  return (
    <div>
      <label className="mt-4 flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={isOn}
          className="size-5 shrink-0 accent-accent"
          onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
        />
        <span>{t('keys.single')}</span>
      </label>
      <p className="mt-1 text-sm text-pretty text-muted">{t('keys.singleText')}</p>
    </div>
  );
}
