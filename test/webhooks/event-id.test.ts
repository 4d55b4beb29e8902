/** The id of an event is the same where a service that was set back tells the same again, and else another. */
import { expect, test } from 'vitest'
import { eventIdOf as idOf, idOfOnce } from '../../src/core/events/event-id.ts'
import { momentOfId } from '../../src/shared/ids.ts'

const chargeDate = '2026-11-20T12:00:00.000Z'
const resource = { id: 'charge-1', chargeDate, status: 'Retrying', transactionHash: '0x1' }
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
type Numbered = Parameters<typeof idOf>[0]
const eventIdOf = (one: Numbered) => idOf(one, () => false)

const again = {
  at: new Date('2026-11-21T08:00:00.000Z'),
  logNumber: 1_000_009,
  id: 'charge/charge-1/3/0',
}
const changed = (changes: object): Numbered => ({
  ...event,
  payload: { ...event.payload, ...changes },
})

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
  for (const [resourceKind, eventType] of [
    ['subscription', 'SubscriptionStatusChanged'],
    ['customer', 'CustomerAccessChanged'],
  ]) {
    const resource = { status: 'Paused', since: 1 }
    const told = { resourceKind, eventType, resource, fact: blockA }
    const id = eventIdOf(changed(told))
    expect(momentOfId(id)).toEqual(new Date(blockA.at))
    const since = { ...told, resource: { status: 'Paused', since: 2 } }
    expect(eventIdOf({ ...changed(since), ...again })).toBe(id)
    const otherSteps = { ...since, sequence: 3, previousStatus: 'Suspended' }
    expect(eventIdOf({ ...changed(otherSteps), ...again })).toBe(id)
    expect(idOf(changed(otherSteps), (one) => one === id)).not.toBe(id)
    const others = [
      changed({ ...told, fact: blockB }),
      changed({ ...told, resource: { status: 'Active' } }),
      changed({ ...told, resourceId: 'another' }),
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

const payment = {
  eventType: 'PaymentStatusChanged',
  resourceKind: 'payment',
  resourceId: 'payment-1',
  sequence: 3,
  resource: { createdAt: '2026-11-20T11:58:00.000Z', status: 'Succeeded', paidAmount: '10' },
  previousStatus: 'InProgress',
  fact: blockA,
}
const collected = {
  resource: { ...resource, status: 'Succeeded', contractAddress: '0xc', period: 2 },
}

test('the end of a payment or a charge has one id, by whatever steps, in whichever block and however much came by then', () => {
  const otherSteps = { sequence: 2, previousStatus: 'Created', fact: blockB }
  const id = eventIdOf(changed(payment))
  const more = { ...payment.resource, paidAmount: '12' }
  const told = changed({ ...payment, ...otherSteps, resource: more })
  expect(eventIdOf({ ...told, ...again })).toBe(id)
  expect(momentOfId(id).toISOString()).toBe(payment.resource.createdAt)

  const otherBlock = { ...collected.resource, chargeDate: '2026-11-20T12:00:14.000Z', attempts: 2 }
  const otherNumber = { resourceId: 'charge-2', resource: { ...otherBlock, id: 'charge-2' } }
  expect(eventIdOf({ ...changed({ ...otherSteps, ...otherNumber }), ...again })).toBe(
    eventIdOf(changed(collected)),
  )
})

test('ends that differ have other ids: of another status, resource, period, merchant or network', () => {
  const ofPayment = (changes: object) => changed({ ...payment, ...changes })
  const ofStatus = (status: string) => ofPayment({ resource: { ...payment.resource, status } })
  const nextPeriod = { resource: { ...collected.resource, period: 3 } }
  const others = [
    ofPayment({}),
    ofStatus('Expired'),
    ofStatus('Failed'),
    ofPayment({ resourceId: 'payment-2' }),
    ofPayment({ eventType: 'PaymentFundsChanged' }),
    { ...ofPayment({}), merchantId: 'another' },
    { ...ofPayment({}), network: 'MainNet' } as const,
    changed(collected),
    changed(nextPeriod),
  ]
  expect(new Set(others.map(eventIdOf)).size).toBe(others.length)
})

test('what ends a second time in one life of the log, after a reorganisation, is told under another id', () => {
  const first = eventIdOf(changed(payment))
  const second = idOf(changed({ ...payment, sequence: 5, fact: blockB }), (id) => id === first)
  const third = idOf(changed({ ...payment, sequence: 7 }), (id) => id === first)
  expect(new Set([first, second, third]).size).toBe(3)
})

test('what ends in a later month than it began has one id within that month', () => {
  const late = { ...changed(payment), at: new Date('2027-01-02T03:00:00.000Z') }
  const later = { ...late, ...again, at: new Date('2027-01-20T00:00:00.000Z') }
  expect(momentOfId(eventIdOf(late)).toISOString()).toBe('2027-01-01T00:00:00.000Z')
  expect(eventIdOf(later)).toBe(eventIdOf(late))
})

test('what may come again is nothing that happens once: a pause, a try, a change of the money', () => {
  const active = { eventType: 'SubscriptionStatusChanged', resourceKind: 'subscription' }
  const others = [
    event,
    changed({ ...active, resource: { status: 'Paused' } }),
    changed({ ...payment, eventType: 'PaymentFundsChanged' }),
    changed({ ...payment, resource: { ...payment.resource, status: 'InProgress' } }),
    changed({
      eventType: 'PlanStatusChanged',
      resourceKind: 'plan',
      resource: { status: 'Archived' },
    }),
  ]
  expect(others.map(idOfOnce)).toEqual(others.map(() => null))
})
