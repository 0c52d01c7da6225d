import type { Resource } from '../../resource/resource.ts';
import { blocks } from './blocks.ts';
import { faq } from './faq.ts';
import { forms } from './forms.ts';
import { menu } from './menu.ts';
import { pages } from '../../resource/pages.ts';
import { redirects } from '../../resource/redirects.ts';
import { slides } from './slides.ts';

const RESOURCES: readonly Resource[] = [pages, redirects, menu, slides, faq, blocks, forms];

/** The type of content of an address. */
export function siteResource(noun: string | undefined): Resource | undefined {
  return RESOURCES.find((resource) => resource.noun === noun);
}
