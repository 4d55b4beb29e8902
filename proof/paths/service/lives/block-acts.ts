/** Acts about blocks do this to a scenario in memory. */
import type { ChainModel } from '../../../../src/core/simulating/chain-model.ts'
import type { Cause } from '../../../../src/shared/message.ts'
import type { Result } from '../../../../src/core/simulating/contract.ts'
import {
  type BlockAct,
  type BlockMade,
  type BlockStep,
  type Action,
  isAction,
  isPayers,
  type LifeAct,
} from './act.ts'
import { callOf, type LifeModel } from './life-model.ts'

/** The nodes refuse a transaction for a while; it is sent again after so long. */
export const sentAgainMs = 16_000

type ActOf<Type extends LifeAct['type']> = Extract<LifeAct, { type: Type }>

type ActInBlocks = Exclude<BlockAct, ActOf<'silent'>>

export function doBlockAct(model: LifeModel, act: ActInBlocks): void {
  if (act.type === 'together') return doTogether(model, act)
  const before = model.copy()
  if (act.type === 'reorganised') model.do(act.first)
  model.hold(true)
  doHeld(model, act, before)
  model.hold(false)
}

function doHeld(
  model: LifeModel,
  act: Exclude<ActInBlocks, ActOf<'together'>>,
  before: LifeModel,
): void {
  switch (act.type) {
    case 'overtaken':
      model.do(act.first)
      return model.do(act.by)
    case 'held':
      model.do(act.first)
      return giveCommands(model, act)
    case 'reorganised':
      giveCommands(model, act)
      return takeBack(model, before)
    case 'stepwise':
      for (const step of act.steps) doStep(model, step)
      return
    case 'takenBack':
      return takeBackSince(model, act.events)
  }
}

export function giveCommands(
  model: LifeModel,
  { commands }: Pick<ActOf<'held'>, 'commands'>,
): void {
  for (const command of commands) model.do({ type: 'command', ...command })
}

/** A reorganisation takes back the one event that there is more on the chain than before. */
export function takeBack(model: LifeModel, before: LifeModel): void {
  const [place, ...others] = model.eventsSince(before)
  if (place === undefined || others.length > 0)
    throw new Error('Not one event is there to take back.')
  takeNewestBack(model, place)
}

/** A reorganisation takes back the newest event of one of the contracts. */
export function takeNewestBack(model: LifeModel, place: number): void {
  model.members[place]!.chain.reorganise(true)
  model.readFundsAgain()
}

/** A reorganisation takes back all since one of the contract's newest events, so many from the end. */
export function takeBackSince(model: LifeModel, events: number): void {
  const { world, chain } = model.members[0]!
  const funds = world.contract.fundsBefore(events)
  for (let count = 0; count < events; count++) {
    chain.reorganise(true, funds)
    model.rest()
  }
}

/** One step of those between which no block is made. */
export function doStep(model: LifeModel, step: BlockStep): void {
  if (!isAction(step)) return makeBlockAs(model, step.type)
  const waiting = waitingIn(model)
  model.do(step)
  if (isPayers(step)) makeBlock(model, mine, waiting)
}

function makeBlockAs(model: LifeModel, how: BlockMade['type']): void {
  switch (how) {
    case 'block':
      return makeBlock(model, mine)
    case 'revertingBlock':
      return makeBlock(model, (chain) => chain.miss('ChainReverted'))
    case 'nonceUsed':
      return loseNonce(model)
    case 'nonceTaken':
    case 'sendingRefused':
      for (const { chain } of model.members) chain.isRefusing = true
      return
    case 'refusalTold':
      for (const { chain } of model.members) chain.tellRefused()
      return model.rest()
    case 'sentInVain':
      for (const { chain } of model.members) chain.isRefusing = false
      model.passUntil(model.nowMs + sentAgainMs)
      loseNonce(model, { type: 'timer', timer: 'untilSentAgain' })
      // Blocks are made while time passes.
      model.hold(false)
      return model.hold(true)
  }
}

/** The first transaction loses its nonce; what has later ones waits on. */
function loseNonce(model: LifeModel, cause?: Cause): void {
  const waiting = waitingIn(model)
  const place = waiting.findIndex((count) => count > 0)
  const first = waiting.map((_, index) => (index === place ? 1 : 0))
  makeBlock(model, (chain) => chain.miss('NonceUsed', undefined, cause), first)
}

const mine = (chain: ChainModel): void => void chain.mine()

const waitingIn = ({ members }: LifeModel): number[] => members.map(({ chain }) => chain.underWay)

/** Ends the work that waited, and sends nothing upon it. `waiting`: how much of each subscription. */
function makeBlock(
  model: LifeModel,
  end: (chain: ChainModel) => void,
  waiting = waitingIn(model),
): void {
  for (const [place, { chain }] of model.members.entries()) {
    chain.isHeld = false
    for (let left = waiting[place] ?? 0; left > 0; left--) end(chain)
    chain.isHeld = true
  }
  model.rest()
  model.passUntil(model.nowMs)
}

/** Lets payers act on one subscription in one block: their funds are read after it, before its events are reported. */
function doTogether(model: LifeModel, { actions }: ActOf<'together'>): void {
  const { chain } = model.members[0]!
  const results = doPastService(model, actions)
  chain.showFunds()
  for (const result of results) chain.doOnChain(result)
  model.rest()
}

/** Does what others than the service do on the chain, and returns what comes of their calls; nothing is reported yet. */
export function doPastService(model: LifeModel, actions: readonly Action[]): Result[] {
  const { contract, nowMs } = model.members[0]!.world
  const results: Result[] = []
  for (const action of actions)
    if (action.type === 'allow') contract.allowance = model.amountOf(action.charges)
    else if (action.type === 'have') contract.balance = model.amountOf(action.charges)
    else if (action.type === 'wallet' || action.type === 'strangerCharges')
      results.push(callOf(action, contract, nowMs))
    else throw new Error(`${action.type} makes no transaction of a payer`)
  return results
}
