import { buildTheme, DEFAULT_SETTINGS } from '@touchline/theme';
import { expect, test } from 'vitest';
import { inScheme } from './scheme-colours.ts';

test('OPS-02 a scheme keeps colours that are of it, and otherwise their accent', () => {
  const dark = { ...DEFAULT_SETTINGS, accent: '#e4572e' };
  expect(inScheme(dark, 'own')).toBe(dark);
  expect(inScheme(dark, 'dark')).toBe(dark);
  const light = inScheme(dark, 'light');
  expect(light.accent).toBe('#e4572e');
  expect(buildTheme(light).scheme).toBe('light');
  expect(buildTheme(inScheme(light, 'dark')).scheme).toBe('dark');
});
