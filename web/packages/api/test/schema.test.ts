import { readFile } from 'node:fs/promises';
import openapi, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';

const packageFile = (path: string) => new URL(`../${path}`, import.meta.url);

test('the generated types are those of the committed document (npm run api:types makes them)', async () => {
  const types = await readFile(packageFile('src/schema.d.ts'), 'utf8');
  const fresh = astToString(await openapi(packageFile('openapi.json'), { defaultNonNullable: false }));
  expect(types.endsWith(fresh)).toBe(true);
});
