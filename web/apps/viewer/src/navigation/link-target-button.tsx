import { LinkButton, type ButtonSize, type ButtonVariant } from '@touchline/ui';
import type { ReactNode } from 'react';
import type { LinkTarget } from './link-target.ts';
import { RouterButton } from './router-button.tsx';

interface LinkTargetButtonProps {
  readonly target: LinkTarget;
  readonly variant: ButtonVariant;
  readonly size: ButtonSize;
  readonly children: ReactNode;
}

/** A button-like link to wherever an operator pointed it. */
export function LinkTargetButton({ target, ...look }: LinkTargetButtonProps) {
  if (target.external) return <LinkButton href={target.href} rel="noopener noreferrer" {...look} />;
  return <RouterButton to={target.href} {...look} />;
}
