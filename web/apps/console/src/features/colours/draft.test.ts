import { DEFAULT_SETTINGS } from '@touchline/theme';
import { describe, expect, test } from 'vitest';
import { draftOf, edit, fieldError, sameSettings } from './draft';

describe('draft', () => {
  const draft = draftOf({ ...DEFAULT_SETTINGS, accent: '#3d7bff' });

  test('OPS-02 any notation that the server takes becomes #rrggbb', () => {
    const edited = edit(draft, 'body_background', ' RGB(255 0 0) ');
    expect(edited.settings.body_background).toBe('#ff0000');
    expect(edited.texts.body_background).toBe(' RGB(255 0 0) ');
  });

  test('OPS-02 half a colour stays in its field and leaves the preview alone', () => {
    const edited = edit(draft, 'body_background', '#12');
    expect(edited.texts.body_background).toBe('#12');
    expect(edited.settings).toEqual(draft.settings);
  });

  test('OPS-02 an empty accent means none, other colours are needed', () => {
    expect(edit(draft, 'accent', ' ').settings.accent).toBeNull();
    expect(fieldError('accent', '')).toBeUndefined();
    expect(fieldError('body_background', '')).toBe('Choose a colour.');
  });

  test.each(['red', '#12345', '#fff;}', 'url(x)', 'var(--x)'])('OPS-02 %s is refused with a message', (text) => {
    expect(fieldError('accent', text)).toMatch(/^Not a colour/);
  });

  test('OPS-02 settings are compared by colour', () => {
    expect(sameSettings(draft.settings, draftOf(draft.settings).settings)).toBe(true);
    expect(sameSettings(draft.settings, { ...draft.settings, accent: null })).toBe(false);
  });
});
