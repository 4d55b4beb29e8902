/** A customer asks for a proof of leaving too early, or while nobody can make one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from './sessions.ts'
import { newReadyMerchant, newSubscription, startWorld, type World } from './world.ts'

let world: World
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>

beforeAll(async () => {
  world = await startWorld()
  merchant = await newReadyMerchant(world)
})
afterAll(() => world.stop())

test('a contract that is not cancelled on its chain has no proof, and the answer says what to do', async () => {
  const { body: draft } = await merchant.post(
    '/integration/subscriptions',
    newSubscription(merchant.planId),
  )
  const session = await openSession(world, merchant, { may: 'leave' })
  const { status, body } = await session.get(
    `/session/subscriptions/${draft.contractAddress}/proof`,
  )
  expect([status, body.code, body.state]).toEqual([409, 'NotCancelledOnChain', 'Draft'])
  expect(body.message).toContain('its contract is not cancelled on the chain')
})
