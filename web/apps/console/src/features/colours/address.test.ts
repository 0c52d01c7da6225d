import { DEFAULT_SETTINGS } from '@touchline/theme';
import { describe, expect, test } from 'vitest';
import { fromSearch, toSearch } from './address';

describe('address', () => {
  const saved = { ...DEFAULT_SETTINGS, accent: '#3d7bff' };

  test('OPS-02 the colours of an address can be shared', () => {
    const chosen = { ...saved, body_background: '#ffffff', body_text_color: '#111111' };
    const search = toSearch(chosen, saved);
    expect(search).toContain('body_background=ffffff');
    expect(fromSearch(search, DEFAULT_SETTINGS)).toEqual(chosen);
  });

  test('OPS-02 a missing accent can be shared too', () => {
    const search = toSearch({ ...saved, accent: null }, saved);
    expect(fromSearch(search, saved).accent).toBeNull();
  });

  test("OPS-02 the channel's own colours leave the address clean", () => {
    expect(toSearch({ ...saved }, saved)).toBe('');
    expect(fromSearch('', saved)).toEqual(saved);
  });

  test('OPS-02 an invalid colour in an address is ignored', () => {
    expect(fromSearch('?accent=red;}&body_background=0f0&footer_background=', saved)).toEqual({
      ...saved,
      body_background: '#00ff00',
    });
  });
});
