/** Addresses for which no working key could be had: while there is one, the reload screen is up. */
export type FailedUrls = ReadonlySet<string>;

export function afterKeyError(
  failed: FailedUrls,
  event: { readonly url: string; readonly failed: boolean },
): FailedUrls {
  return event.failed && !failed.has(event.url) ? new Set([...failed, event.url]) : failed;
}

export function afterRecovery(failed: FailedUrls, url: string): FailedUrls {
  return failed.has(url) ? new Set([...failed].filter((other) => other !== url)) : failed;
}
