import { ApiError, RequestError } from '@touchline/api/console';
import { consoleTranslate, loadConsoleMessages } from '@touchline/i18n';
import { expect, test } from 'vitest';
import { uploadRefusal } from './upload-refusal.ts';

await loadConsoleMessages();
const t = consoleTranslate();

const refusal = (code: string, problems: ApiError['problems'] = []) =>
  new ApiError({ status: 400, message: 'In English', code, fields: {}, problems, retryAfter: null });

const EMPTY = { field: 'upload-length', code: 'file_empty', params: {}, message: 'In English' } as const;

test.each([
  [refusal('no_room'), 'The server does not have enough disk space for this file.'],
  [refusal('upload_too_large'), 'The file is too large.'],
  [refusal('invalid', [EMPTY]), 'The file is empty'],
  [refusal('upload_busy'), 'Please try again.'],
  [new RequestError('timeout'), 'Please try again.'],
])('UI-13 a refused upload is explained in words of the page', (error, text) => {
  expect(uploadRefusal(error, t)).toBe(text);
});
