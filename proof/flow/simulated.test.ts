/**
 * The simulator says what happens: the same scenario is run by the service, moved by the test clock, with a payer on
 * the chain and a receiver of webhooks, and compared with the simulation field by field.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cause, toShownCause } from '../../src/shared/message.ts'
import { Scenario, SimulatedPlan } from '../../src/core/simulating/scenario.ts'
import { type SimulationAnswer, simulateTerms } from '../../src/core/simulating/simulate.ts'
import { groupsOf } from '../../test/support/lived-turns.ts'
import { FieldComparison } from '../../test/support/same-fields.ts'
import { type Lived, liveTogether, RealLife } from './live-through.ts'
import { type FlowWorld, startWorld } from '../../test/flow/world.ts'

/** Every step of the test clock takes the service some real time, which business time goes on by. */
const toleranceMs = 120_000
/** Places among all events and on the chain, which other subscriptions share. */
const leftOut = ['logNumber', 'position', 'eventId']

let world: FlowWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.stop())

const monthly = { amount: '12', periodDays: 30, maxPeriods: 3, graceDays: 6 }
const enough = { balance: '100', allowance: '36' }

type Told = {
  title: string
  plan?: object
  payer?: object
  days: number
  happenings: object[]
  isAboutGas?: true
}

const lives: Told[] = [
  {
    title: 'the wallet is empty from day 29 to 33',
    days: 40,
    happenings: [{ what: 'walletEmpty', fromDay: 29, toDay: 33.5 }],
  },
  {
    title: 'the wallet stays empty, and the grace runs out',
    days: 70,
    happenings: [{ what: 'balanceSet', onDay: 29.5, to: '11' }],
  },
  {
    title: 'the allowance is lowered below an amount, and raised once it is late',
    days: 64,
    happenings: [
      { what: 'allowanceSet', onDay: 12, to: '5' },
      { what: 'allowanceSet', onDay: 31.5, to: '40' },
    ],
  },
  {
    title: 'the allowance is taken back, and given again',
    days: 34,
    happenings: [
      { what: 'allowanceSet', onDay: 12, to: '0' },
      { what: 'allowanceSet', onDay: 31.5, to: '12' },
    ],
  },
  {
    title: 'fees are above the limit for a day',
    isAboutGas: true,
    days: 40,
    happenings: [{ what: 'feesAboveLimit', fromDay: 29.5, toDay: 30.5 }],
  },
  {
    title: 'the gas wallet is empty when a charge is due and somebody pauses',
    isAboutGas: true,
    days: 40,
    happenings: [
      { what: 'gasWalletEmpty', fromDay: 29.5, toDay: 32.5 },
      { what: 'command', onDay: 31.5, command: 'pause' },
    ],
  },
  {
    title:
      'a pause for some days that ends by itself, and a second one that the payer ends on the chain',
    days: 80,
    happenings: [
      { what: 'command', onDay: 10.5, command: 'pause', untilDay: 20.5 },
      { what: 'command', onDay: 45.5, command: 'pause' },
      { what: 'onChain', onDay: 50.5, call: 'unfreeze' },
    ],
  },
  {
    title:
      'the payer pauses and resumes on the chain, and commands that are not taken change nothing',
    days: 45,
    happenings: [
      { what: 'onChain', onDay: 3.5, call: 'freeze' },
      { what: 'command', onDay: 5.5, command: 'unpause' },
      { what: 'command', onDay: 6.5, command: 'activate' },
      { what: 'onChain', onDay: 9.5, call: 'unfreeze' },
    ],
  },
  {
    title: 'an end is planned, taken back, and planned again',
    days: 70,
    happenings: [
      { what: 'command', onDay: 8.5, command: 'cancelAtPeriodEnd' },
      { what: 'command', onDay: 9.5, command: 'uncancel' },
      { what: 'command', onDay: 40.5, command: 'cancelAtPeriodEnd' },
    ],
  },
  {
    title: 'a cancellation at once while a charge is late',
    days: 45,
    happenings: [
      { what: 'balanceSet', onDay: 29.5, to: '0' },
      { what: 'command', onDay: 32.2, command: 'cancel' },
    ],
  },
  {
    title: 'the payer cancels on the chain in the paid time',
    days: 45,
    happenings: [{ what: 'onChain', onDay: 17.5, call: 'cancel' }],
  },
  {
    title: 'a start in five days, all charges made to the end',
    plan: { amount: '7', periodDays: 10, maxPeriods: 3, graceDays: 2, startsOnDay: 5.5 },
    days: 50,
    happenings: [],
  },
  {
    title: 'a draft that nobody allows',
    payer: { balance: '100', allowance: '0' },
    days: 45,
    happenings: [],
  },
]

/** Scenarios of one group run beside each other; one about the merchant's gas runs alone. */
const groups = [
  lives.filter(({ isAboutGas }) => !isAboutGas),
  ...lives.filter(({ isAboutGas }) => isAboutGas).map((life) => [life]),
]
const compared = new Map<Told, string[]>()

beforeAll(async () => {
  for (const group of groups) await compare(group)
}, 120_000)

test.each(lives.map((life) => [life.title, life] as const))('%s', (_, life) => {
  expect(compared.get(life)).toEqual([])
})

async function compare(group: readonly Told[]): Promise<void> {
  const asked = []
  for (const told of group) {
    const { plan = monthly, payer = enough, days, happenings } = told
    const scenario = Scenario.parse({ days, payer, happenings })
    const life = await RealLife.begin(world, SimulatedPlan.parse(plan), scenario)
    const simulated = simulateTerms(life.terms, scenario)
    const turnsUntil = (moment: number) =>
      simulated.turns.filter(({ at }) => Date.parse(at) <= moment).length
    await life.untilTurns(turnsUntil(Date.parse(life.terms.createdAt)))
    asked.push({ told, life, scenario, simulated, turnsUntil })
  }
  const lived = await liveTogether(world, asked)
  for (const { told, life, simulated } of asked) {
    const comparison = new FieldComparison({ toleranceMs, leftOut })
    comparison.compare(sorted(lived.get(life)!), sorted(simulated))
    compared.set(told, comparison.differences)
  }
}

/** Sorts by actor and resource, each in its own order: actors take their turns beside each other. */
function sorted({ turns, webhooks, subscription, charges, money }: Lived | SimulationAnswer) {
  const bodies = webhooks as Record<string, unknown>[]
  return {
    turns: groupsOf(turns, ({ kind, id }) => `${kind}/${id}`).map((some) =>
      some.map(({ at, event, cause, from, to }) => ({
        at,
        event,
        cause: toShownCause(cause as Cause),
        from,
        to,
      })),
    ),
    webhooks: groupsOf(bodies, (body) => {
      const { id, contractAddress, customerId } = (body['charge'] ??
        body['subscription'] ??
        body['customer']) as Record<string, string>
      return `${body['charge'] ? id : (contractAddress ?? customerId)}`
    }),
    subscription,
    charges,
    money,
  }
}
