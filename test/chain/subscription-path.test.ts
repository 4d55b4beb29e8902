import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBalance } from 'viem/actions'
import { approve, newPayer, subscribe, unit } from './payers.ts'
import { chargesOf, untilQuiet, untilState } from './until.ts'
import { createWorld, startAll, type World } from './world.ts'

let world: World
let service: { stop(): Promise<void> }

beforeAll(async () => {
  world = await createWorld()
  service = startAll(world)
})
afterAll(async () => {
  await service?.stop()
  await world?.close()
})

test('a seen allowance activates the subscription with one charge (S3.2-4)', async () => {
  const payer = await newPayer(world, 100n * unit)
  const { contractAddress } = await subscribe(world, payer)
  await approve(world, payer, contractAddress, 120n * unit)

  const { context } = await untilState(world, contractAddress, 'Active.Current')
  expect(context).toMatchObject({ chargesMade: 1, allowance: String(110n * unit) })
  await untilQuiet(world)
  expect(await chargesOf(world, contractAddress)).toMatchObject([{ status: 'Succeeded' }])
  expect(await getBalance(world.direct.reader, { address: world.merchant.wallet })).toBeLessThan(
    10n ** 18n,
  )
})
