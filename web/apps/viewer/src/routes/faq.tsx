import { useT } from '@touchline/i18n';
import { EmptyState } from '@touchline/ui';
import { ChevronDown } from 'lucide-react';
import { useChannel } from '../app/channel.ts';
import { usePageTitle } from '../app/page-title.ts';
import { RouterButton } from '../app/router-button.tsx';
import { TrustedHtml } from '../app/trusted-html.tsx';

export function FaqScreen() {
  const t = useT();
  const { faq } = useChannel().bootstrap;
  usePageTitle(t('faq.title'));
  return (
    <div className="reading">
      <h1 className="text-[2.25rem] leading-10">{t('faq.heading')}</h1>
      {faq.length === 0 ? (
        <div className="mt-8">
          <EmptyState title={t('faq.empty')} text={t('faq.emptyText')}>
            <RouterButton to="/">{t('notFound.home')}</RouterButton>
          </EmptyState>
        </div>
      ) : (
        <div className="mt-6 divide-y divide-line border-y border-line">
          {faq.map(({ id, question, answer }) => (
            <details key={id} id={`faq-${id}`} className="group">
              <summary className="flex min-h-16 cursor-pointer list-none items-center justify-between gap-4 rounded-field py-4 text-base leading-6 font-semibold">
                {question}
                <ChevronDown
                  aria-hidden
                  size={20}
                  className="shrink-0 text-muted transition-transform duration-200 group-open:rotate-180"
                />
              </summary>
              <TrustedHtml html={answer} className="rich-text max-w-[65ch] pb-6 text-muted" />
            </details>
          ))}
        </div>
      )}
    </div>
  );
}
