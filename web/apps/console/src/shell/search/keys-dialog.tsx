import { useConsoleT } from '@touchline/i18n';
import { SECTION_KEYS } from '../nav-groups.ts';
import { setSingleKeys, singleKeys } from './single-keys.ts';
import './search.css';

/** The console's keys, and whether single letters count. */
export function KeysDialog() {
  const t = useConsoleT();
  const isOn = singleKeys.use();
  const keys = [
    { keys: ['Ctrl', 'K'], text: t('search.title') },
    { keys: ['/'], text: t('search.title') },
    ...SECTION_KEYS.map(({ letter, title }) => ({ keys: ['g', letter], text: t(title) })),
    { keys: ['?'], text: t('keys.title') },
  ];
  return (
    <>
      <dl className="key-list">
        {keys.map(({ keys: of, text }) => (
          <div key={of.join(' ')}>
            <dt>
              {of.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
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
    </>
  );
}
