import { afterEach, describe, expect, test, vi } from 'vitest';
import { forgetDraft, itemsWithDraft, keepDraft, readDraft } from './kept-drafts.ts';

const PLACE = { operator: 1, channel: 2, kind: 'faq' };
const draft = (version: number, question: string) => ({ at: version, version, base: {}, draft: { question } });

afterEach(() => localStorage.clear());

describe('kept drafts', () => {
  test('OPS-02 a draft belongs to one operator, channel and thing, and the last one counts', () => {
    keepDraft(PLACE, 7, draft(1, 'one'));
    keepDraft(PLACE, 7, draft(2, 'two'));
    keepDraft(PLACE, null, draft(0, 'new'));
    expect(readDraft(PLACE, 7)?.draft).toEqual({ question: 'two' });
    expect(readDraft(PLACE, null)?.draft).toEqual({ question: 'new' });
    expect(itemsWithDraft(PLACE)).toEqual(new Set([7, null]));
    expect(localStorage).toHaveLength(2);
    for (const other of [{ operator: 9 }, { channel: 9 }, { kind: 'page' }]) {
      expect(readDraft({ ...PLACE, ...other }, 7)).toBeNull();
    }
    expect(readDraft(PLACE, 70)).toBeNull();
    forgetDraft(PLACE, 7);
    expect(readDraft(PLACE, 7)).toBeNull();
    expect(readDraft(PLACE, null)).not.toBeNull();
  });

  test('OPS-02 what cannot be read is no draft, and a browser that stores nothing does no harm', () => {
    localStorage.setItem('touchline-draft:1:2:faq:7:1', '{"at":"long ago"}');
    expect(readDraft(PLACE, 7)).toBeNull();
    localStorage.setItem('touchline-draft:1:2:faq:7:1', '{broken');
    expect(readDraft(PLACE, 7)).toBeNull();
    vi.stubGlobal('localStorage', undefined);
    keepDraft(PLACE, 7, draft(1, 'one'));
    expect(readDraft(PLACE, 7)).toBeNull();
    expect(itemsWithDraft(PLACE)).toEqual(new Set());
    vi.unstubAllGlobals();
  });
});
