/** The first of these elements that can be seen whole and that nothing covers. */
export function findTarget(selector: string): HTMLElement | null {
  return [...document.querySelectorAll<HTMLElement>(selector)].find(isInSight) ?? null;
}

export function isInSight(element: HTMLElement): boolean {
  const { left, top, right, bottom, width } = element.getBoundingClientRect();
  if (width === 0 || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return false;
  const onTop = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return onTop !== null && element.contains(onTop);
}
