import { describe, expect, test } from 'vitest';
import { afterSave, beginEditing, discarded, type Editing, isUnsaved, rebased } from './editing.ts';

const STORED = { id: 7, version: 2, fields: { question: 'A', answer: 'a' } };
const NOBODY = { by: null, at: null };
const typed = (editing: Editing, values: Editing['draft']): Editing => ({
  ...editing,
  draft: { ...editing.draft, ...values },
});

describe('editing', () => {
  test('OPS-02 a form begins with what is stored, or goes on with the draft that was left', () => {
    const fresh = beginEditing(STORED, {}, null);
    expect(fresh).toMatchObject({ id: 7, version: 2, draft: STORED.fields });
    expect(isUnsaved(fresh)).toBe(false);
    const kept = { at: 5, version: 2, base: STORED.fields, draft: { question: 'B', answer: 'a' } };
    expect(beginEditing(STORED, {}, kept)).toMatchObject({ version: 2, draft: kept.draft, leftAt: 5 });
    // A draft that equals the newest version is no draft any more.
    const same = { ...STORED, version: 3, fields: kept.draft };
    expect(beginEditing(same, {}, kept).leftAt).toBeUndefined();
    expect(beginEditing(null, { question: '' }, null)).toMatchObject({ id: null, version: 0, draft: { question: '' } });
  });

  test('OPS-02 text typed during a save stays unsaved, and the other fields are as the server stored them', () => {
    const sending = typed(beginEditing(STORED, {}, null), { question: 'B', answer: '<b onclick>b</b>' });
    const since = typed(sending, { question: 'BC' });
    const saved = { ...STORED, version: 3, fields: { question: 'B', answer: '<b>b</b>' } };
    const now = afterSave(since, sending.draft, saved);
    expect(now).toMatchObject({ version: 3, draft: { question: 'BC', answer: '<b>b</b>' }, clashes: {} });
    expect(isUnsaved(now)).toBe(true);
  });

  test('OPS-02 a second conflict keeps the first one’s clashes, but not those that it settles', () => {
    const mine = typed(beginEditing(STORED, {}, null), { question: 'mine', answer: 'mine' });
    const once = rebased(mine, { ...STORED, version: 3, fields: { question: 'theirs', answer: 'theirs' } }, NOBODY);
    expect(Object.keys(once.clashes)).toEqual(['question', 'answer']);
    // The operator takes their question, which then changes again.
    const chosen = typed(once, { question: 'theirs' });
    const twice = rebased(chosen, { ...STORED, version: 4, fields: { question: 'newer', answer: 'theirs' } }, NOBODY);
    expect(twice.draft).toEqual({ question: 'newer', answer: 'mine' });
    expect(twice.clashes).toEqual({ answer: { mine: 'mine', theirs: 'theirs', was: 'a' } });
    expect(discarded(twice)).toMatchObject({ version: 4, draft: { question: 'newer', answer: 'theirs' }, clashes: {} });
  });
});
