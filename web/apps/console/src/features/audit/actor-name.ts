import type { AuditActor } from '@touchline/api/console';
import type { ConsoleTranslate } from '@touchline/i18n';

const KIND_NAMES = {
  command: 'audit.actor.command',
  provider: 'audit.actor.provider',
  system: 'audit.actor.system',
} as const satisfies Record<Exclude<AuditActor['kind'], 'operator'>, string>;

/** The name of an entry's actor. */
export function actorName({ kind, id, name, email }: AuditActor, t: ConsoleTranslate): string {
  if (kind !== 'operator') return t(KIND_NAMES[kind]);
  // An owner who was created on the command line has no name.
  return name || email || t('audit.actor.gone', { id: String(id) });
}
