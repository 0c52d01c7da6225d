import { loadPlayerMessages } from '@touchline/i18n';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EmbeddedMedia, isForeign } from './embedded-media.tsx';

describe('a video of another site', () => {
  beforeAll(loadPlayerMessages);
  afterEach(cleanup);

  it('PLAY-04 plays in a sandbox that lets it neither leave nor open windows', () => {
    // Outside of the document, where no frame is loaded.
    const container = document.createElement('div');
    render(<EmbeddedMedia url="https://video.test/embed/1" title="A @ B" />, { container });
    const frame = container.querySelector('iframe[title="Video from another site: A @ B"]');
    expect(frame?.getAttribute('sandbox')?.split(' ')).toEqual([
      'allow-scripts',
      'allow-same-origin',
      'allow-presentation',
    ]);
  });

  it('PLAY-04 only other sites are let in, and only by https', () => {
    expect(isForeign('https://video.test/embed/1')).toBe(true);
    expect(isForeign(`https://${location.host}/watch_embed/1`)).toBe(false);
    expect(isForeign('http://video.test/embed/1')).toBe(false);
    expect(isForeign('javascript:alert(1)')).toBe(false);
    expect(isForeign('/watch_embed/1')).toBe(false);
  });
});
