import { useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { useEffect, useId, useRef } from 'react';
import { copyText } from '../../forms/copy-text.ts';

interface RecoveryCodeListProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** New recovery codes. The server keeps only their hashes, so this is the one time that they are shown. */
export function RecoveryCodeList({ codes, onDone }: RecoveryCodeListProps) {
  const t = useConsoleT();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = `${codes.join('\n')}\n`;
  return (
    <section aria-labelledby={id} className="grid gap-4 rounded-card border border-line p-4 sm:p-5">
      <h3 id={id} ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {t('me.newCodes')}
      </h3>
      <p className="text-sm text-pretty text-muted">{t('me.newCodesText')}</p>
      <ul className="grid grid-cols-1 gap-x-6 gap-y-1 font-mono min-[24rem]:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => copyText(text, t('me.codesCopied'), t('me.copyFailed'))}>
          {t('me.copyCodes')}
        </Button>
        <Button variant="secondary" onClick={() => download(text)}>
          {t('me.downloadCodes')}
        </Button>
        <Button onClick={onDone}>{t('me.codesKept')}</Button>
      </div>
    </section>
  );
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'touchline-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(address);
}
