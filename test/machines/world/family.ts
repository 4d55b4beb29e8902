/**
 * A subscription and those that are to take its place: worlds that share the time, whose letters to each other
 * arrive in any order, however late.
 */
import {
  activateUntilOf,
  SubscriptionInput,
} from '../../../machines/subscription/subscription.events.ts'
import { findPlace } from '../../../src/http/switch-plan.ts'
import type { SwitchTime } from '../../../src/core/accepted/switch-times.ts'
import type { StoredActor } from '../../../src/shared/stored-actor.ts'
import { addressOf, beganAt } from '../cases/owner.ts'
import { terms } from '../cases/subscription.ts'
import { ChainModel } from '../../../src/core/simulating/chain-model.ts'
import { neverMs, settle, steps, subscribe } from './steps.ts'
import { type SimulatedMail, World } from '../../../src/core/simulating/world.ts'

export type Member = { world: World; chain: ChainModel; when: SwitchTime | null }

/** So many subscriptions may be made to take the first one's place. */
const successorsMax = 2
const roundsMax = 2_000
const addresses = ['a', '5', '6'].map(addressOf)

export class Family {
  readonly members: Member[] = []
  #letters = 0

  /** Begins with a subscription whose first charge has landed. */
  constructor() {
    const old = this.#add({ ...terms, maxPeriods: 3, withdrawalDays: 15 }, null)
    subscribe(old.world, old.chain)
  }

  get old(): Member {
    return this.members[0]!
  }

  get nowMs(): number {
    return Math.max(...this.members.map(({ world }) => world.nowMs))
  }

  /** Makes a draft that takes a member's place, as the API does; nothing where that one cannot be left so. */
  switchPlan(when: SwitchTime, from = this.old): void {
    if (this.members.length > successorsMax) return
    const now = new Date(this.nowMs)
    const { subscription, contract } = from.world
    const pausedSince = contract.frozenAtMs === null ? null : new Date(contract.frozenAtMs)
    try {
      const old = subscription.actor as StoredActor<'subscription'>
      const place = findPlace(old, { when, now, pausedSince })
      const startFrom = place.startFrom.toISOString()
      const activateUntil = activateUntilOf(startFrom)
      const contractAddress = addresses[this.members.length]!
      const draft = {
        ...terms,
        contractAddress,
        startFrom,
        activateUntil,
        createdAt: now.toISOString(),
      }
      this.#add({ ...draft, ...(place.replaces && { replaces: place.replaces }) }, when)
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'CommandNotAllowed') throw error
    }
  }

  /** Lets one of the steps happen to a member; time passes for all. */
  happen(what: string, member: number, choice: number): void {
    const { world, chain } = this.members[member % this.members.length]!
    steps[what]!.happen(world, chain, choice)
    this.#shareTime()
  }

  /** Lets the payer of a member allow and have enough for all of its charges. */
  approve(member: number): void {
    const { world, chain } = this.members[member % this.members.length]!
    world.contract.allowance = BigInt(world.contract.terms.amount) * 9n
    world.contract.balance = world.contract.allowance
    chain.showFunds()
  }

  /** Runs until nothing moves, without time passing; false if that never comes. */
  settle(): boolean {
    for (let round = 0; round < roundsMax; round++) {
      const before = this.#letters
      if (!this.members.every(({ world, chain }) => settle(world, chain))) return false
      if (this.#letters === before) return true
    }
    return false
  }

  /** Lets time pass until nothing is waited for; false if that never comes. */
  runOut(look: () => void): boolean {
    for (let round = 0; round < roundsMax; round++) {
      if (!this.settle()) return false
      look()
      const moments = this.members.flatMap(({ world }) => world.nextTimerMs() ?? [])
      if (moments.length === 0 || Math.min(...moments) - this.nowMs > neverMs) return true
      this.old.world.nowMs = Math.max(this.nowMs, Math.min(...moments))
      this.#shareTime()
      for (const { world } of this.members) world.fireTimers()
    }
    return false
  }

  #add(input: object, when: SwitchTime | null): Member {
    const own = {
      nowMs: this.members.length ? this.nowMs : beganAt,
      sendElsewhere: (letter: SimulatedMail) => this.#send(letter),
    }
    const world = new World(SubscriptionInput.parse(input), own)
    const member = { world, chain: new ChainModel(world), when }
    this.members.push(member)
    return member
  }

  /** Each letter has a box of its own, so that any of them may overtake any other. */
  #send(letter: SimulatedMail): void {
    const to = this.members.find(
      ({ world }) => world.contract.terms.contractAddress === letter.entityId,
    )
    to!.world.tell(`letter ${++this.#letters}`, letter)
  }

  #shareTime(): void {
    const { nowMs } = this
    for (const { world } of this.members) world.nowMs = nowMs
  }
}
