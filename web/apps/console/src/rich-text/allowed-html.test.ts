import { expect, it } from 'vitest';
import rules from '../../../../../crates/domain/src/html.rs?raw';
import { ALLOWED } from './allowed-html.ts';

function words(text: string | undefined): string[] {
  return [...(text ?? '').matchAll(/"([a-z0-9]+)"/g)].map(([, word = '']) => word);
}

it('T28 the list of elements and attributes is that of the server', () => {
  const elements = words(/let tags: HashSet<&str> = \[([^\]]+)\]/.exec(rules)?.[1]);
  const attributes = [...rules.matchAll(/\("([a-z]+)", HashSet::from\(\[([^\]]+)\]\)\)/g)];
  expect([...ALLOWED.keys()].toSorted()).toEqual(elements.toSorted());
  expect(new Map([...ALLOWED].filter(([, names]) => names.length > 0))).toEqual(
    new Map(attributes.map(([, element, names]) => [element, words(names)])),
  );
});
