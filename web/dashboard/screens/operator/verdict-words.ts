/** Texts about verdicts on a business that data chooses, or that stand at several places. */
import { speakIn } from '../../../messages/translate.ts'

export const english = {
  reject: 'Send back',
  rejectHint: '{name} reads your reason, and can submit again.',
  revoke: 'Take the approval back',
  revokeHint:
    '{name} reads your reason. No new payments or subscriptions on the main network from then on.',
} as const

export const say = speakIn<typeof english>(english, 'en')
