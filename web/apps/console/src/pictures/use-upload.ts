import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, type PictureItem, uploadPicture } from '@touchline/api/console';
import { type ConsoleTranslate, useConsoleT } from '@touchline/i18n';
import { fieldProblem } from '../forms/field-problem.ts';
import { makeKey } from '../resource/make-key.ts';
import { putPicture } from './picture-queries.ts';
import { nameOfFile, readableFile } from './readable-file.ts';

/** In bytes, as the server has it. */
const MAX_FILE = 20 * 1024 * 1024;

/** Adds a file to the library of a channel. */
export function useUpload(channel: number, onDone: (picture: PictureItem) => void) {
  const t = useConsoleT();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (file: File) => {
      const readable = await readableFile(file);
      if (readable.size > MAX_FILE) throw new TooLarge();
      const name = nameOfFile(file.name) || t('pictures.untitled');
      return uploadPicture(channel, { file: readable, name, key: makeKey() });
    },
    onSuccess: (picture) => {
      putPicture(client, channel, picture);
      onDone(picture);
    },
  });
}

class TooLarge extends Error {}

/** Why a file was not added. */
export function uploadProblem(error: Error | null, t: ConsoleTranslate): string | undefined {
  if (!error) return undefined;
  const code = error instanceof ApiError ? error.code : '';
  if (error instanceof TooLarge || code === 'too_large') return t('pictures.tooLarge');
  if (code === 'too_many_items') return t('pictures.tooMany');
  return fieldProblem(error, 'file', t) ?? t('pictures.uploadFailed');
}
