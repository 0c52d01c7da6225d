/** In the address: the one clip that is shown, and the clip that is asked to be taken down. */
export interface ClipsSearch {
  readonly clip?: number;
  readonly sheet?: number;
}

/** Takes what makes sense, and leaves the rest out. */
export function clipsSearch(search: Record<string, unknown>): ClipsSearch {
  const [clip, sheet] = [Number(search['clip']), Number(search['sheet'])];
  return { ...(isId(clip) && { clip }), ...(isId(sheet) && { sheet }) };
}

function isId(number: number): boolean {
  return Number.isSafeInteger(number) && number > 0;
}
