/** Kinds of asset that get a `.br` and a `.gz` twin; pictures and fonts are compressed by their own formats. */
const PRECOMPRESSED = ['.js', '.css', '.svg', '.json', '.html'] as const;

export function isPrecompressed(file: string): boolean {
  return PRECOMPRESSED.some((extension) => file.endsWith(extension));
}
