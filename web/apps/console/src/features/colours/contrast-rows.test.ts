import { DEFAULT_SETTINGS, GUARANTEES, buildTheme } from '@touchline/theme';
import { describe, expect, test } from 'vitest';
import { contrastSections } from './contrast-rows.ts';

describe('contrast rows', () => {
  const settings = { ...DEFAULT_SETTINGS, body_background: '#808080', body_text_color: '#7f7f7f' };
  const rows = contrastSections(settings, buildTheme(settings)).flatMap((section) => section.rows);

  test('OPS-02 every promise of the theme is shown once', () => {
    const shown = rows.map(({ role }) => role);
    expect(shown.toSorted()).toEqual(GUARANTEES.map(({ role }) => role).toSorted());
  });

  test('OPS-02, UI-11 a row tells what was asked, what is used and how well it reads', () => {
    const text = rows.find(({ role }) => role === 'body-text-color');
    expect(text).toMatchObject({ asked: '#7f7f7f', least: 4.5 });
    expect(text?.used).not.toBe('#7f7f7f');
    expect(text?.ratio).toBeGreaterThanOrEqual(4.5);
  });
});
