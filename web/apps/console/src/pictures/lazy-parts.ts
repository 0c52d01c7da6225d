import { lazy } from 'react';

/** With the crop tool, which most visits do not need. */
export const LazyPictureEditor = lazy(async () => {
  const { PictureEditor } = await import('./picture-editor.tsx');
  return { default: PictureEditor };
});

/** For the text editor, which is large enough without it. */
export const LazyPictureChooser = lazy(async () => {
  const { PictureChooser } = await import('./picture-chooser.tsx');
  return { default: PictureChooser };
});
