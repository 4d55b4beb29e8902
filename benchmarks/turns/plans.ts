/**
 * The actors that the benchmark moves: plans, each archived and restored again and again, which takes a row of the
 * journal and one event for the merchant each time.
 */
import { derivedId } from '../../src/shared/ids.ts'
import type { Message, MessageEvent } from '../../src/shared/message.ts'

export const plansMax = 4096
const merchants = 8
const createdAt = new Date('2026-01-01T00:00:00.000Z')

/** Ids are made once, so that making them is not measured. */
const ids = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => derivedId(createdAt, `${name}/${index}`))
const merchantIds = ids(merchants, 'merchant')
const planIds = ids(plansMax, 'plan')

/** Gives each slot plans of its own, one after the other, where so many slots share them evenly. */
export function plansOf(concurrency: number): (slot: number) => number {
  const rounds = new Uint32Array(concurrency)
  return (slot) => (slot + rounds[slot]!++ * concurrency) % plansMax
}

/** Moves a plan for the `turn`th time after its creation; turns count from 0. */
export const moveMessage = (index: number, turn: number): Message =>
  message(index, `move/${turn}`, { type: turn % 2 === 0 ? 'plan.archive' : 'plan.restore' })

export const creationMessages = (index: number): Message[] => [
  message(index, 'create', { type: 'plan.create', input: inputOf(index) }),
  message(index, 'activate', { type: 'plan.activate' }),
]

function message(index: number, id: string, event: MessageEvent): Message {
  const entityId = planIds[index]!
  return {
    id: `http/bench/plan/${entityId}/${id}`,
    kind: 'plan',
    entityId,
    ...ownerOf(index),
    event,
    cause: { type: 'command', command: event.type, by: 'merchant' },
  }
}

const ownerOf = (index: number) => ({
  merchantId: merchantIds[index % merchants]!,
  network: 'MainNet' as const,
})
const inputOf = (index: number) => ({
  id: planIds[index]!,
  ...ownerOf(index),
  name: `Plan ${index}`,
  description: 'Everything, every month, until somebody has had enough of it.',
  blockchain: 'Benchmark',
  asset: 'USDC',
  decimals: 6,
  amount: '10000000',
  periodDays: 30,
  graceDays: 3,
  tags: ['monthly'],
  createdAt: createdAt.toISOString(),
})
