/**
 * The actors that the benchmark moves, and their commands: pairs of which each takes back the one
 * before, so that they can go on for ever.
 *
 * A plan is archived and restored: journal and one event for the merchant each time. A subscription
 * is paused, and the pause is refused: journal, an event, a request to the chain, and two timers
 * cancelled or armed.
 */
import { activateUntilOf } from '../../machines/subscription/subscription.events.ts'
import { derivedId } from '../../src/shared/ids.ts'
import type { Cause, Message, MessageEvent } from '../../src/shared/message.ts'

export type Role = 'plan' | 'subscription'

export const actorsPerRole = 4096
const merchants = 8
const createdAt = new Date('2026-01-01T00:00:00.000Z')
const farAwayAt = '2036-01-01T00:00:00.000Z'
const amount = '10000000'

type Line = { event: MessageEvent; cause: Cause }
const command = (type: string): Line => ({
  event: { type },
  cause: { type: 'command', command: type, by: 'merchant' },
})

const lines: Record<Role, readonly [Line, Line]> = {
  plan: [command('plan.archive'), command('plan.restore')],
  subscription: [
    command('subscription.pause'),
    {
      event: { type: 'request.refused', operation: 'freeze', reason: 'RpcUnavailable' },
      cause: { type: 'chain', detail: 'benchmark' },
    },
  ],
}

const address = (index: number) => `0x${index.toString(16).padStart(40, '0')}`

/** Ids are made once, so that making them is not measured. */
const ids = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index))
const merchantIds = ids(merchants, (index) => derivedId(createdAt, `merchant/${index}`))
const entityIds: Record<Role, string[]> = {
  plan: ids(actorsPerRole, (index) => derivedId(createdAt, `plan/${index}`)),
  subscription: ids(actorsPerRole, (index) => address(index + 1)),
}

const merchantOf = (index: number) => merchantIds[index % merchants]!
const entityIdOf = (role: Role, index: number) => entityIds[role][index]!

/** Gives each slot actors of its own, one after the other. */
export function actorTurns(concurrency: number): (slot: number) => number {
  const rounds = new Uint32Array(concurrency)
  const each = Math.floor(actorsPerRole / concurrency)
  return (slot) => slot + (rounds[slot]!++ % each) * concurrency
}

/** The message that moves an actor for the `turn`th time after its creation; turns count from 0. */
export function moveMessage(role: Role, index: number, turn: number): Message {
  return message(role, index, `move/${turn}`, lines[role][turn % 2 === 0 ? 0 : 1])
}

/**
 * The messages that create an actor and bring it to where it takes the first command of its pair.
 */
export function creationMessages(role: Role, index: number): Message[] {
  const said = role === 'plan' ? planCreation(index) : subscriptionCreation(index)
  return said.map((line, turn) => message(role, index, `create/${turn}`, line))
}

function message(role: Role, index: number, id: string, { event, cause }: Line): Message {
  const entityId = entityIdOf(role, index)
  return {
    id: `http/bench/${role}/${entityId}/${id}`,
    kind: role,
    entityId,
    merchantId: merchantOf(index),
    network: 'MainNet',
    event,
    cause,
  }
}

const owner = (index: number) => ({ merchantId: merchantOf(index), network: 'MainNet' })

const planCreation = (index: number): Line[] => [
  {
    ...command('plan.create'),
    event: {
      type: 'plan.create',
      input: {
        id: entityIdOf('plan', index),
        ...owner(index),
        name: `Plan ${index}`,
        description: 'Everything, every month, until somebody has had enough of it.',
        asset: 'USDC',
        decimals: 6,
        blockchain: 'Benchmark',
        amount,
        periodDays: 30,
        graceDays: 3,
        tags: ['monthly'],
        createdAt: createdAt.toISOString(),
      },
    },
  },
  command('plan.activate'),
]

/**
 * The chain has reported the first charge, so the subscription is active and paid until far away.
 */
const subscriptionCreation = (index: number): Line[] => [
  {
    ...command('subscription.create'),
    event: { type: 'subscription.create', input: subscriptionInput(index) },
  },
  {
    cause: { type: 'chain', detail: 'benchmark' },
    event: {
      type: 'chain.charged',
      period: 1,
      nextChargeAt: farAwayAt,
      chargedAt: createdAt.toISOString(),
      allowance: '120000000',
      transactionHash: `0x${index.toString(16).padStart(64, '0')}`,
      position: 1_000_000,
    },
  },
]

const subscriptionInput = (index: number) => ({
  contractAddress: entityIdOf('subscription', index),
  id: derivedId(createdAt, `subscription/${index}`),
  ...owner(index),
  planId: entityIdOf('plan', index),
  customerId: `customer-${index}`,
  metadata: null,
  blockchain: 'Benchmark',
  asset: 'USDC',
  decimals: 6,
  token: address(1_000_001),
  receiver: address(1_000_002),
  payer: address(2_000_000 + index),
  operator: address(1_000_003),
  amount,
  startFrom: createdAt.toISOString(),
  periodDays: 30,
  maxPeriods: 12,
  graceDays: 3,
  activateUntil: activateUntilOf(createdAt.toISOString()),
  createdAt: createdAt.toISOString(),
})
