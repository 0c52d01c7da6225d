/** The words for how far a mail has come. */
export const STATE_NAMES = {
  kept: 'mailLog.kept',
  waiting: 'mailLog.waiting',
  sent: 'mailLog.sent',
  failed: 'mailLog.failed',
} as const;
