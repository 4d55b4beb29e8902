/** Texts about accounts, gas wallets, mails and verifications that data chooses, or that stand at several places. */
import { speakIn } from '../../../messages/translate.ts'

export const english = {
  daysLeft: '{count} days',
  daysOrMore: '{count} days or more',

  mailWaiting: 'Queued',
  mailSent: 'Sent',
  mailSkipped: 'Not needed',
  mailParked: 'Failed',

  resetHint:
    'You get a link by which {email} sets another password. The present one counts until then.',
  inviteAgainHint:
    'You get another link by which {email} sets a password. The one before counts no more.',
  disableHint:
    '{email} is logged out at once and cannot log in. What they asked for is called off, and the address is free for somebody else. The merchant’s API keys stay valid.',
  enableHint: '{email} may log in again with the password of before.',

  submitStep: 'Submitted',
  approveStep: 'Approved',
  rejectStep: 'Sent back',
  revokeStep: 'Approval taken back',
} as const

export const say = speakIn<typeof english>(english, 'en')
