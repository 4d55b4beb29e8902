/** Acts about blocks do this on a running service: they have the chain for themselves meanwhile. */
import type { Address } from 'viem'
import type { RunningService } from '../running-service.ts'
import type { LocalNode } from '../others/local-node.ts'
import {
  type BlockAct,
  type BlockMade,
  type BlockStep,
  type Action,
  isAction,
  type LifeAct,
} from './act.ts'
import { doStep, sentAgainMs, takeBack, takeBackSince } from './block-acts.ts'
import type { GasConditions } from './gas-conditions.ts'
import type { LifeModel } from './life-model.ts'
import { RealSilence, requireNodeInFront, type LivedLife } from './real-silence.ts'
import type { Verification } from './verify.ts'

type ActOf<Type extends LifeAct['type']> = Extract<LifeAct, { type: Type }>

export class RealBlocks {
  readonly #service: RunningService
  readonly #chain: LocalNode
  readonly #conditions: GasConditions
  readonly #gasWallet: Address
  readonly #factory: Address
  readonly #silence: RealSilence

  constructor(service: RunningService, chain: LocalNode, conditions: GasConditions) {
    const { dev } = service
    this.#service = service
    this.#chain = chain
    this.#conditions = conditions
    this.#silence = new RealSilence(service, chain)
    this.#gasWallet = dev.merchant.gasWallet as Address
    this.#factory = dev.chains[0]!.factory as Address
  }

  async do(one: LivedLife, act: BlockAct): Promise<void> {
    switch (act.type) {
      case 'held':
        return this.#whileWaiting(one, act.first, (trial) => this.#command(one, trial, act))
      case 'overtaken':
        // The payer's transaction pays more, and with its block comes what waits.
        return this.#whileWaiting(one, act.first, async () => void (await one.real.do(act.by)))
      case 'reorganised':
        return this.#reorganise(one, act)
      case 'stepwise':
        return this.#goStepwise(one, act)
      case 'together':
        return this.#chain.withoutBlocks(() => one.real.doTogether(act.actions, this.#chain))
      case 'takenBack':
        return this.#takeBackSince(one, act)
      case 'silent':
        return this.#silence.do(one, act)
    }
  }

  /** Does an action, goes on while what it has sent waits for a block, and lets blocks be made again. */
  async #whileWaiting(
    { real, model, verification }: LivedLife,
    first: Action,
    goOn: (trial: LifeModel) => Promise<void>,
  ): Promise<void> {
    const trial = model.copy()
    trial.hold(true)
    await this.#chain.withoutBlocks(async () => {
      await real.do(first)
      trial.do(first)
      await this.#untilAs(verification, trial)
      await goOn(trial)
    })
  }

  /** Gives commands while no block is made. */
  async #command(
    { real, verification }: LivedLife,
    trial: LifeModel,
    { commands }: Pick<ActOf<'held'>, 'commands'>,
  ): Promise<void> {
    for (const command of commands) {
      const action: Action = { type: 'command', ...command }
      await real.do(action)
      trial.do(action)
      // Once the block is there, it would be judged by what that has changed.
      await this.#untilAs(verification, trial)
    }
  }

  /**
   * Takes the last block back, which is of what the first action led to. What the service had sent is sent again, and waits
   * for a block with what it has sent since.
   */
  async #reorganise(one: LivedLife, act: ActOf<'reorganised'>): Promise<void> {
    const trial = one.model.copy()
    await one.real.do(act.first)
    trial.do(act.first)
    await one.verification.requireTaken(trial)
    const kept = (await this.#chain.newestWithTransactions()) - 1
    trial.hold(true)
    await this.#chain.withoutBlocks(async () => {
      await this.#command(one, trial, act)
      await this.#chain.replaceAbove(kept)
      takeBack(trial, one.model)
      await this.#untilAs(one.verification, trial)
    })
  }

  /** The chain forgets what gas wallets held, too: the conditions stay as they are. */
  async #takeBackSince(one: LivedLife, { events }: ActOf<'takenBack'>): Promise<void> {
    const trial = one.model.copy()
    trial.hold(true)
    const kept = (await one.real.blockOfEvent(events, this.#factory)) - 1
    await this.#chain.withoutBlocks(async () => {
      await this.#chain.replaceAbove(kept)
      await this.#conditions.renew()
      // Nothing waits yet: only the time goes on.
      await this.#chain.mine()
      takeBackSince(trial, events)
      const missing = await one.verification.untilTakenOrFurther(trial)
      if (missing) throw new Error(missing)
      await this.#chain.untilWaiting(trial.underWay)
    })
  }

  /** Waits until the service has taken the same turns, and has sent what waits for a block then. */
  async #untilAs(verification: Verification, trial: LifeModel): Promise<void> {
    await verification.requireTaken(trial)
    await this.#chain.untilWaiting(trial.underWay)
  }

  async #goStepwise(one: LivedLife, { steps }: ActOf<'stepwise'>): Promise<void> {
    const trial = one.model.copy()
    trial.hold(true)
    await this.#chain.withoutBlocks(async () => {
      for (const step of steps) {
        await this.#step(one, step)
        doStep(trial, step)
        await this.#untilAs(one.verification, trial)
      }
    })
  }

  async #step({ real }: LivedLife, step: BlockStep): Promise<void> {
    if (isAction(step)) await real.do(step)
    else await this.#makeBlockAs(step.type)
  }

  async #makeBlockAs(how: BlockMade['type']): Promise<void> {
    switch (how) {
      case 'block':
        await this.#chain.mine()
        return
      case 'revertingBlock':
        return this.#chain.mineReverting(this.#factory)
      case 'nonceUsed':
        return this.#chain.useNonce(this.#gasWallet)
      case 'nonceTaken':
        await this.#chain.takeNonce(this.#gasWallet)
        return this.#service.nodeInFront?.answer()
      case 'sendingRefused':
        return requireNodeInFront(this.#service).refuseTransactions()
      case 'refusalTold':
        return
      case 'sentInVain':
        await this.#service.merchant.mandate.testClock.advance({ seconds: sentAgainMs / 1_000 })
    }
  }
}
