/** The zone of the operator's own clock. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** IANA names, the operator's own and UTC among them. The server decides which it takes. */
export function timeZones(): readonly string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), ownZone(), 'UTC'])].toSorted();
}
