import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GUARANTEES, buildTheme, contrastOf, formatColour, parseColour, worstContrast } from '../src/index.ts';
import stored from '../vectors.json' with { type: 'json' };
import { vectors } from './vectors.ts';

const byte = fc.integer({ min: 0, max: 255 });
const grey = fc.oneof(byte, fc.integer({ min: 100, max: 160 })).map((value) => formatColour([value, value, value]));
const colour = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(byte, byte, byte).map(formatColour) },
  // Greys are where contrast is lost.
  { weight: 2, arbitrary: grey },
);
const settings = fc.record({
  header_background: colour,
  header_text_color: colour,
  body_background: colour,
  body_text_color: colour,
  footer_background: colour,
  accent: fc.option(colour),
});

describe('theme', () => {
  test('UI-10, UI-11 the stored vectors, which the server checks too, are what the engine gives', () => {
    expect(stored.themes.length).toBeGreaterThanOrEqual(40);
    expect(vectors()).toEqual(stored);
  });

  test('UI-10, UI-11 any six colours give an AA palette', () => {
    fc.assert(
      fc.property(settings, (input) => {
        const theme = buildTheme(input);
        const broken = GUARANTEES.filter((guarantee) => worstContrast(theme, guarantee) < guarantee.least);
        expect(broken).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('UI-11 colours that can be read are kept', () => {
    const input = {
      header_background: '#7a0019',
      header_text_color: '#ffcc33',
      body_background: '#ffffff',
      body_text_color: '#222222',
      footer_background: '#333333',
      accent: '#7a0019',
    };
    const { scheme, variables } = buildTheme(input);
    expect(scheme).toBe('light');
    expect(variables).toMatchObject({
      '--header-background': input.header_background,
      '--header-text-color': input.header_text_color,
      '--body-background': input.body_background,
      '--body-text-color': input.body_text_color,
      '--footer-background': input.footer_background,
      '--accent': input.accent,
    });
  });

  test('UI-11 a text that cannot be read moves just as far as it must', () => {
    const white = '#ffffff';
    const theme = buildTheme({
      header_background: white,
      header_text_color: white,
      body_background: white,
      body_text_color: '#9fb8ff',
      footer_background: white,
      accent: null,
    });
    expect(contrastOf(theme, 'body-text-color', 'surface-raised')).toBeCloseTo(4.5, 1);
  });

  test('UI-10 a text that is no colour cannot reach the theme', () => {
    const hostile = '#fff;}body{display:none';
    const { variables } = buildTheme({
      header_background: hostile,
      header_text_color: hostile,
      body_background: hostile,
      body_text_color: hostile,
      footer_background: hostile,
      accent: hostile,
    });
    for (const value of Object.values(variables)) expect(value).toMatch(/^#[\da-f]{6}$/);
  });

  test('UI-10 a parsed colour is written in six digits', () => {
    const text = fc.tuple(fc.constantFrom('#', 'rgb(', 'hsl('), fc.string(), fc.constantFrom('', ')'));
    fc.assert(
      fc.property(text, (parts) => {
        const read = parseColour(parts.join(''));
        expect(read ? formatColour(read) : '#000000').toMatch(/^#[\da-f]{6}$/);
      }),
    );
  });
});
