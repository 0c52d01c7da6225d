import { lazy } from 'react';

/** With the crop tool, which most visits do not need. */
export const LazyPictureEditor = lazy(async () => {
  const { PictureEditor } = await import('./picture-editor.tsx');
  return { default: PictureEditor };
});
