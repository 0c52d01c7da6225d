const two = (number: number) => String(number).padStart(2, '0');

/** A moment as a field for date and time takes it, by the operator's own clock. */
export function toLocalInput(seconds: number): string {
  const at = new Date(seconds * 1000);
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The moment that was typed; null where it is none. */
export function fromLocalInput(text: string): number | null {
  const milliseconds = new Date(text).getTime();
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000);
}
