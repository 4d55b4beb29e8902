import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { ChargeResource } from '../../src/core/resources/charge.ts'
import { CustomerResource } from '../../src/core/resources/customer.ts'
import { PaymentResource } from '../../src/core/resources/payment.ts'
import { PlanResource } from '../../src/core/resources/plan.ts'
import { SubscriptionResource } from '../../src/core/resources/subscription.ts'
import { type EventType, eventTypes, type ResourceName } from '../../src/shared/event-types.ts'
import { eventBody } from '../../src/core/events/catalogue.ts'
import { retryWaitsMs } from './retry-waits.ts'

const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')

const resources: Partial<Record<ResourceName, z.ZodType>> = {
  payment: PaymentResource,
  subscription: SubscriptionResource,
  charge: ChargeResource,
  plan: PlanResource,
  customer: CustomerResource,
}

/** The body that the section of each event type shows. */
const sections = new Map(
  [...page.matchAll(/^### (\w+)\n.*?^```json\n(.*?)^```/gms)].map(([, type, body]) => [
    type!,
    body!,
  ]),
)

const sent = Object.keys(eventTypes) as EventType[]

describe('docs/webhooks.md', () => {
  test.each(sent)('shows a body of %s, with the resource as the API has it (S6-7)', (type) => {
    const body = JSON.parse(sections.get(type) ?? 'null')
    expect(eventBody(type, resources[eventTypes[type]]).parse(body)).toBeTruthy()
  })

  test('shows no event that is not sent (S6-7)', () => {
    expect([...sections.keys()].sort()).toEqual(sent.toSorted())
  })

  test('has the waits between attempts that the service keeps', () => {
    const unitsMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000 }
    const rows = [...page.matchAll(/^\| \d+ \| (\d+) ([smh]) \|$/gm)]
    expect(rows.map(([, count, unit]) => Number(count) * unitsMs[unit!]!)).toEqual(retryWaitsMs)
  })
})
