/**
 * The charging contract as the machines see it: its schedule, its state, and the payer's funds.
 *
 * The same rules as `contracts/src/Schedule.sol` and `Subscription.sol`, in a few lines.
 */
import type { SubscriptionInput } from '../../../machines/subscription/subscription.events.ts'
import { dayMs } from '../cases/owner.ts'

type ContractEvent =
  | { event: 'charged'; period: number; nextDueMs: number }
  | { event: 'frozen'; by: string; operatorUntilMs: number | null }
  | { event: 'unfrozen'; nextDueMs: number }
  | { event: 'cancelled'; by: string }

/** The result of a call: an event, or the reason why it was refused. */
export type Result = { done: ContractEvent } | { refused: string }

export class Contract {
  readonly terms: SubscriptionInput
  allowance = 0n
  balance = 0n
  charged = 0
  frozenBy: string | null = null
  /** When the pause began that it is in. */
  frozenAtMs: number | null = null
  isCancelled = false
  nextDueMs: number
  #leftMs = 0
  /** Until when the operator may undo its freezes. */
  #operatorUntilMs: number | null = null

  constructor(terms: SubscriptionInput) {
    this.terms = terms
    this.nextDueMs = Date.parse(terms.startFrom)
  }

  /** Returns the reason why a charge would be refused now; null where it would not. */
  refusalOfCharge(nowMs: number): string | null {
    const amount = BigInt(this.terms.amount)
    if (this.isCancelled) return 'Cancelled'
    if (this.frozenBy) return 'Paused'
    if (this.charged >= this.terms.maxPeriods) return 'Finished'
    if (this.charged === 0 && nowMs > Date.parse(this.terms.activateUntil)) return 'DraftExpired'
    if (nowMs < this.nextDueMs) return 'NotDue'
    if (this.#isLapsed(nowMs)) return 'GraceExpired'
    if (this.allowance < amount) return 'InsufficientAllowance'
    return this.balance < amount ? 'InsufficientBalance' : null
  }

  charge(nowMs: number): Result {
    const refused = this.refusalOfCharge(nowMs)
    if (refused) return { refused }
    const isOnGrid = nowMs - this.nextDueMs <= this.#toleranceMs()
    this.nextDueMs = (isOnGrid ? this.nextDueMs : nowMs) + this.terms.periodDays * dayMs
    this.charged += 1
    this.#operatorUntilMs = null
    this.allowance -= BigInt(this.terms.amount)
    this.balance -= BigInt(this.terms.amount)
    return { done: { event: 'charged', period: this.charged, nextDueMs: this.nextDueMs } }
  }

  freeze(by: string, nowMs: number): Result {
    if (this.isCancelled) return { refused: 'Cancelled' }
    if (this.frozenBy === by || (this.frozenBy && by === this.terms.operator))
      return { refused: 'Paused' }
    if (!this.frozenBy) {
      if (this.charged === 0) return { refused: 'NotStarted' }
      if (this.charged >= this.terms.maxPeriods) return { refused: 'Finished' }
      if (this.#isLapsed(nowMs)) return { refused: 'GraceExpired' }
      this.#leftMs = Math.max(0, this.nextDueMs - nowMs)
      this.frozenAtMs = nowMs
    }
    this.frozenBy = by
    this.#operatorUntilMs =
      by === this.terms.operator ? (this.#operatorUntilMs ?? this.#deadlineMs()) : null
    return { done: { event: 'frozen', by, operatorUntilMs: this.#operatorUntilMs } }
  }

  unfreeze(by: string, nowMs: number): Result {
    if (this.isCancelled) return { refused: 'Cancelled' }
    if (!this.frozenBy) return { refused: 'NotPaused' }
    if (by !== this.terms.payer && by !== this.frozenBy) return { refused: 'NotAllowed' }
    if (by === this.terms.payer) this.#operatorUntilMs = null
    else if (nowMs > this.#operatorUntilMs!) return { refused: 'OnlyPayerMayResume' }
    this.frozenBy = null
    this.frozenAtMs = null
    this.nextDueMs = nowMs + this.#leftMs
    return { done: { event: 'unfrozen', nextDueMs: this.nextDueMs } }
  }

  cancel(by: string): Result {
    if (this.isCancelled) return { refused: 'Cancelled' }
    this.isCancelled = true
    return { done: { event: 'cancelled', by } }
  }

  #isLapsed(nowMs: number): boolean {
    return this.charged > 0 && nowMs > this.#deadlineMs()
  }

  #deadlineMs(): number {
    return this.nextDueMs + Math.max(this.terms.graceDays * dayMs, this.#toleranceMs())
  }

  #toleranceMs(): number {
    return Math.min((this.terms.periodDays * dayMs) / 4, dayMs)
  }
}
