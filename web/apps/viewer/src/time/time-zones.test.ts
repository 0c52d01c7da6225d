import { describe, expect, it } from 'vitest';
import { offsetMinutes, zoneAbbreviation } from './time-zones.ts';

const at = (iso: string) => Date.parse(iso) / 1000;
const winter = at('2026-01-15T18:00:00Z');
const summer = at('2026-07-15T18:00:00Z');

describe('zoneAbbreviation', () => {
  it.each([
    ['America/New_York', 'ET', 'ET'],
    ['America/Chicago', 'CT', 'CT'],
    ['America/Denver', 'MT', 'MT'],
    ['America/Los_Angeles', 'PT', 'PT'],
    ['America/Phoenix', 'MST', 'MST'],
    ['Europe/London', 'GMT', 'BST'],
    ['Europe/Paris', 'CET', 'CEST'],
    ['Europe/Sofia', 'EET', 'EEST'],
  ])('UI-09 %s is %s in winter and %s in summer', (zone, inWinter, inSummer) => {
    expect(zoneAbbreviation(winter, zone)).toBe(inWinter);
    expect(zoneAbbreviation(summer, zone)).toBe(inSummer);
  });

  it('UI-09 daylight time falls into the southern summer', () => {
    expect(zoneAbbreviation(winter, 'Australia/Sydney')).toBe('AEDT');
    expect(zoneAbbreviation(summer, 'Australia/Sydney')).toBe('AEST');
  });

  it('UI-09 a zone outside the map goes by its offset', () => {
    expect(zoneAbbreviation(winter, 'Asia/Kathmandu')).toBe('UTC+5:45');
    expect(zoneAbbreviation(winter, 'America/Sao_Paulo')).toBe('UTC-3');
  });
});

describe('offsetMinutes', () => {
  it('knows both sides of Greenwich, halves, and Greenwich itself', () => {
    expect(offsetMinutes(winter, 'America/New_York')).toBe(-300);
    expect(offsetMinutes(summer, 'America/New_York')).toBe(-240);
    expect(offsetMinutes(winter, 'Asia/Kolkata')).toBe(330);
    expect(offsetMinutes(winter, 'UTC')).toBe(0);
  });
});
