import { useT } from '@touchline/i18n';
import { ErrorState } from '@touchline/ui';
import { type ComponentType, useEffect, useSyncExternalStore } from 'react';
import { createChunk } from './chunk.ts';
import { ScreenSkeleton } from './screen-skeleton.tsx';

/** A screen in a chunk of its own; while it cannot be had, an error with a retry stands in its place. */
export function lazyScreen(fetchScreen: () => Promise<ComponentType>) {
  const chunk = createChunk(fetchScreen);

  // Browsers remember that a module failed, and only a new page makes them forget; without a server there is none.
  const retry = async () => {
    await chunk.load();
    if (chunk.state().status === 'failed' && (await serverAnswers())) location.reload();
  };

  function LazyScreen() {
    const t = useT();
    const state = useSyncExternalStore(chunk.subscribe, chunk.state);
    useEffect(() => {
      if (chunk.state().status === 'waiting') void chunk.load();
    }, []);
    if (state.status === 'ready') return <state.Screen />;
    if (state.status === 'waiting') return <ScreenSkeleton />;
    return (
      <div className="px-(--gutter) py-16">
        <ErrorState text={t('error.chunk')} onRetry={() => void retry()} />
      </div>
    );
  }

  // The router calls this before it shows the screen, and on hover.
  return Object.assign(LazyScreen, { preload: () => chunk.load() });
}

async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
