/** The service keeps some things for a while: they are there until the last second, and gone after it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs, minuteMs, secondMs } from '../../machines/durations.ts'
import { forgetAll } from '../../src/http/forgetting.ts'
import { Clock } from '../../src/shared/clock.ts'
import { reserveAnswer } from '../../src/store/idempotency.ts'
import { createCustomerToken, findTokenHolder } from '../../src/store/merchants/customer-tokens.ts'
import { claimsOf } from '../../src/store/used-signatures.ts'
import { type Merchant, newMerchant, startWorld, type World } from './world.ts'

/** A signature may have been made this far from the clock. */
const signatureMinutes = 5

let world: World
let merchant: Merchant

beforeAll(async () => {
  world = await startWorld()
  merchant = await newMerchant(world)
})
afterAll(() => world.stop())

/** The service at a moment of the test's own. */
function at(moment: number) {
  const clock = new Clock()
  clock.setDatabaseTime(new Date(moment), 0)
  return { ...world, clock }
}

const madeAt = Date.parse('2030-01-01T00:00:00.000Z')

test('the answer to an Idempotency-Key is kept for seven days', async () => {
  const request = { ...merchant.owner, key: 'kept', fingerprint: 'one' }
  const reserve = async (id: string) => {
    const now = new Date(madeAt)
    return (await reserveAnswer(world.database, request, { id, at: now }, now)).seed.id
  }
  await reserve('first')
  await forgetAll(at(madeAt + 7 * dayMs - secondMs))
  expect(await reserve('second')).toBe('first')
  await forgetAll(at(madeAt + 7 * dayMs + secondMs))
  expect(await reserve('third')).toBe('third')
})

test('that a token was good once can be told for thirty days after its end', async () => {
  const grant = { customerId: 'c-1', may: 'manage', expiresInSeconds: 60 } as const
  const { token } = await createCustomerToken(at(madeAt), merchant.owner, grant)
  const endedAt = madeAt + minuteMs
  const isKnown = async () => (await findTokenHolder(world, token)) !== null
  await forgetAll(at(endedAt + 30 * dayMs - secondMs))
  expect(await isKnown()).toBe(true)
  await forgetAll(at(endedAt + 30 * dayMs + secondMs))
  expect(await isKnown()).toBe(false)
})

test('a signature is known for longer than it is good, on either side of the clock', async () => {
  const claimOnce = claimsOf({ usesMax: 1, withinMs: 1_000 })
  const countsFor = async (mark: string) => {
    const use = { signatureHash: 'a signature', address: '192.0.2.1', mark }
    return (await claimOnce(world.database.pool, { ...use, now: new Date(madeAt) })).isAllowed
  }
  expect(await countsFor('one key')).toBe(true)
  await forgetAll(at(madeAt + 2 * signatureMinutes * minuteMs))
  expect(await countsFor('another key')).toBe(false)
  await forgetAll(at(madeAt + 15 * minuteMs + secondMs))
  expect(await countsFor('another key')).toBe(true)
})
