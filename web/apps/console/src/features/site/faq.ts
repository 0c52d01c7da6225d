import { faqCalls, type FaqItem } from '@touchline/api/console';
import { defineResource } from '../../resource/resource.ts';
import { startOf } from './start-of.ts';

export const faq = defineResource<FaqItem>({
  kind: 'faq',
  noun: 'faq',
  may: 'edit_site',
  texts: { title: 'faq.title', text: 'faq.text', add: 'faq.add', empty: 'faq.empty', emptyText: 'faq.emptyText' },
  title: ({ question }) => question,
  facts: ({ answer }) => [startOf(answer)],
  fields: [
    { name: 'question', kind: 'text', label: 'faq.question', maxLength: 300, required: true, translated: true },
    { name: 'answer', kind: 'html', label: 'faq.answer', required: true, translated: true },
  ],
  blank: { question: '', answer: '' },
  calls: faqCalls,
});
