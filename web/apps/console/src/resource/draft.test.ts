import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diff, type Fields, fieldValue, isChanged, merge } from './draft.ts';

const NAMES = ['question', 'answer', 'event_id', 'translations.fr.question', 'translations.bg.answer'];
const value = fc.oneof(fc.constantFrom('', 'a', 'b', null), fc.integer({ min: 0, max: 2 }), fc.boolean());
const text = fc.constantFrom('', 'a', 'b');
const field = fc.constantFrom(...NAMES).chain((name) => fc.tuple(fc.constant(name), name.includes('.') ? text : value));
const fields: fc.Arbitrary<Fields> = fc.array(field, { maxLength: 8 }).map((pairs) => Object.fromEntries(pairs));

/** Fields that are not there are empty. */
const whole = (some: Fields): Fields => Object.fromEntries(NAMES.map((name) => [name, fieldValue(some, name)]));

describe('draft', () => {
  test('OPS-02 diff holds what makes a draft of its base, and nothing that was not changed', () => {
    fc.assert(
      fc.property(fields, fields, (base, draft) => {
        const changes = diff(base, draft);
        expect(whole({ ...base, ...changes })).toEqual(whole(draft));
        for (const name of Object.keys(changes)) expect(fieldValue(changes, name)).not.toBe(fieldValue(base, name));
        expect(isChanged(base, draft)).toBe(Object.keys(changes).length > 0);
        expect(diff(draft, draft)).toEqual({});
      }),
    );
  });

  test('OPS-02 merge gives every field as one of the two sides has it, and loses no change', () => {
    fc.assert(
      fc.property(fields, fields, fields, (base, mine, theirs) => {
        const { draft, taken, clashes } = merge(base, mine, theirs);
        for (const name of NAMES) {
          const [was, my, their] = [base, mine, theirs].map((side) => fieldValue(side, name));
          const now = fieldValue(draft, name);
          expect(now).toBe(my === was ? their : my);
          expect(taken.includes(name)).toBe(my === was && their !== was);
          expect(clashes[name]).toEqual(
            my !== was && their !== was && my !== their ? { mine: my, theirs: their, was } : undefined,
          );
        }
      }),
    );
  });

  test('OPS-02 merge with an unchanged side is the other side, whichever it is', () => {
    fc.assert(
      fc.property(fields, fields, (base, side) => {
        expect(whole(merge(base, side, base).draft)).toEqual(whole(side));
        expect(merge(base, side, base).taken).toEqual([]);
        expect(whole(merge(base, base, side).draft)).toEqual(whole(side));
        expect(merge(base, base, side).clashes).toEqual({});
        expect(merge(base, side, side).clashes).toEqual({});
      }),
    );
  });

  test('OPS-02 merge without a clash does not depend on the order of the sides', () => {
    fc.assert(
      fc.property(fields, fields, fields, (base, mine, theirs) => {
        const [one, other] = [merge(base, mine, theirs), merge(base, theirs, mine)];
        expect(Object.keys(one.clashes).toSorted()).toEqual(Object.keys(other.clashes).toSorted());
        fc.pre(Object.keys(one.clashes).length === 0);
        expect(whole(one.draft)).toEqual(whole(other.draft));
      }),
    );
  });
});
