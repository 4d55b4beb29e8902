/** Nodes that do not answer, for real: a life that meets them is lived alone. */
import type { NodeInFront } from '../node-in-front.ts'
import type { RunningService } from '../running-service.ts'
import type { LocalNode } from '../others/local-node.ts'
import { takeNewestBack } from './block-acts.ts'
import {
  doUnheard,
  dueOf,
  endsAt,
  fallsSilentAt,
  hear,
  type Silent,
  silence,
} from './silent-acts.ts'
import type { LifeModel } from './life-model.ts'
import type { RealLife } from './real-life.ts'
import type { Verification } from './verify.ts'

export class RealSilence {
  readonly #service: RunningService
  readonly #chain: LocalNode

  constructor(service: RunningService, chain: LocalNode) {
    this.#service = service
    this.#chain = chain
  }

  async do(one: LivedLife, act: Silent): Promise<void> {
    const node = requireNodeInFront(this.#service)
    const trial = one.model.copy()
    const dueMs = act.untilDue ? dueOf(trial) : null
    if (dueMs !== null) {
      await this.#passTo(fallsSilentAt(dueMs))
      trial.passUntil(fallsSilentAt(dueMs))
      await one.verification.requireTaken(trial)
    }
    await node.fallSilent()
    // It comes there only once the nodes answer again.
    let passing: Promise<unknown> = Promise.resolve()
    try {
      silence(trial, true)
      for (const action of act.actions) await one.real.do(action)
      doUnheard(trial, act.actions)
      if (dueMs !== null) {
        passing = this.#passTo(endsAt(dueMs))
        trial.passUntil(endsAt(dueMs))
        await one.verification.requireTaken(trial)
      }
      await this.#command(one, trial, act)
      node.tellWhatHappened()
      await this.#hear(one, trial, act)
    } finally {
      node.answer()
      await passing
    }
  }

  async #command(one: LivedLife, trial: LifeModel, { commands }: Silent): Promise<void> {
    for (const command of commands) {
      await one.real.do({ type: 'command', ...command })
      trial.do({ type: 'command', ...command })
      await one.verification.requireTaken(trial)
    }
  }

  /** A reorganisation takes the block of what was heard last. */
  async #hear(one: LivedLife, trial: LifeModel, { isTakenBack }: Silent): Promise<void> {
    hear(trial)
    await one.verification.requireTaken(trial)
    if (!isTakenBack) return
    await this.#chain.replaceAbove((await this.#chain.newestWithTransactions()) - 1)
    takeNewestBack(trial, 0)
    await one.verification.requireTaken(trial)
  }

  #passTo = (moment: number): Promise<unknown> =>
    this.#service.merchant.mandate.testClock.advance({ until: new Date(moment) })
}

export function requireNodeInFront({ nodeInFront }: RunningService): NodeInFront {
  if (!nodeInFront) throw new Error('The service asks its node itself: nothing is in front of it.')
  return nodeInFront
}

export type LivedLife = { real: RealLife; verification: Verification; model: LifeModel }
