/** The words for how far a mail has come. */
export const STATE_NAMES = {
  kept: 'outbox.kept',
  waiting: 'outbox.waiting',
  sent: 'outbox.sent',
  failed: 'outbox.failed',
} as const;
