import { useEffect, useRef } from 'react';
import { policy } from './trusted-html.ts';

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
