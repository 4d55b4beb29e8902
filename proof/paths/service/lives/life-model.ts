/**
 * A life in memory: the acts are done to a simulated world, which comes to rest after each. It begins with one
 * subscription; a switch of plan brings another one of the same customer and wallet.
 */
import { dayMs } from '../../../../machines/durations.ts'
import type { SubscriptionInput } from '../../../../machines/subscription/subscription.events.ts'
import { allow, setBalance } from '../../../../src/core/simulating/acts.ts'
import { ChainModel } from '../../../../src/core/simulating/chain-model.ts'
import type { Contract, Result } from '../../../../src/core/simulating/contract.ts'
import { settle } from '../../../../src/core/simulating/settle.ts'
import { type TakenTurn, World } from '../../../../src/core/simulating/world.ts'
import { type Action, placeOf, type Wait, type Conditions, conditionsByName } from './act.ts'
import { switchTermsOf } from './switch-terms.ts'

/** The moments, in Unix milliseconds, at which the conditions change, and what they are then. */
type Mark = { atMs: number; heldBackFor: ChainModel['heldBackFor'] }
/** A subscription with its chain. */
export type Member = { world: World; chain: ChainModel }

/** Every payer can pay so many charges at the beginning. */
export const chargesAtFirst = 4
const roundsMax = 100
/** Every payer who says why it ends says this. */
export const feedback = { feedback: 'TooExpensive', comment: null } as const
/** Acts come a little after what was waited for, so that none lies on the edge between two answers. */
export const afterwardsMs = 5 * 60_000
/** A timer that is due later stands for one that never fires. */
const neverMs = 400 * dayMs

export class LifeModel {
  readonly members: Member[] = []
  /** All turns since it began, the creation first. */
  readonly turns: TakenTurn[]
  readonly #marks: readonly Mark[]

  private constructor(turns: readonly TakenTurn[], marks: readonly Mark[]) {
    this.turns = [...turns]
    this.#marks = marks
  }

  /** A payer with money who has allowed nothing. `groupBeganMs`: from when the days of the conditions count, in Unix milliseconds. */
  static begin(terms: SubscriptionInput, conditions: Conditions, groupBeganMs: number): LifeModel {
    const marks = conditionsByName[conditions].map(({ day, heldBackFor }) => ({
      atMs: groupBeganMs + day * dayMs,
      heldBackFor,
    }))
    const model = new LifeModel([], marks)
    model.#add(terms)
    model.members[0]!.world.contract.balance = model.amountOf(chargesAtFirst)
    model.#changeConditions()
    model.rest()
    return model
  }

