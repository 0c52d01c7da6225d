import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, type Ref, useMemo } from 'react';
import { followsInPlace } from '../navigation/follow-link.ts';
import { linkTarget } from '../navigation/link-target.ts';

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

interface TrustedHtmlProps {
  /** Sanitised by the server when it was saved. */
  readonly html: string;
  readonly className?: string;
  readonly ref?: Ref<HTMLDivElement>;
}

/** The only door for markup that operators write. Links to our own screens go through the router. */
export function TrustedHtml({ html, className, ref }: TrustedHtmlProps) {
  const router = useRouter();
  // Markup that is set again loses what was done to it: a selection, the place in a frame.
  const markup = useMemo(() => ({ __html: policy.createHTML(html) }), [html]);
  const follow = (event: MouseEvent<HTMLDivElement>) => {
    const href = followsInPlace(event.nativeEvent, location.origin);
    const pages = router.options.context.boot.bootstrap.pages.map(({ url }) => url);
    // The server knows where a former address of a page leads.
    if (href === null || !linkTarget(href, pages)) return;
    event.preventDefault();
    void router.navigate({ href });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions, react/no-danger -- the links inside are what is pressed, and this is the one place that sets markup.
    <div ref={ref} className={className} onClick={follow} dangerouslySetInnerHTML={markup} />
  );
}
