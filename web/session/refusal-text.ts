/**
 * Why the service said no, in the payer's language. Its own message is in English, for programmers: it is
 * shown only for a code that this page does not know.
 */
import { minuteMs } from '../../machines/durations.ts'
import { writeMoment } from '../messages/moments.ts'
import type { SessionTexts } from '../messages/session/session-texts.ts'
import type { TranslateOf } from '../messages/translate.ts'
import type { SessionProblem } from './client.ts'
import { serviceNow } from '../browser/service-clock.ts'

/** By the code of the problem; `TooManyRequests` names a moment, and has its own line below. */
const texts = {
  CommandNotAllowed: 'refusedCommand',
  TokenMayOnlyLeave: 'leaveOnly',
  PlanNotFound: 'refusedPlan',
  PlanNotActive: 'refusedPlan',
  MerchantNotReady: 'refusedNotReady',
  TooManyDrafts: 'refusedDrafts',
  WithdrawalUsed: 'refusedWithdrawal',
  SubscriptionNotFound: 'refusedForeign',
  NotCancelledOnChain: 'refusedProof',
  PermitNotTaken: 'refusedPermit',
  // The page asks for what the service does not understand: one of them is older than the other.
  BadRequest: 'refusedUnclear',
  Forbidden: 'refusedUnclear',
  IdempotencyKeyReused: 'refusedUnclear',
  PayloadTooLarge: 'refusedUnclear',
  UnsupportedMediaType: 'refusedUnclear',
} as const satisfies Record<string, keyof SessionTexts>

const isKnown = (code: string): code is keyof typeof texts => Object.keys(texts).includes(code)

export function refusalText(
  { say, locale }: { say: TranslateOf<SessionTexts>; locale: string },
  { code, message, retryAfterSeconds }: SessionProblem,
): string {
  if (code === 'TooManyRequests')
    return say('refusedOften', { moment: writeMoment(momentIn(retryAfterSeconds), locale) })
  return isKnown(code) ? say(texts[code]) : say('refusedOther', { message })
}

/** The next full minute after so many seconds: moments are written to the minute. */
function momentIn(seconds: number): string {
  const minutes = Math.ceil((serviceNow() + seconds * 1000) / minuteMs)
  return new Date(minutes * minuteMs).toISOString()
}
