import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { makeBoot } from '../testing/fixtures.ts';
import { renderInApp } from '../testing/render-in-app.tsx';
import { StaticBlocks } from './static-blocks.tsx';

afterEach(cleanup);

it('UI-15 static blocks of the settings appear at their named place only', async () => {
  const boot = makeBoot();
  boot.bootstrap.settings.static_blocks = [
    { id: 1, place: 'home', content: '<p>New <strong>here</strong>?</p>' },
    { id: 2, place: 'footer', content: '<p>Ten schools.</p>' },
  ];
  await renderInApp(<StaticBlocks place="home" />, { boot });
  expect(screen.getByText('here').tagName).toBe('STRONG');
  expect(screen.queryByText('Ten schools.')).toBeNull();
});
