import { LinkButton } from '@touchline/ui';
import { createLink } from '@tanstack/react-router';

/** A button-like link to one of our screens. */
export const RouterButton = createLink(LinkButton);
