import type { Profile } from '@touchline/api';

export const makeProfile = (change: Partial<Profile> = {}): Profile => ({
  id: 7,
  email: 'fan@channel.test',
  first_name: 'Fay',
  last_name: 'Ngo',
  temporary_password: false,
  basic_pass_selected: true,
  capabilities: [],
  is_geo_blocked: false,
  featureCount: { clips: 0, downloads: 0 },
  featureLimit: { clips: 200, downloads: 50 },
  trial_period_used: false,
  email_verified: true,
  pending_email: null,
  has_password: true,
  language: null,
  ...change,
});
