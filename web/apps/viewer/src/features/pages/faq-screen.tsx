import { useContentT } from '@touchline/i18n';
import { EmptyState } from '@touchline/ui';
import { Link, useLocation } from '@tanstack/react-router';
import { ChevronDown, Link2, Search, SearchX } from 'lucide-react';
import { useDeferredValue, useLayoutEffect, useRef, useState } from 'react';
import { useChannel } from '../../channel/channel.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { RichText } from '../../rich-text/rich-text.tsx';
import { RouterButton } from '../../navigation/router-button.tsx';
import { anchorOf, findAnswers } from './find-answers.ts';
import './reading.css';

/** So many can be read over; more are easier to search. */
const SEARCHED_ABOVE = 8;

export function FaqScreen() {
  const t = useContentT();
  const { faq } = useChannel().bootstrap;
  const [text, setText] = useState('');
  const found = findAnswers(faq, useDeferredValue(text));
  usePageTitle(t('faq.title'));
  return (
    <div className="reading">
      <h1 className="text-[2.25rem] leading-10">{t('faq.heading')}</h1>
      {faq.length === 0 ? (
        <div className="mt-8">
          <EmptyState title={t('faq.empty')} text={t('faq.emptyText')}>
            <RouterButton to="/contacts">{t('contacts.heading')}</RouterButton>
          </EmptyState>
        </div>
      ) : (
        <>
          {faq.length > SEARCHED_ABOVE && (
            <div role="search" className="relative mt-6">
              <Search aria-hidden size={18} className="pointer-events-none absolute top-3.5 left-3.5 text-muted" />
              <input
                type="search"
                aria-label={t('faq.search')}
                placeholder={t('faq.search')}
                value={text}
                className="field h-12 rounded-full! ps-10!"
                onChange={({ target }) => setText(target.value)}
              />
              <p role="status" className="sr-only">
                {text.trim() && t('faq.found', { count: found.length })}
              </p>
            </div>
          )}
          {found.length > 0 ? (
            <div className="mt-6 divide-y divide-line border-y border-line">
              {found.map(({ id, question, answer }) => (
                <Entry key={id} id={id} question={question} answer={answer} />
              ))}
            </div>
          ) : (
            <div className="mt-6">
              <EmptyState
                icon={<SearchX aria-hidden size={32} />}
                title={t('faq.nothing')}
                text={t('faq.nothingText')}
              />
            </div>
          )}
          <div className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-3">
            <p className="text-muted">{t('faq.ask')}</p>
            <RouterButton to="/contacts" variant="secondary">
              {t('contacts.heading')}
            </RouterButton>
          </div>
        </>
      )}
    </div>
  );
}

interface EntryProps {
  readonly id: number;
  readonly question: string;
  readonly answer: string;
}

/** A question that opens to its answer; an address that ends with its name opens it at once. */
function Entry({ id, question, answer }: EntryProps) {
  const t = useContentT();
  const anchor = anchorOf(id);
  const element = useRef<HTMLDetailsElement>(null);
  const isWanted = useLocation({ select: ({ hash }) => hash.replace('#', '') === anchor });
  useLayoutEffect(() => {
    if (isWanted && element.current) element.current.open = true;
  }, [isWanted]);
  return (
    // Above the first stands the search, which would end half under the header.
    <details ref={element} id={anchor} className="group first:scroll-mt-16">
      <summary className="flex min-h-16 cursor-pointer list-none items-center justify-between gap-4 rounded-field py-4">
        <h2 className="min-w-0 font-sans text-base leading-6 font-semibold tracking-normal text-wrap wrap-break-word">
          {question}
        </h2>
        <ChevronDown
          aria-hidden
          size={20}
          className="shrink-0 text-muted transition-transform duration-200 group-open:rotate-180"
        />
      </summary>
      <RichText html={answer} className="max-w-[65ch] text-muted" />
      <Link
        to="/faq"
        hash={anchor}
        className="mt-2 mb-4 inline-flex min-h-9 items-center gap-1.5 text-sm text-muted underline-offset-4 hover:text-text hover:underline"
      >
        <Link2 aria-hidden size={16} />
        {t('faq.link')}
      </Link>
    </details>
  );
}
