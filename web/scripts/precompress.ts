import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isPrecompressed } from '@touchline/config';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes the best `.br` and `.gz` beside each asset, once, so that the server never compresses them. */
export async function precompress(folder: string): Promise<{ files: number; bytes: number; brotli: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && isPrecompressed(entry.name));
  const sizes = await Promise.all(files.map((entry) => writeTwins(join(entry.parentPath, entry.name))));
  return {
    files: files.length,
    bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
    brotli: sizes.reduce((sum, size) => sum + size.brotli, 0),
  };
}

async function writeTwins(file: string): Promise<{ bytes: number; brotli: number }> {
  const content = await readFile(file);
  const options = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  };
  const [br, gz] = await Promise.all([brotli(content, options), zip(content, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
  return { bytes: content.length, brotli: br.length };
}

if (import.meta.main) {
  for (const app of ['viewer', 'console']) {
    const { files, bytes, brotli: compressed } = await precompress(join('apps', app, 'dist', 'assets'));
    console.log(`${app}: ${files} assets, ${kilobytes(bytes)} became ${kilobytes(compressed)} with brotli`);
  }
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}
