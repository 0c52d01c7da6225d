const two = (number: number) => String(number).padStart(2, '0');

/** The value of a `datetime-local` input, in the operator's time zone. */
export function toLocalInput(seconds: number): string {
  const at = new Date(seconds * 1000);
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The moment of an input's value; null for an invalid one. */
export function fromLocalInput(text: string): number | null {
  const milliseconds = new Date(text).getTime();
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000);
}
