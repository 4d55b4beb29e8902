/**
 * The service in a page: a subscription lives through a scenario on the machines that run, against a model of its
 * contract and of the chain. Nothing is written, nobody is asked, and the same question has the same answer.
 */
import { z } from 'zod'
import { dayMs } from '../../../machines/durations.ts'
import {
  activateUntilOf,
  type SubscriptionInput,
} from '../../../machines/subscription/subscription.events.ts'
import { formatAmount, toBaseUnits } from '../../shared/money.ts'
import { type Act, type Stage, toActs, momentOf } from './acts.ts'
import { ChainModel } from './chain-model.ts'
import { Recording, type SimulatedTurn, type WebhookBody } from './record.ts'
import { definitionsFor } from './retry-policies.ts'
import { decimals, RetryPolicy, Scenario, SimulatedPlan } from './scenario.ts'
import { settle } from './settle.ts'
import { World } from './world.ts'

export const SimulationQuestion = z.strictObject({
  plan: SimulatedPlan,
  scenario: Scenario,
  retries: RetryPolicy.optional(),
})
export type SimulationQuestion = z.infer<typeof SimulationQuestion>

/** Somebody wanted to do this and could not. */
type Refused = { at: string; what: string; why: string }

/** Amounts are decimals of the token, moments ISO 8601 in UTC. */
export type SimulationAnswer = {
  turns: SimulatedTurn[]
  webhooks: WebhookBody[]
  refused: Refused[]
  /** Both are as the API shows them at the end. */
  subscription: object
  /** The newest first. */
  charges: object[]
  money: { charged: string; payerHas: string; payerAllows: string; transactions: number }
}

/** Moments at which something may happen; a subscription of three years has some thousand. */
const momentsMax = 20_000

/** Answers what would happen, from the moment `beganMs` on in Unix milliseconds. */
export const simulate = (
  { plan, scenario, retries }: SimulationQuestion,
  beganMs: number,
): SimulationAnswer => simulateTerms(termsOf(plan, beganMs), scenario, retries)

/** The same for the terms of a subscription as it is stored; it begins when that was created. */
export function simulateTerms(
  terms: SubscriptionInput,
  scenario: Scenario,
  retries?: RetryPolicy,
): SimulationAnswer {
  const recording = new Recording()
  const refused: Refused[] = []
  const world = new World(terms, {
    definitions: definitionsFor(retries),
    onTurn: (turn) => recording.note(turn),
  })
  const chain = new ChainModel(world)
  const beganMs = world.nowMs
  const refuse = (what: string, why: string) =>
    void refused.push({ at: new Date(world.nowMs).toISOString(), what, why })
  const stage: Stage = { world, chain, beganMs, refuse }
  const { allowance, balance } = scenario.payer
  world.contract.balance = toBaseUnits(balance, decimals)
  world.contract.allowance = toBaseUnits(allowance, decimals)
  if (world.contract.allowance > 0n) chain.showFunds()
  live(stage, toActs(scenario, beganMs), momentOf(beganMs, scenario.days))
  return {
    turns: recording.turns,
    webhooks: recording.webhooks,
    refused,
    ...sumUp(stage, recording),
  }
}

/** Goes from one moment to the next: what is due then comes first, then what the scenario wants. */
function live(stage: Stage, acts: readonly Act[], endMs: number): void {
  const { world, chain } = stage
  let done = 0
  comeToRest(stage)
  for (let moments = 0; moments < momentsMax; moments++) {
    const silenceMs = chain.silenceReportedMs
    const isNews = silenceMs !== undefined && silenceMs > world.nowMs
    const nextMs = Math.min(
      acts[done]?.atMs ?? Infinity,
      world.nextTimerMs() ?? Infinity,
      isNews ? silenceMs : Infinity,
    )
    if (nextMs > endMs) return
    world.nowMs = Math.max(world.nowMs, nextMs)
    world.fireTimers()
    comeToRest(stage)
    for (; (acts[done]?.atMs ?? Infinity) <= world.nowMs; done++) {
      acts[done]!.does(stage)
      comeToRest(stage)
    }
  }
  throw new Error(`It is not over after ${momentsMax} moments; ask for fewer days.`)
}

function comeToRest({ world, chain }: Stage): void {
  if (!settle(world, chain))
    throw new Error('It does not come to rest: two actors answer each other for ever.')
}

function sumUp({ world, chain }: Stage, { resources }: Recording) {
  const { contract } = world
  const ofKind = (wanted: string) =>
    [...resources.values()].flatMap(({ kind, resource }) => (kind === wanted ? [resource] : []))
  const inTokens = (baseUnits: bigint) => formatAmount(baseUnits, decimals)
  return {
    subscription: ofKind('subscription')[0]!,
    charges: ofKind('charge').toReversed(),
    money: {
      charged: inTokens(BigInt(contract.charged) * BigInt(contract.terms.amount)),
      payerHas: inTokens(contract.balance),
      payerAllows: inTokens(contract.allowance),
      transactions: chain.mined.length,
    },
  }
}

const addressOf = (digit: string): `0x${string}` => `0x${digit.repeat(40)}`

/** The terms of a subscription on a plan that nobody has. */
export function termsOf(plan: SimulatedPlan, beganMs: number): SubscriptionInput {
  const startFrom = new Date(beganMs + Math.round(plan.startsOnDay * dayMs)).toISOString()
  const { periodDays, maxPeriods, graceDays, withdrawalDays } = plan
  return {
    contractAddress: addressOf('5'),
    id: '1ChKd2hat9dNBnh7rKJ924',
    merchantId: 'merchant',
    network: 'TestNet',
    planId: '1ChKd2hat9dNBnh7rKJ925',
    customerId: 'customer-42',
    metadata: null,
    blockchain: 'SimulatedChain',
    asset: 'USDC',
    decimals,
    token: addressOf('b'),
    receiver: addressOf('c'),
    payer: addressOf('d'),
    operator: addressOf('e'),
    amount: String(toBaseUnits(plan.amount, decimals)),
    startFrom,
    periodDays,
    maxPeriods,
    graceDays,
    activateUntil: activateUntilOf(startFrom),
    ...(withdrawalDays === undefined ? {} : { withdrawalDays }),
    createdAt: new Date(beganMs).toISOString(),
  }
}
