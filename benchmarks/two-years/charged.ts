/** Holds what two years have brought against what they have to bring: every charge, in time, and exact sums. */
import assert from 'node:assert/strict'
import type { EventJson, Json, Merchant } from '../../examples/client/merchant.ts'
import { Payer } from '../../examples/client/payer.ts'
import { amount, periodMs } from './subscribers.ts'

/** How long after its due second each charge was made, by the time of its block; the shortest first. */
export async function requireAllCharged(merchant: Merchant, until: Date): Promise<number[]> {
  const { mandate, dev } = merchant
  const subscriptions = await mandate.subscriptions.list({ limit: 1_000 }).toArray()
  const charges = await mandate.charges.list({ limit: 1_000 }).toArray()
  const failed = charges.filter(({ status }) => status !== 'Succeeded')
  assert.deepEqual(failed, [], 'every charge succeeded')
  const delays: number[] = []
  for (const { contractAddress, startFrom } of subscriptions) {
    const own = charges.filter((charge) => charge.contractAddress === contractAddress)
    const due = Array.from(
      { length: Math.floor((until.getTime() - Date.parse(startFrom)) / periodMs) + 1 },
      (_, index) => Date.parse(startFrom) + index * periodMs,
    )
    const made = own.map(({ chargeDate }) => Date.parse(chargeDate)).toSorted((a, b) => a - b)
    assert.equal(made.length, due.length, `${contractAddress} was charged for every period`)
    delays.push(...made.map((at, index) => (at - due[index]!) / 1000))
  }
  const received = await new Payer(dev).balance(dev.merchant.receiver)
  assert.equal(received, BigInt(charges.length) * amount, 'the sums are exact')
  return delays.toSorted((one, other) => one - other)
}

/** Every event of the log came as one webhook, and those of a resource in order. */
export function requireEveryWebhook(received: EventJson[], logged: EventJson[]): void {
  const came = new Set(received.map(({ eventId }) => eventId))
  const missing = logged.filter(({ eventId }) => !came.has(eventId))
  assert.deepEqual(missing, [], 'every event came as a webhook')
  assert.equal(received.length, came.size, 'no webhook came twice')
  for (const ofOne of Map.groupBy(received, resourceOf).values()) {
    const sequences = ofOne.map(({ sequence }) => sequence)
    const sorted = sequences.toSorted((one, other) => one - other)
    assert.deepEqual(sequences, sorted, 'webhooks of a resource came in order')
  }
}

function resourceOf({ charge, subscription, customer }: EventJson): string {
  if (charge) return `charge/${(charge as Json)['id'] as string}`
  if (subscription) return `subscription/${(subscription as Json)['contractAddress'] as string}`
  return `customer/${(customer as Json | undefined)?.['customerId'] as string}`
}
