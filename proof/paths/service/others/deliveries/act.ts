/** Describes what may be done to deliveries and to their endpoint from outside. */
import type { Answers } from '../answering-receiver.ts'

export type DeliveryAct =
  | { type: 'answer'; with: Answers }
  /** A plan is made and activated, which is an event. */
  | { type: 'activate'; plan: number }
  /** Time passes until the next attempt of a delivery. */
  | { type: 'wait'; delivery: string }
  | { type: 'waitDays'; days: number }
  /** The endpoint is set again, which has it tried at once if it is down. */
  | { type: 'probe' }
  /** The endpoint is set again until no delivery is left to try it with. */
  | { type: 'probeInVain' }
  | { type: 'resend'; delivery: string }
  | { type: 'removeEndpoint' }
  /** The calls that wait for an answer get it. */
  | { type: 'answerWaiting' }
