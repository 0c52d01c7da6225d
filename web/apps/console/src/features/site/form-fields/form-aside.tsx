import { Link } from '@tanstack/react-router';
import { loadContentMessages, useConsoleT } from '@touchline/i18n';
import { buttonClass, Skeleton } from '@touchline/ui';
import { lazy, Suspense, useId } from 'react';
import type { AsideProps } from '../../../resource/resource.ts';

// The words beside the fields are the viewer's, in a catalogue that no other screen of the console needs.
const FormPreview = lazy(async () => {
  await loadContentMessages();
  return { default: (await import('./form-preview.tsx')).FormPreview };
});

/** The way to the answers, and the preview. */
export function FormAside({ channel, item, fields }: AsideProps) {
  const t = useConsoleT();
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="mt-10 grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={heading} className="text-xl leading-7">
          {t('forms.preview')}
        </h2>
        {item !== null && channel.may.includes('see_form_answers') && (
          <Link
            to="/$channel/answers/$form"
            params={{ channel: channel.alias, form: String(item) }}
            search={{}}
            className={buttonClass('secondary', 'small', 'min-h-11')}
          >
            {t('forms.toAnswers')}
          </Link>
        )}
      </div>
      <p className="text-sm text-pretty text-muted">{t('forms.previewText')}</p>
      <Suspense fallback={<Skeleton className="h-64 rounded-sheet" />}>
        <FormPreview fields={fields} />
      </Suspense>
    </section>
  );
}
