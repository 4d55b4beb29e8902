/** The steps that can happen next in a world, and how it becomes idle. */
import { dayMs, hourMs } from '../../../machines/durations.ts'
import type { ChainModel } from '../../../src/core/simulating/chain-model.ts'
import { settle as comeToRest } from '../../../src/core/simulating/settle.ts'
import type { World } from '../../../src/core/simulating/world.ts'

/** A step: `choice` picks among the possible ones; `weight` is how often it happens beside the others. */
export type Step = {
  weight: number
  happen(world: World, chain: ChainModel, choice: number): void
}

const commands = [
  'pause',
  'unpause',
  'activate',
  'pause',
  'unpause',
  'cancelAtPeriodEnd',
  'uncancel',
  'activate',
  'cancel',
]
/** The numbers of charges that the payer allows or can pay. */
const amounts = [9n, 0n, 9n, 1n]
const roundsMax = 2_000
/** A wait as long stands for one without end: a pause that nobody ends. */
export const neverMs = 90 * 365 * dayMs

/** All steps that may happen, by name. */
export const steps: Record<string, Step> = {
  'a letter arrives': { weight: 12, happen: (world, _, choice) => void world.deliver(choice) },
  'all letters arrive': {
    weight: 6,
    happen: (world, _, choice) => {
      while (world.deliver(choice));
    },
  },
  'the chain answers': { weight: 10, happen: (_, chain, choice) => void chain.answer(choice) },
  'a block is mined': { weight: 8, happen: (_, chain) => void chain.mine() },
  'time passes': {
    weight: 3,
    happen: (world, _, choice) => {
      world.nowMs += (choice + 1) * 4 * hourMs
    },
  },
  'a timer fires': {
    weight: 8,
    happen: (world) => {
      world.nowMs = Math.max(world.nowMs, world.nextTimerMs() ?? 0)
      world.fireTimers()
    },
  },
  'the merchant presses': {
    weight: 4,
    happen: (world, _, choice) => world.press(commands[choice % commands.length]!),
  },
  'the payer allows': {
    weight: 3,
    happen: ({ contract }, chain, choice) => {
      contract.allowance = amounts[choice % amounts.length]! * BigInt(contract.terms.amount)
      chain.showFunds()
    },
  },
  'the payer earns or spends': {
    weight: 3,
    happen: ({ contract }, chain, choice) => {
      contract.balance = amounts[choice % amounts.length]! * BigInt(contract.terms.amount)
      chain.showFunds()
    },
  },
  'the payer freezes': {
    weight: 1,
    happen: ({ contract, nowMs }, chain) =>
      chain.doOnChain(contract.freeze(contract.terms.payer, nowMs)),
  },
  'the payer unfreezes': {
    weight: 2,
    happen: ({ contract, nowMs }, chain) =>
      chain.doOnChain(contract.unfreeze(contract.terms.payer, nowMs)),
  },
  'the payer cancels': {
    weight: 0.3,
    happen: ({ contract, nowMs }, chain) =>
      chain.doOnChain(contract.cancel(contract.terms.payer, nowMs)),
  },
  'a stranger charges': {
    weight: 1,
    happen: ({ contract, nowMs }, chain) => chain.doOnChain(contract.charge(nowMs)),
  },
  'a reorganisation takes what was newest': {
    weight: 2,
    happen: (_, chain, choice) => void chain.reorganise(choice % 3 > 0),
  },
  'the gas runs out or comes back': {
    weight: 2,
    happen: (_, chain) => {
      chain.heldBackFor = chain.heldBackFor ? null : 'GasWalletEmpty'
    },
  },
}

/** Makes the payer allow and have enough for everything, and the first charge land. */
export function subscribe(world: World, chain: ChainModel): void {
  const { contract } = world
  contract.allowance = BigInt(contract.terms.amount) * BigInt(contract.terms.maxPeriods)
  contract.balance = contract.allowance
  chain.showFunds()
  settle(world, chain)
}

/** Runs the world until it is idle, with enough gas and without time passing; false if it never is. */
export function settle(world: World, chain: ChainModel): boolean {
  chain.heldBackFor = null
  return comeToRest(world, chain)
}

/** Lets time pass until nothing is waited for; false if that never comes. */
export function runOut(world: World, chain: ChainModel): boolean {
  for (let round = 0; round < roundsMax; round++) {
    if (!settle(world, chain)) return false
    const next = world.nextTimerMs()
    if (next === undefined || next - world.nowMs > neverMs) return true
    world.nowMs = Math.max(world.nowMs, next)
    world.fireTimers()
  }
  return false
}
