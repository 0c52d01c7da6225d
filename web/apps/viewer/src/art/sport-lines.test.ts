import { describe, expect, it } from 'vitest';
import { fieldLines } from './sport-lines.ts';

describe('fieldLines', () => {
  it('draws each sport its own field', () => {
    const sports = [
      'Basketball',
      'Football',
      'Soccer',
      'Ice Hockey',
      'Field Hockey',
      'Volleyball',
      'Handball',
      'Baseball',
      'Track and Field',
      'Swimming',
      'Tennis',
      'Lacrosse',
      'Wrestling',
    ];
    expect(new Set(sports.map(fieldLines)).size).toBe(sports.length);
  });

  it('knows relatives and any spelling', () => {
    expect(fieldLines('SOFTBALL')).toBe(fieldLines('baseball'));
    expect(fieldLines('Cross Country')).toBe(fieldLines('track'));
    expect(fieldLines('Ringuette')).toBe(fieldLines('Ice Hockey'));
    expect(fieldLines('women-basketball')).toBe(fieldLines('Basketball'));
  });

  it('has lines for a sport without a drawing of its own', () => {
    expect(fieldLines('Quidditch').whole).not.toBe('');
  });
});
