import { readFile } from 'node:fs/promises';
import openapi, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';

const packageFile = (path: string) => new URL(`../${path}`, import.meta.url);

test.each([
  ['openapi.json', 'src/schema.d.ts'],
  ['console-openapi.json', 'src/console/schema.d.ts'],
])('the generated types are those of the committed %s (npm run api:types makes them)', async (document, file) => {
  const types = await readFile(packageFile(file), 'utf8');
  const fresh = astToString(await openapi(packageFile(document), { defaultNonNullable: false }));
  expect(types.endsWith(fresh)).toBe(true);
});
