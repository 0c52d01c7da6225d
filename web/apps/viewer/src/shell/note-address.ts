import { noteWay } from './asked-way.ts';
import { noteDropped } from './find-dropped-parameters.ts';

/** Notes what an address says beside what its screen reads. */
export function noteAddress(path: string, query: Readonly<Record<string, unknown>>): void {
  noteDropped(path, query);
  noteWay(path, query['modal']);
}
