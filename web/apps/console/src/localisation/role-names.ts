import type { May, Role } from '@touchline/api/console';

export const ROLE_NAMES = {
  owner: 'console.role.owner',
  editor: 'console.role.editor',
  producer: 'console.role.producer',
  finance: 'console.role.finance',
  support: 'console.role.support',
} as const satisfies Record<Role, string>;

export const PERMISSION_NAMES = {
  manage_channel: 'may.manage_channel',
  manage_team: 'may.manage_team',
  manage_integrations: 'may.manage_integrations',
  see_audit: 'may.see_audit',
  edit_site: 'may.edit_site',
  see_form_answers: 'may.see_form_answers',
  delete_form_answers: 'may.delete_form_answers',
  edit_library: 'may.edit_library',
  moderate_clips: 'may.moderate_clips',
  see_orders: 'may.see_orders',
  refund_orders: 'may.refund_orders',
  export_money: 'may.export_money',
  see_mails: 'may.see_mails',
  read_mails: 'may.read_mails',
  retry_mails: 'may.retry_mails',
} as const satisfies Record<May, string>;
