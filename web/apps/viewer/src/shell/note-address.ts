import { requestAuthDialog } from './auth-dialog-request.ts';
import { noteDropped } from './find-dropped-parameters.ts';

/** Notes what an address says beside what its screen reads. */
export function noteAddress(path: string, query: Readonly<Record<string, unknown>>): void {
  noteDropped(path, query);
  requestAuthDialog(path, query['modal']);
}
