/** A scene is what a story begins with: an actor with terms as a merchant would write them, and what may come next. */
import { dayMs, hourMs } from '../../../../machines/durations.ts'
import type { ContextOf } from '../../../../machines/actors.ts'
import type { MessageEvent } from '../../../shared/message.ts'
import type { ActorKind } from '../../../shared/stored-actor.ts'

/** An actor at a moment: the path of its state, and `now` in Unix milliseconds. */
export type Moment<K extends ActorKind> = { path: string; context: ContextOf[K]; now: number }

export type Scene<K extends ActorKind = ActorKind> = {
  /** The input, as the schema of the kind takes it. */
  input: object
  /** Reports and requests come this long after the turn before, unless a timer is due sooner. */
  pauseMs: number
  /**
   * Lists what plausibly comes next, timers left out; the likeliest first. Events that the state refuses are left out.
   */
  eventsAt(moment: Moment<K>): MessageEvent[]
  /** Returns what decides beside the state what may come next; the fewer, the sooner the search ends. */
  differencesOf(moment: Moment<K>): unknown
}

/** Blocks, checks and payers at their wallet take minutes; people and their decisions take days. */
export const minutesMs = 10 * 60_000
/** When every story begins. */
export const beganAt = Date.parse('2027-03-01T09:00:00.000Z')

/** Returns a moment as it is stored. */
export const momentOf = (ms: number): string => new Date(ms).toISOString()
export const daysLater = (days: number): string => momentOf(beganAt + days * dayMs)
export const hoursLater = (hours: number): string => momentOf(beganAt + hours * hourMs)

export const owner = { merchantId: 'alpenladen', network: 'MainNet' } as const
export const onChain = { blockchain: 'Base', asset: 'USDC', decimals: 6 } as const

export const ids = {
  plan: 'pLn7rZBq2LnW8sVtXhKd4m',
  own: 'J7rZBq2LnW8sVtXhKd4mYc',
  transaction: 'tX4mYcJ7rZBq2LnW8sVtXh',
  other: 'oTh8sVtXhKd4mYcJ7rZBq2',
}
export const contract = '0x52908400098527886E0F7030069857D2E4169EE7'
export const otherContract = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
export const payer = '0xde709f2102306220921060314715629080e2fb77'
export const gasWallet = '0x27b1fdb04752bbc536007a920d24acb045561c26'
export const token = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
export const receiver = '0x3D15fd46CE9e551498328B1C83071D9509E2C3a0'
export const hash = '0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b'

/** An amount of the token of all stories in its base units. */
export const coins = (amount: number): string => String(BigInt(Math.round(amount * 1_000_000)))
