import { useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { useEffect, useId, useRef } from 'react';
import { copyText } from './copy-text.ts';

interface ShownSecretProps {
  readonly secret: string;
  readonly title: string;
  readonly text: string;
  readonly copied: string;
  readonly onDone: () => void;
}

/** A new secret, the one time that it is shown. */
export function ShownSecret({ secret, title, text, copied, onDone }: ShownSecretProps) {
  const t = useConsoleT();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby={id} className="grid max-w-md gap-4 rounded-card border border-line p-4 sm:p-5">
      <h2 id={id} ref={heading} tabIndex={-1} className="text-xl leading-7 outline-none">
        {title}
      </h2>
      <p className="text-sm text-pretty text-muted">{text}</p>
      <code className="block rounded-field border border-line p-3 font-mono text-sm wrap-anywhere select-all">
        {secret}
      </code>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => copyText(secret, copied, t('me.copyFailed'))}>
          {t('tokens.copy')}
        </Button>
        <Button onClick={onDone}>{t('tokens.kept')}</Button>
      </div>
    </section>
  );
}
