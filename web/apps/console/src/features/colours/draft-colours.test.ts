import { DEFAULT_SETTINGS } from '@touchline/theme';
import { describe, expect, test } from 'vitest';
import { draftColours, sameColours } from './draft-colours.ts';

describe('colours of a draft', () => {
  const shown = { ...DEFAULT_SETTINGS, accent: '#3d7bff' };
  const draft = { ...shown };

  test('OPS-02 any notation that the server takes becomes #rrggbb', () => {
    expect(draftColours({ ...draft, body_background: ' RGB(255 0 0) ' }, shown).body_background).toBe('#ff0000');
  });

  test.each(['#12', 'red', '#fff;}', 'url(x)', '', null])('OPS-02 T29 %s leaves the colour that was shown', (text) => {
    expect(draftColours({ ...draft, body_background: text }, shown)).toEqual(shown);
  });

  test('OPS-02 an empty accent means none', () => {
    const colours = draftColours({ ...draft, accent: null }, shown);
    expect(colours.accent).toBeNull();
    expect(sameColours(colours, shown)).toBe(false);
    expect(sameColours(draftColours(draft, colours), shown)).toBe(true);
  });
});
