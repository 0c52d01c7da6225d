import type { ReactNode } from 'react';
import './embed-frame.css';

/** Fills a frame on another site with one picture. */
export function EmbedFrame({ children }: { readonly children: ReactNode }) {
  return <div className="watch-embed">{children}</div>;
}
