import { describe, expect, it } from 'vitest';
import { addTags, hasTag, MAX_TAG, MAX_TAGS, toggleTag } from './tags.ts';

describe('tags of a clip', () => {
  it('CLIP-04 takes free ones, separated by commas, each once', () => {
    expect(addTags(['Goal'], ' top  corner, goal ,#Late winner')).toEqual(['Goal', 'top corner', 'Late winner']);
    expect(addTags(['Goal'], '  ')).toEqual(['Goal']);
  });

  it('T28 CLIP-04 number and length of tags are bounded', () => {
    const many = Array.from({ length: 30 }, (_, index) => `tag ${index}`).join(',');
    expect(addTags([], many)).toHaveLength(MAX_TAGS);
    expect(addTags([], 'x'.repeat(99))).toEqual(['x'.repeat(MAX_TAG)]);
  });

  it('CLIP-04 a pressed one goes, whatever its letters', () => {
    expect(toggleTag(['Goal', 'Save'], 'GOAL')).toEqual(['Save']);
    expect(toggleTag(['Save'], 'Goal')).toEqual(['Save', 'Goal']);
    expect(hasTag(['Save'], 'save')).toBe(true);
  });
});
