/** Why a permit came to nothing, or waits, where the payer can do something about it or need not wonder. */
import type { PermitReason } from '../../machines/reasons.ts'
import type { SessionTexts } from '../messages/session/session-texts.ts'

/** By the reason that the service gives; `ServiceAway`: it did not answer when the permit was handed in. */
const texts = {
  SubscriptionEnded: 'permitEnded',
  RelayOff: 'permitUnsent',
  TooManyPermits: 'permitUnsent',
  TokenPaused: 'permitBlocked',
  PayerBlocked: 'permitBlocked',
  ReceiverBlocked: 'permitBlocked',
  ContractBlocked: 'permitBlocked',
  InsufficientBalance: 'permitUnfunded',
  ServiceAway: 'permitUnanswered',
} as const satisfies Partial<Record<PermitReason | 'ServiceAway', keyof SessionTexts>>

type PermitText = (typeof texts)[keyof typeof texts]

const isKnown = (reason: string): reason is keyof typeof texts =>
  Object.keys(texts).includes(reason)

/** Returns null where what the page says of any permit like this one is all there is to say. */
export const permitText = (reason: string): PermitText | null =>
  isKnown(reason) ? texts[reason] : null
