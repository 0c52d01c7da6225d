/** Whether the reader of an invitation asked for the login. */
export interface InvitationSearch {
  readonly login?: 'yes';
}

export function invitationSearch(search: Record<string, unknown>): InvitationSearch {
  return search['login'] === 'yes' ? { login: 'yes' } : {};
}
