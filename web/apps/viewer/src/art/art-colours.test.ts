import { contrast, parseColour, WHITE } from '@touchline/theme';
import { array, assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bandColours, crestColours } from './art-colours.ts';

const hex = integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const parse = (color: string) => parseColour(color) ?? WHITE;

describe('bandColours', () => {
  it('UI-11 any team colours carry white names and can be told apart', () => {
    assert(
      property(array(hex, { minLength: 1, maxLength: 4 }), (colors) => {
        const bands = bandColours(colors).map(parse);
        expect(bands).toHaveLength(colors.length);
        for (const band of bands) expect(contrast(WHITE, band)).toBeGreaterThanOrEqual(4.5);
        const seams = bands.slice(1).map((band, index) => contrast(bands[index] ?? band, band));
        for (const seam of seams) expect(seam).toBeGreaterThanOrEqual(1.5);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps colours that work as they are', () => {
    expect(bandColours(['#7a2374', '#1f7a44'])).toEqual(['#7a2374', '#1f7a44']);
  });

  it.each([[['#ffffff', '#ffffff']], [['#000000', '#000000']], [['nonsense', '']]])('copes with %j', (colors) => {
    const [away = '', home = ''] = bandColours(colors);
    expect(contrast(parse(away), parse(home))).toBeGreaterThanOrEqual(1.5);
  });

  it('has a colour even without any team colours', () => {
    expect(bandColours([])).toHaveLength(1);
  });
});

describe('crestColours', () => {
  it('UI-11 letters read on every shield', () => {
    assert(
      property(hex, (color) => {
        const { fill, ink } = crestColours(color);
        expect(contrast(parse(fill), parse(ink))).toBeGreaterThanOrEqual(3);
      }),
    );
  });
});
