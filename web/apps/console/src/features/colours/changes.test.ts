import { DEFAULT_SETTINGS, buildTheme, type ColorSettings } from '@touchline/theme';
import { describe, expect, test } from 'vitest';
import { colourChanges, formatRatio } from './changes.ts';

const changesOf = (colours: Partial<ColorSettings>) => {
  const settings = { ...DEFAULT_SETTINGS, ...colours };
  return colourChanges(settings, buildTheme(settings));
};

describe('changes', () => {
  test('OPS-02 colours used unchanged are not listed', () => {
    expect(changesOf({ accent: '#1d4ed8' })).toEqual([]);
  });

  test('OPS-02, UI-11 a text that cannot be read is named with its contrast', () => {
    const [change] = changesOf({ body_background: '#ffffff', body_text_color: '#dddddd' });
    expect(change).toMatchObject({
      name: 'body_text_color',
      asked: '#dddddd',
      reason: 'colours.tooFaint',
      ratio: '1.3:1',
    });
  });

  test('OPS-02, UI-11 a text that fails on cards alone is said to', () => {
    const [change] = changesOf({ body_background: '#ffffff', body_text_color: '#767676' });
    expect(change?.reason).toBe('colours.faintOnCards');
  });

  test('OPS-02, UI-11 a background that gave way says to what', () => {
    const [change] = changesOf({ header_background: '#ff0000', header_text_color: '#ffffff' });
    expect(change).toMatchObject({ name: 'header_background', asked: '#ff0000', reason: 'colours.forHeaderText' });
  });

  test('OPS-02, UI-11 an accent is moved for its text or for the page', () => {
    expect(changesOf({ accent: '#3d7bff' })[0]?.reason).toBe('colours.forButtonText');
    expect(changesOf({ accent: '#0b0d12' })[0]?.reason).toBe('colours.forButtons');
  });

  test('OPS-02 a ratio is rounded down', () => {
    expect(formatRatio(4.4999)).toBe('4.4:1');
    expect(formatRatio(21)).toBe('21.0:1');
  });
});
