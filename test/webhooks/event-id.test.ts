/** The id of an event is the same where a service that was set back tells the same again, and else another. */
import { expect, test } from 'vitest'
import { eventIdOf } from '../../src/webhooks/event-id.ts'
import { momentOfId } from '../../src/shared/ids.ts'

const chargeDate = '2026-11-20T12:00:00.000Z'
const resource = { id: 'charge-1', chargeDate, status: 'Succeeded', transactionHash: '0x1' }
const event = {
  merchantId: 'merchant',
  network: 'TestNet',
  at: new Date('2026-11-20T12:00:03.000Z'),
  logNumber: 7,
  id: 'charge/charge-1/5/0',
  payload: {
    eventType: 'SubscriptionChargeStatusChanged',
    resourceKind: 'charge',
    resourceId: 'charge-1',
    sequence: 2,
    resource,
    previousStatus: 'Pending',
  },
} as const
const again = {
  at: new Date('2026-11-21T08:00:00.000Z'),
  logNumber: 1_000_009,
  id: 'charge/charge-1/3/0',
}
const changed = (changes: object) => ({ ...event, payload: { ...event.payload, ...changes } })

test('what is told again later, as another entry of the log, has the same id, which begins with its own moment', () => {
  const id = eventIdOf(event)
  expect(eventIdOf({ ...event, ...again })).toBe(id)
  expect(momentOfId(id)).toEqual(new Date(chargeDate))
})

test('what tells anything else has another id', () => {
  const others = [
    changed({ resource: { ...resource, transactionHash: '0x2' } }),
    changed({ sequence: 3 }),
    changed({ previousStatus: 'Error' }),
    changed({ resourceId: 'charge-2' }),
    { ...event, merchantId: 'another' },
    { ...event, network: 'MainNet' } as const,
  ]
  const ids = [event, ...others].map(eventIdOf)
  expect(new Set(ids).size).toBe(ids.length)
})

test('what has no moment of its own in the month begins with that of its turn', () => {
  const ofPlan = changed({ resourceKind: 'plan' })
  const late = { ...event, at: new Date('2026-12-01T00:00:00.000Z') }
  for (const one of [ofPlan, late]) {
    expect(momentOfId(eventIdOf(one))).toEqual(one.at)
    expect(eventIdOf({ ...one, logNumber: 8 })).not.toBe(eventIdOf(one))
  }
})
