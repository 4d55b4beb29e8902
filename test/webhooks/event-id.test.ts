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

const blockA = { what: '0xa', at: '2026-11-20T12:00:01.000Z' }
const blockB = { ...blockA, what: '0xb' }

test('what looks the same and follows from another block, or from another moment of a timer, has another id', () => {
  const ids = [event, changed({ fact: blockA }), changed({ fact: blockB })].map(eventIdOf)
  expect(new Set(ids).size).toBe(ids.length)
  expect(eventIdOf({ ...changed({ fact: blockA }), ...again })).toBe(ids[1])
})

test('a status of a subscription or of a customer has the id of what it follows from, whatever else is said by then', () => {
  for (const resourceKind of ['subscription', 'customer']) {
    const told = { resourceKind, resource: { status: 'Paused', since: 1 }, fact: blockA }
    const id = eventIdOf(changed(told))
    expect(momentOfId(id)).toEqual(new Date(blockA.at))
    const since = { ...told, resource: { status: 'Paused', since: 2 } }
    expect(eventIdOf({ ...changed(since), ...again })).toBe(id)
    const others = [
      changed({ ...told, fact: blockB }),
      changed({ ...told, resource: { status: 'Active' } }),
      changed({ ...told, sequence: 3 }),
      changed({ ...told, fact: undefined }),
    ]
    expect(new Set([id, ...others.map(eventIdOf)]).size).toBe(1 + others.length)
  }
})

test('an event of an earlier month has the moment of what it follows from', () => {
  const december = { what: '0xc', at: '2026-12-01T00:00:00.000Z' }
  const late = { ...changed({ fact: december }), at: new Date('2026-12-02T00:00:00.000Z') }
  expect(momentOfId(eventIdOf(late))).toEqual(new Date(december.at))
})

test('what has no moment of its own in the month begins with that of its turn', () => {
  const ofPlan = changed({ resourceKind: 'plan', fact: blockA })
  const late = { ...event, at: new Date('2026-12-01T00:00:00.000Z') }
  for (const one of [ofPlan, late]) {
    expect(momentOfId(eventIdOf(one))).toEqual(one.at)
    expect(eventIdOf({ ...one, logNumber: 8 })).not.toBe(eventIdOf(one))
  }
})
