import { useConsoleT } from '@touchline/i18n';
import { SECTION_KEYS } from '../nav-groups.ts';
import { LIST_KEYS } from './shortcuts.ts';
import { SingleKeysSwitch } from '../../keyboard/single-keys-switch.tsx';
import './search.css';

/** The console's keys, and whether single letters count. */
export function KeysDialog() {
  const t = useConsoleT();
  const keys = [
    { keys: ['Ctrl', 'K'], text: t('search.title') },
    { keys: ['/'], text: t('search.title') },
    { keys: ['g', 'c'], text: t('keys.channel') },
    ...SECTION_KEYS.map(({ letter, title }) => ({ keys: ['g', letter], text: t(title) })),
    { keys: ['?'], text: t('keys.title') },
    ...LIST_KEYS.map(({ key, text }) => ({ keys: [key], text: t(text) })),
    { keys: ['Ctrl', 'S'], text: t('keys.save') },
    { keys: ['Esc'], text: t('keys.close') },
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
      <SingleKeysSwitch />
    </>
  );
}
