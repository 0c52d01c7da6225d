import type { TextKind } from '@touchline/api/console';
import type { ConsoleKey } from '@touchline/i18n';

/** What each mail is called, and the cookie notice. */
export const TEXT_KIND_NAMES = {
  cookie_notice: 'texts.kind.cookie_notice',
  welcome: 'texts.kind.welcome',
  verify_email: 'texts.kind.verify_email',
  already_registered: 'texts.kind.already_registered',
  reset_password: 'texts.kind.reset_password',
  login_code: 'texts.kind.login_code',
  change_email: 'texts.kind.change_email',
  email_change: 'texts.kind.email_change',
  password_changed: 'texts.kind.password_changed',
  new_device: 'texts.kind.new_device',
  device_connected: 'texts.kind.device_connected',
  player_address: 'texts.kind.player_address',
  delete_account: 'texts.kind.delete_account',
  account_deleted: 'texts.kind.account_deleted',
  receipt: 'texts.kind.receipt',
  refunded: 'texts.kind.refunded',
  trial_started: 'texts.kind.trial_started',
  trial_ends: 'texts.kind.trial_ends',
  renews_soon: 'texts.kind.renews_soon',
  renewed: 'texts.kind.renewed',
  renewal_failed: 'texts.kind.renewal_failed',
  unsubscribed: 'texts.kind.unsubscribed',
  subscription_ended: 'texts.kind.subscription_ended',
} as const satisfies Record<TextKind, ConsoleKey>;
