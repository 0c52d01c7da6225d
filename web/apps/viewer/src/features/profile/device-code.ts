const LENGTH = 8;

/** A code as the TV shows it, however it was typed; undefined where it cannot be one. */
export function readDeviceCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  return code.length === LENGTH ? `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}` : undefined;
}
