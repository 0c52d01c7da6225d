/** What the server reads, and what it has a sentence for. */
const KNOWN = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/svg+xml']);
const QUALITY = 0.92;

/** The file, or a JPEG of it where only the browser can read it, such as a phone's HEIC. */
export async function readableFile(file: File): Promise<Blob> {
  if (KNOWN.has(file.type)) return file;
  try {
    const picture = await createImageBitmap(file);
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  } catch {
    // The server says what is wrong with it.
    return file;
  }
}

const MAX_NAME = 120;

/** A name for a picture until somebody gives it a better one; nothing if the file has none. */
export function nameOfFile(name: string): string {
  const words = name.replace(/\.[^.]*$/, '').replaceAll(/[\p{Cc}_\s-]+/gu, ' ');
  return words.trim().slice(0, MAX_NAME);
}