  copy(): LifeModel {
    const copy = new LifeModel(this.turns, this.#marks)
    for (const { world, chain } of this.members) {
      const beside = copy.members[0]?.world
      const onTurn = (turn: TakenTurn) => void copy.turns.push(turn)
      const past = { past: world, ...(beside && { beside }), onTurn }
      const copied = new World(world.contract.terms, past)
      copy.members.push({ world: copied, chain: chain.copyFor(copied) })
    }
    return copy
  }

  get nowMs(): number {
    return this.members[0]!.world.nowMs
  }

  /** Counts the transactions that wait for a block. */
  get underWay(): number {
    return this.members.reduce((sum, { chain }) => sum + chain.underWay, 0)
  }

  hold(isHeld: boolean): void {
    for (const { chain } of this.members) chain.isHeld = isHeld
    this.rest()
  }

  /** The moment, in Unix milliseconds, for which an act waits; undefined where nothing comes by itself. */
  momentOf({ type }: Wait): number | undefined {
    const [{ world }] = this.members as [Member]
    if (type === 'wait') return this.#nextMs(world.nextTimerMs())
    const timers = this.members.flatMap((member) =>
      Object.values(member.world.subscription.actor.snapshot.timers),
    )
    return this.#nextMs(Math.min(...timers.map(({ dueAt }) => dueAt)))
  }

  /** Lets time pass until this moment, and everything come that is due until then. */
  passUntil(moment: number): void {
    const [{ world }] = this.members as [Member]
    const next = () => this.#nextMs(world.nextTimerMs()) ?? Infinity
    for (let atMs = next(); atMs <= moment; atMs = next()) {
      world.nowMs = Math.max(world.nowMs, atMs)
      this.#changeConditions()
      world.fireTimers()
      this.rest()
    }
    world.nowMs = Math.max(world.nowMs, moment)
  }

  /** Does an action, and lets everything come to rest. */
  do(action: Action, terms?: SubscriptionInput): void {
    this.begin(action, terms)
    this.rest()
    // A timer that the act has armed may be due at once.
    this.passUntil(this.nowMs)
  }

  /** The payer's funds are read for each subscription, as after every reorganisation. */
  readFundsAgain(): void {
    for (const { chain } of this.members) chain.showChangedFunds()
    this.rest()
  }

  /** The places of the subscriptions whose contracts have made events since, once for each. */
  eventsSince(before: LifeModel): number[] {
    return this.members.flatMap(({ chain }, place) => {
      const known = before.members[place]?.chain.eventCount ?? 0
      return Array.from({ length: Math.max(0, chain.eventCount - known) }, () => place)
    })
  }

  /** Does an action, and lets nothing come of it yet. */
  begin(action: Action, terms?: SubscriptionInput): void {
    const member = this.members[placeOf(action)]!
    const { world, chain } = member
    const { contract } = world
    switch (action.type) {
      case 'allow':
        return allow(member, this.amountOf(action.charges))
      case 'have':
        return this.#have(this.amountOf(action.charges))
      case 'command':
        return void world.press(action.command)
      case 'pauseForADay':
        return void world.press('pauseUntil', { until: new Date(this.nowMs + dayMs).toISOString() })
      case 'wallet':
      case 'strangerCharges':
        return void chain.doOnChain(callOf(action, contract, this.nowMs))
      case 'feedback':
        return void world.press('giveFeedback', { by: 'payer', ...feedback })
      case 'switch':
        return this.#add(terms ?? switchTermsOf(world, action.when, this.members.length))
    }
  }

  #add(terms: SubscriptionInput): void {
    const beside = this.members[0]?.world
    if (beside) this.#catchUp(terms)
    const onTurn = (turn: TakenTurn) => void this.turns.push(turn)
    const world = new World(terms, { onTurn, ...(beside && { beside }) })
    const chain = new ChainModel(world)
    chain.heldBackFor = this.members[0]?.chain.heldBackFor ?? null
    this.members.push({ world, chain })
  }

  /** A service needs time for what it does: nothing is older than what was made before. */
  #catchUp({ createdAt }: SubscriptionInput): void {
    const [{ world }] = this.members as [Member]
    world.nowMs = Math.max(world.nowMs, Date.parse(createdAt))
  }

  /** A subscription that waits for money notices that it came. */
  #have(amount: bigint): void {
    const before = this.members[0]!.world.contract.balance
    for (const member of this.members) {
      member.world.contract.balance = before
      setBalance(member, amount)
    }
  }

  #nextMs(timerMs = Infinity): number | undefined {
    const marks = this.#marks.map(({ atMs }) => atMs).filter((atMs) => atMs > this.nowMs)
    const next = Math.min(timerMs, ...marks)
    return next > this.nowMs + neverMs ? undefined : next
  }

  #changeConditions(): void {
    const last = this.#marks.findLast(({ atMs }) => atMs <= this.nowMs)
    for (const { chain } of this.members) chain.heldBackFor = last?.heldBackFor ?? null
  }

  /** The turn of one subscription may be news for another. */
  rest(): void {
    for (let round = 0, before = -1; before !== this.turns.length; round++) {
      if (round === roundsMax) throw new Error('It does not come to rest.')
      before = this.turns.length
      for (const { world, chain } of this.members)
        if (!settle(world, chain)) throw new Error('It does not come to rest.')
    }
  }

  /** So many charges in base units of the token. */
  amountOf = (charges: number): bigint =>
    (BigInt(this.members[0]!.world.contract.terms.amount) * BigInt(charges * 2)) / 2n
}

/** Returns the outcome of a call of a contract past the service. */
export const callOf = (
  action: Extract<Action, { type: 'wallet' | 'strangerCharges' }>,
  contract: Contract,
  nowMs: number,
): Result =>
  action.type === 'wallet'
    ? contract[action.call](contract.terms.payer, nowMs)
    : contract.charge(nowMs)
