import type { AddressCheck, HostCheck } from '@touchline/api/console';

export const LOOKUPS = {
  not_found: 'channel.lookupNotFound',
  timed_out: 'channel.lookupTimedOut',
} as const satisfies Record<Exclude<HostCheck['lookup'], 'found'>, string>;

export const CERTIFICATE_FAULTS = {
  expired: 'channel.certificateExpired',
  not_yet_valid: 'channel.certificateNotYet',
  wrong_host: 'channel.certificateWrongHost',
  unknown_issuer: 'channel.certificateUnknown',
  other: 'channel.certificateOther',
} as const satisfies Record<NonNullable<NonNullable<AddressCheck['certificate']>['fault']>, string>;

const OUTCOMES = {
  this_server: 'channel.reached',
  other_server: 'channel.otherServer',
  private: 'channel.private',
  timed_out: 'channel.timedOut',
  refused: 'channel.refused',
  tls: 'channel.noEncryption',
  unreachable: 'channel.unreachable',
} as const satisfies Record<AddressCheck['outcome'], string>;

/** What became of the request to an address. */
export function outcomeOf({ outcome, is_encrypted: isEncrypted }: AddressCheck) {
  return outcome === 'this_server' && isEncrypted === false ? 'channel.reachedPlain' : OUTCOMES[outcome];
}

/** Whether visitors come to this server, by a connection that their browsers trust. */
export function isFine({ outcome, is_encrypted: isEncrypted, certificate }: AddressCheck): boolean {
  return outcome === 'this_server' && isEncrypted === true && certificate?.fault === null;
}
