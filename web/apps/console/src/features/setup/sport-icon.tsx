import {
  Dumbbell,
  Footprints,
  Goal,
  type LucideIcon,
  Swords,
  Target,
  Timer,
  Trophy,
  Volleyball,
  Waves,
} from 'lucide-react';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  athletics: Timer,
  'cross-country': Footprints,
  football: Goal,
  gymnastics: Dumbbell,
  handball: Goal,
  lacrosse: Target,
  swimming: Waves,
  volleyball: Volleyball,
  'water-polo': Waves,
  wrestling: Swords,
};

/** A sign beside a sport's name; a cup for those without one of their own. */
export function SportIcon({ alias }: { readonly alias: string }) {
  const Icon = ICONS[alias] ?? Trophy;
  return <Icon aria-hidden size={20} className="shrink-0 text-muted" />;
}
