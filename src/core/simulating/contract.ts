/**
 * The charging contract as the machines see it: its schedule, its state, and the payer's funds.
 *
 * The same rules as `contracts/src/Schedule.sol` and `Subscription.sol`, in a few lines.
 */
import { dayMs } from '../../../machines/durations.ts'
import type { SubscriptionInput } from '../../../machines/subscription/subscription.events.ts'

export type SimulatedEvent =
  | { event: 'charged'; period: number; nextDueMs: number }
  | { event: 'frozen'; by: string; operatorUntilMs: number | null }
  | { event: 'unfrozen'; nextDueMs: number }
  | { event: 'cancelled'; by: string }

/** The result of a call: an event, or the reason why it was refused. */
export type Result = { done: SimulatedEvent } | { refused: string }

/** All that a call can change, money left out. */
type Memory = Pick<
  Contract,
  'charged' | 'frozenBy' | 'frozenAtMs' | 'isCancelled' | 'nextDueMs' | 'operatorUntilMs'
>
/** Its payer allows and has this, in base units. */
export type SimulatedFunds = Pick<Contract, 'allowance' | 'balance'>
/** An event that is gone, and what is due and who has frozen it without it. */
export type Undone = { event: SimulatedEvent; nextDueMs: number; frozenBy: string | null }
type Done = { event: SimulatedEvent; before: Memory; fundsBefore: SimulatedFunds; atMs: number }

/** A payer's wallet, in base units of the token; several contracts may take from it. */
export type SimulatedWallet = { balance: bigint }

export class Contract {
  readonly terms: SubscriptionInput
  readonly wallet: SimulatedWallet
  allowance = 0n
  charged = 0
  frozenBy: string | null = null
  /** When the pause began that it is in, whoever paused it first. */
  frozenAtMs: number | null = null
  isCancelled = false
  nextDueMs: number
  readonly #done: Done[] = []
  /** Until when the operator may undo its freezes. */
  operatorUntilMs: number | null = null

  constructor(terms: SubscriptionInput, wallet: SimulatedWallet = { balance: 0n }) {
    this.terms = terms
    this.wallet = wallet
    this.nextDueMs = Date.parse(terms.startFrom)
  }

  get balance(): bigint {
    return this.wallet.balance
  }

  set balance(balance: bigint) {
    this.wallet.balance = balance
  }

  /** It is there since its first charge, or since somebody has cancelled it before. */
  get isDeployed(): boolean {
    return this.charged > 0 || this.isCancelled
  }

  /** Whether it was never deployed, and nobody could activate it: there is nothing to cancel. */
  get isDeadDraft(): boolean {
    return this.charged === 0 && !this.isCancelled && this.allowance < BigInt(this.terms.amount)
  }

