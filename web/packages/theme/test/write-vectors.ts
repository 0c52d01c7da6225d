// Writes `vectors.json` anew after a wanted change of the engine: `npm run vectors -w @touchline/theme`, then run the
// Rust tests, which check the server's engine against it, and look at the difference.
import { writeFileSync } from 'node:fs';
import { vectors } from './vectors.ts';

writeFileSync(new URL('../vectors.json', import.meta.url), `${JSON.stringify(vectors(), undefined, 2)}\n`);
