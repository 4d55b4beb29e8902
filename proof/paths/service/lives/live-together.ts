/**
 * Lives many lives beside one another, as there is one clock and one chain: all that takes no time first, then the
 * clock goes to the next moment for which any of them waits. After each act a life is held against its model.
 */
import { afterAct } from './after-act.ts'
import { dayMs } from '../../../../machines/durations.ts'
import type { SubscriptionInput } from '../../../../machines/subscription/subscription.events.ts'
import type { RunningService } from '../running-service.ts'
import {
  isWait,
  needsBlocks,
  type Life,
  type LifeAct,
  plans,
  type Wait,
  type Conditions,
  conditionsByName,
} from './act.ts'
import { EventFeed } from './event-feed.ts'
import { GasConditions } from './gas-conditions.ts'
import { afterwardsMs, LifeModel } from './life-model.ts'
import { LocalNode } from '../others/local-node.ts'
import { each } from '../each.ts'
import { RealBlocks } from './real-blocks.ts'
import { makePlans, RealLife } from './real-life.ts'
import { Verification } from './verify.ts'

export type Lived = { failure: string | null; durationMs: number }

/** Waits within so much business time are one step. */
const togetherMs = 60_000

class Living {
  readonly life: Life
  readonly real: RealLife
  readonly verification: Verification
  model: LifeModel
  /** Counts the acts that were done. */
  done = 0
  failure: string | null = null
  durationMs = 0

  constructor(
    life: Life,
    real: RealLife,
    model: LifeModel,
    service: RunningService,
    feed: EventFeed,
  ) {
    this.life = life
    this.real = real
    this.model = model
    this.verification = new Verification(service, real, feed)
  }

  get next(): LifeAct | undefined {
    return this.failure === null ? this.life.acts[this.done] : undefined
  }
}

/** Runs scenarios under the same conditions; returns what became of each, in their order. */
export async function liveTogether(
  service: RunningService,
  conditions: Conditions,
  lives: readonly Life[],
): Promise<Lived[]> {
  const group = await Group.begin(service, conditions, lives)
  return group.live()
}

class Group {
  readonly #service: RunningService
  readonly #chain: LocalNode
  readonly #beganMs: number
  readonly #feed: EventFeed
  readonly #name: Conditions
  readonly #conditions: GasConditions
  readonly #blocks: RealBlocks
  #living: Living[] = []

  private constructor(service: RunningService, conditions: Conditions, beganMs: number) {
    this.#service = service
    this.#chain = new LocalNode(service.payer)
    this.#feed = new EventFeed(service.merchant)
    this.#name = conditions
    this.#conditions = new GasConditions(service, this.#chain)
    this.#blocks = new RealBlocks(service, this.#chain, this.#conditions)
    this.#beganMs = beganMs
  }

  static async begin(
    service: RunningService,
    conditions: Conditions,
    lives: readonly Life[],
  ): Promise<Group> {
    const chain = new LocalNode(service.payer)
    await new GasConditions(service, chain).untilReady()
    const planIds = await makePlans(service, lives)
    const { now } = await service.merchant.mandate.testClock.read()
    const group = new Group(service, conditions, Date.parse(now))
    for (const plan of new Set(lives.map((life) => life.plan))) {
      const withdrawalDays =
        'withdrawalDays' in plans[plan]
          ? (plans[plan] as { withdrawalDays: number }).withdrawalDays
          : 0
      await service.merchant.asPerson('PUT', '/test/withdrawal-period', { withdrawalDays })
      const own = lives.filter((life) => life.plan === plan)
      await each(own, async (life) =>
        group.#join(life, await RealLife.begin(service, life, planIds.get(plan)!)),
      )
    }
    await service.merchant.asPerson('PUT', '/test/withdrawal-period', { withdrawalDays: 0 })
    // The clock goes on only once all blocks are read: nobody hears later of the money that every payer has.
    await service.merchant.mandate.testClock.advance({ seconds: 1 })
    group.#living = lives.map((life) => group.#living.find((one) => one.life === life)!)
    return group
  }

  #join(life: Life, real: RealLife): void {
    const model = LifeModel.begin(real.terms[0]!, this.#name, this.#beganMs)
    this.#living.push(new Living(life, real, model, this.#service, this.#feed))
  }