  /** Another contract that has lived the same until now, and takes from another wallet. */
  copy(wallet: SimulatedWallet): Contract {
    const copy = Object.assign(new Contract(this.terms), this, { wallet })
    copy.#done.push(...this.#done)
    return copy
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

  /** Why nobody can charge it any more, though it is not cancelled; null where somebody may. */
  endOfCharging(nowMs: number): string | null {
    const refusal = this.refusalOfCharge(nowMs)
    return ['GraceExpired', 'DraftExpired', 'Finished'].includes(refusal ?? '') ? refusal : null
  }

  charge(nowMs: number): Result {
    const refused = this.refusalOfCharge(nowMs)
    if (refused) return { refused }
    const before = this.#remember()
    const startsGrid = this.charged === 0 && nowMs - this.nextDueMs > this.#toleranceMs()
    this.nextDueMs = (startsGrid ? nowMs : this.nextDueMs) + this.terms.periodDays * dayMs
    this.charged += 1
    this.operatorUntilMs = null
    this.allowance -= BigInt(this.terms.amount)
    this.balance -= BigInt(this.terms.amount)
    const { charged: period, nextDueMs } = this
    return this.#note(before, nowMs, { event: 'charged', period, nextDueMs })
  }

  /** Returns the reason why a control would be refused now; null where it would not. */
  refusalOf(control: 'freeze' | 'unfreeze' | 'cancel', by: string, nowMs: number): string | null {
    const isAllowed = by === this.terms.payer || by === this.terms.operator
    // A cancellation is refused to strangers before anything else is asked.
    if (control === 'cancel' && !isAllowed) return 'NotAllowed'
    if (this.isCancelled) return 'Cancelled'
    if (control === 'freeze' && !isAllowed) return 'NotAllowed'
    if (control === 'freeze') return this.#refusalOfFreeze(by, nowMs)
    return control === 'unfreeze' ? this.#refusalOfUnfreeze(by, nowMs) : null
  }

  freeze(by: string, nowMs: number): Result {
    const refused = this.refusalOf('freeze', by, nowMs)
    if (refused) return { refused }
    const before = this.#remember()
    this.frozenAtMs ??= nowMs
    this.frozenBy = by
    this.operatorUntilMs =
      by === this.terms.operator ? (this.operatorUntilMs ?? this.#deadlineMs()) : null
    const { operatorUntilMs } = this
    return this.#note(before, nowMs, { event: 'frozen', by, operatorUntilMs })
  }

  unfreeze(by: string, nowMs: number): Result {
    const refused = this.refusalOf('unfreeze', by, nowMs)
    if (refused) return { refused }
    const before = this.#remember()
    if (by === this.terms.payer) this.operatorUntilMs = null
    // What was left is left again, and what was overdue is overdue by as much.
    this.nextDueMs += nowMs - this.frozenAtMs!
    this.frozenBy = null
    this.frozenAtMs = null
    return this.#note(before, nowMs, { event: 'unfrozen', nextDueMs: this.nextDueMs })
  }

  cancel(by: string, nowMs: number): Result {
    const refused = this.refusalOf('cancel', by, nowMs)
    if (refused) return { refused }
    const before = this.#remember()
    this.isCancelled = true
    return this.#note(before, nowMs, { event: 'cancelled', by })
  }

  /** Returns what the payer allowed and had before the newest events, so many of them. */
  fundsBefore(events: number): SimulatedFunds {
    const done = this.#done.at(-events)
    if (!done) throw new Error(`There are no ${events} events.`)
    return done.fundsBefore
  }

  /** Takes the newest event back, with its money, as a reorganisation does; null where none is so young. */
  undo(youngerThanMs: number): Undone | null {
    const last = this.#done.at(-1)
    if (!last || last.atMs < youngerThanMs) return null
    this.#done.pop()
    Object.assign(this, last.before)
    if (last.event.event === 'charged') {
      this.allowance += BigInt(this.terms.amount)
      this.balance += BigInt(this.terms.amount)
    }
    return { event: last.event, nextDueMs: this.nextDueMs, frozenBy: this.frozenBy }
  }

  #remember(): Memory {
    const { charged, frozenBy, frozenAtMs, isCancelled, nextDueMs, operatorUntilMs } = this
    return { charged, frozenBy, frozenAtMs, isCancelled, nextDueMs, operatorUntilMs }
  }

  #note(before: Memory, atMs: number, event: SimulatedEvent): Result {
    const taken = event.event === 'charged' ? BigInt(this.terms.amount) : 0n
    const fundsBefore = { allowance: this.allowance + taken, balance: this.balance + taken }
    this.#done.push({ event, before, fundsBefore, atMs })
    return { done: event }
  }

  #refusalOfFreeze(by: string, nowMs: number): string | null {
    if (this.frozenBy === by || (this.frozenBy && by === this.terms.operator)) return 'Paused'
    if (this.frozenBy) return null
    if (this.charged === 0) return 'NotStarted'
    if (this.charged >= this.terms.maxPeriods) return 'Finished'
    return this.#isLapsed(nowMs) ? 'GraceExpired' : null
  }

  #refusalOfUnfreeze(by: string, nowMs: number): string | null {
    if (!this.frozenBy) return 'NotPaused'
    if (by === this.terms.payer) return null
    if (by !== this.frozenBy) return 'NotAllowed'
    return nowMs > this.operatorUntilMs! ? 'OnlyPayerMayResume' : null
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
