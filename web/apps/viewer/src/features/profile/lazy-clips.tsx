import { lazyScreen } from '../../loading/lazy-screen.tsx';
import { RowsSkeleton } from '../../loading/rows-skeleton.tsx';

/** Clips come with their own words, where they are looked at. */
export const LazyClips = lazyScreen(
  async () => (await import('../clips/profile-clips.tsx')).loadProfileClips(),
  RowsSkeleton,
);
