interface Policy {
  createHTML(html: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy;
}

declare global {
  // Chromium's, which TypeScript's own library does not describe.
  var trustedTypes: TrustedTypes | undefined;
}

const asIs: Policy = { createHTML: (html) => html };

/** The console's one policy, since a name is given once: for documents that run nothing and know no page. */
export const policy = globalThis.trustedTypes?.createPolicy('touchline', asIs) ?? asIs;

/** The body of a document without a window: nothing in it runs, and no picture loads. */
export function parseInertly(html: string): HTMLElement {
  // Without these a leading style would land in the head, and a table inside the paragraph before it.
  const page = `<!doctype html><body>${html}`;
  return new DOMParser().parseFromString(policy.createHTML(page), 'text/html').body;
}