  async live(): Promise<Lived[]> {
    await this.#becomeAsAt(this.#beganMs)
    for (;;) {
      const beside = this.#living.filter(({ next }) => next && !isWait(next) && !needsBlocks(next))
      await each(beside, (one) => this.#act(one))
      if (beside.some(({ next }) => next && !isWait(next))) await this.#settle()
      for (const one of this.#living) if (one.next && needsBlocks(one.next)) await this.#act(one)
      const unfinished = this.#living.filter(({ next }) => next)
      if (unfinished.length === 0) break
      if (unfinished.every(({ next }) => isWait(next!))) await this.#pass(unfinished)
    }
    await this.#conditions.become(null)
    return this.#living.map(({ failure, durationMs }) => ({ failure, durationMs }))
  }

  /** Waits until all that was asked of the chain is answered: the next act changes what the answer would be. */
  async #settle(): Promise<void> {
    await this.#service.merchant.mandate.testClock.advance({ seconds: 1 })
  }

  /** Goes to the first moment for which somebody waits, and on to those that are near it. */
  async #pass(waiting: Living[]): Promise<void> {
    const moments = waiting.map(({ model, next }) => model.momentOf(next as Wait) ?? model.nowMs)
    const first = Math.min(...moments)
    const until = Math.max(...moments.filter((moment) => moment <= first + togetherMs))
    const marks = conditionsByName[this.#name].map(({ day }) => this.#beganMs + day * dayMs)
    const mark = marks.find((atMs) => atMs > this.#nowMs() && atMs <= until)
    const nowMs = await this.#advance(mark ?? until + afterwardsMs)
    if (mark !== undefined) await this.#becomeAsAt(mark)
    for (const one of this.#living) one.model.passUntil(nowMs)
    await each(
      waiting.filter((_, index) => moments[index]! <= nowMs),
      (one) => this.#finishAct(one),
    )
  }

  #nowMs = (): number => Math.max(...this.#living.map(({ model }) => model.nowMs))

  async #advance(moment: number): Promise<number> {
    const { testClock } = this.#service.merchant.mandate
    const { now } = await testClock.read()
    if (Date.parse(now) < moment) await testClock.advance({ until: new Date(moment) })
    return moment
  }

  /** Sets the conditions as they are from a moment on, in Unix milliseconds. */
  #becomeAsAt(atMs: number): Promise<void> {
    const mark = conditionsByName[this.#name].findLast(
      ({ day }) => this.#beganMs + day * dayMs <= atMs,
    )
    return this.#conditions.become(mark?.heldBackFor ?? null)
  }

  async #act(one: Living): Promise<void> {
    const act = one.next as Exclude<LifeAct, Wait>
    const beganMs = performance.now()
    let terms: SubscriptionInput | undefined
    try {
      if (needsBlocks(act)) await this.#blocks.do(one, act)
      else terms = await one.real.do(act)
      one.model = afterAct(one.model, act, terms)
      if (act.type === 'reorganised') await this.#readFundsOfOthers(one)
    } catch (error) {
      this.#fail(one, [String(error)])
    }
    one.durationMs += performance.now() - beganMs
    await this.#finishAct(one)
  }

  /** After a reorganisation a service reads the funds of all payers again. */
  async #readFundsOfOthers(reorganised: Living): Promise<void> {
    for (const other of this.#living)
      if (other !== reorganised && other.next) {
        other.model.readFundsAgain()
        const missing = await other.verification.untilTaken(other.model)
        if (missing) this.#fail(other, [missing])
      }
  }

  async #finishAct(one: Living): Promise<void> {
    if (one.failure !== null) return
    const beganMs = performance.now()
    const differences = await one.verification
      .differences(one.model)
      .catch((error: unknown) => [String(error)])
    if (differences.length > 0) this.#fail(one, differences)
    one.done++
    one.durationMs += performance.now() - beganMs
  }

  #fail(one: Living, differences: string[]): void {
    one.failure ??= `after act ${one.done + 1}, ${JSON.stringify(one.life.acts[one.done])}:\n${differences.join('\n')}`
  }
}
