import { useEffect, useRef } from 'react';

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
const policy = globalThis.trustedTypes?.createPolicy('touchline', asIs) ?? asIs;

interface MessageFrameProps {
  readonly title: string;
  readonly html: string;
}

/** A mail as mail programs show it. Nothing in it runs or knows where it is; its links open elsewhere. */
export function MessageFrame({ title, html }: MessageFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (frame.current) frame.current.srcdoc = policy.createHTML(html);
  }, [html]);
  return (
    <iframe
      ref={frame}
      title={title}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      className="h-[42rem] w-full resize-y rounded-card border border-line bg-white"
    />
  );
}
