import { useT } from '@touchline/i18n';
import { ErrorState } from '@touchline/ui';
import { type ComponentType, useEffect, useSyncExternalStore } from 'react';
import { createChunk } from './chunk.ts';
import { ScreenSkeleton } from './screen-skeleton.tsx';

export type LazyScreen = ReturnType<typeof lazyScreen>;

/** A screen, or a part of one, in a chunk of its own; while it cannot be had, an error with a retry stands in its place. */
export function lazyScreen<Props extends object = object>(
  fetchScreen: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType<Props> = ScreenSkeleton,
) {
  const chunk = createChunk(fetchScreen);

  // Browsers remember that a module failed, and only a new page makes them forget; without a server there is none.
  const retry = async () => {
    await chunk.load();
    if (chunk.state().status === 'failed' && (await serverAnswers())) location.reload();
  };

  function LazyScreen(props: Props) {
    const t = useT();
    const state = useSyncExternalStore(chunk.subscribe, chunk.state);
    useEffect(() => {
      if (chunk.state().status === 'waiting') void chunk.load();
    }, []);
    if (state.status === 'ready') return <state.Screen {...props} />;
    if (state.status === 'waiting') return <Waiting {...props} />;
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
