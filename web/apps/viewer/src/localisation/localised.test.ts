import { describe, expect, it } from 'vitest';
import { makeBoot, makeSlide } from '../testing/fixtures.ts';
import { allLocalised, localised } from './localised.ts';
import { localisedBoot } from './localised-boot.ts';

const faq = {
  id: 1,
  question: 'How?',
  answer: '<p>So.</p>',
  translations: { fr: { question: 'Comment ?', answer: ' ' } },
};

const translated = <T extends object>(content: T, bg: Record<string, string>): T => ({
  ...content,
  translations: { bg },
});

describe('localised', () => {
  it('UI-13 content shows in the interface language where it is translated', () => {
    expect(localised(faq, 'question', 'fr')).toBe('Comment ?');
  });

  it.each(['en', 'bg'] as const)('UI-13 without a translation to %s it shows as it was written', (locale) => {
    expect(localised(faq, 'question', locale)).toBe('How?');
  });

  it('UI-13 an empty translation counts as none', () => {
    expect(localised(faq, 'answer', 'fr')).toBe('<p>So.</p>');
  });

  it('changes texts and nothing else of a list', () => {
    const odd = { ...faq, translations: { fr: { question: 'Comment ?', id: '7', url: '/elsewhere' } } };
    expect(allLocalised([odd], 'fr')).toEqual([{ ...odd, question: 'Comment ?' }]);
  });
});

describe('localisedBoot', () => {
  const boot = makeBoot();
  boot.bootstrap.faq = [faq];
  boot.bootstrap.slides = [translated(makeSlide(), { title: 'Добре дошли' })];
  boot.bootstrap.event_categories = [
    translated({ id: 1, name: 'Basketball', alias: 'basketball', image: null }, { name: 'Баскетбол' }),
  ];
  boot.bootstrap.settings.static_blocks = [
    translated({ id: 1, place: 'home', content: '<p>New</p>' }, { content: '<p>Ново</p>' }),
  ];
  boot.bootstrap.settings = translated(boot.bootstrap.settings, { name: 'Север', tagline: ' ' });
  boot.bootstrap.menu.links = [
    translated({ id: 1, name: 'Help', url: '/faq', place: 'header' as const }, { name: 'Помощ' }),
  ];

  it('UI-13 all words of the channel follow the language', () => {
    const { bootstrap } = localisedBoot(boot, 'bg');
    expect(bootstrap.slides[0]?.title).toBe('Добре дошли');
    expect(bootstrap.event_categories[0]).toMatchObject({ name: 'Баскетбол', alias: 'basketball' });
    expect(bootstrap.settings.static_blocks[0]?.content).toBe('<p>Ново</p>');
    expect(bootstrap.menu.links[0]?.name).toBe('Помощ');
    expect(bootstrap.settings).toMatchObject({ name: 'Север', tagline: boot.bootstrap.settings.tagline });
    expect(bootstrap.faq[0]?.question).toBe('How?');
  });

  it('is made once for each language', () => {
    expect(localisedBoot(boot, 'bg')).toBe(localisedBoot(boot, 'bg'));
    expect(localisedBoot(boot, 'fr')).not.toBe(localisedBoot(boot, 'bg'));
  });
});
