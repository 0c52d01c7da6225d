import { useContentT } from '@touchline/i18n';
import { Button, LinkButton, showToast } from '@touchline/ui';
import { CalendarPlus, Copy } from 'lucide-react';
import { useId, useRef } from 'react';
import { webcalAddress } from './calendar-address.ts';

/** A feed's address: to open in a calendar program, to copy, and to read. */
export function CalendarFeed({ url }: { readonly url: string }) {
  const t = useContentT();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      showToast({ id: 'calendar', type: 'success', text: t('calendar.copied') });
    } catch {
      field.current?.select();
      showToast({ id: 'calendar', type: 'warning', text: t('calendar.notCopied') });
    }
  };
  return (
    <div className="grid gap-3">
      <label htmlFor={id} className="sr-only">
        {t('calendar.address')}
      </label>
      <input
        ref={field}
        id={id}
        readOnly
        value={url}
        className="min-h-11 w-full min-w-0 rounded-field border border-control bg-body px-3 text-sm text-muted"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className="flex flex-wrap gap-3">
        <LinkButton href={webcalAddress(url)} className="min-h-11">
          <CalendarPlus aria-hidden size={18} />
          {t('calendar.open')}
        </LinkButton>
        <Button variant="secondary" className="min-h-11" onClick={() => void copy()}>
          <Copy aria-hidden size={18} />
          {t('calendar.copy')}
        </Button>
      </div>
    </div>
  );
}
