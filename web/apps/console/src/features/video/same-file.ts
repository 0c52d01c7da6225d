import type { UploadSummary } from '@touchline/api/console';

type Chosen = Pick<File, 'name' | 'size' | 'lastModified'>;

const key = (upload: number) => `touchline-upload-${upload}`;

/** Notes what the server is not told of a file: when it was last changed. */
export function rememberFile(upload: number, file: Chosen): void {
  try {
    localStorage.setItem(key(upload), String(file.lastModified));
  } catch {
    // Then its name and size have to do.
  }
}

export function forgetFile(upload: number): void {
  localStorage.removeItem(key(upload));
}

/** Whether a file is the one that an upload was begun with, so that it can go on with it. */
export function isSameFile(upload: Pick<UploadSummary, 'id' | 'name' | 'bytes'>, file: Chosen): boolean {
  const changed = localStorage.getItem(key(upload.id));
  const unchanged = changed === null || changed === String(file.lastModified);
  return upload.name === file.name.slice(0, 200) && upload.bytes === file.size && unchanged;
}
