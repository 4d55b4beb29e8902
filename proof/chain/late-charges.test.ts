/** A charge is reported after its subscription has ended. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readChangedFunds } from '../../src/reader/payer-funds.ts'
import { enqueueMessages } from '../../src/store/engine/outbox.ts'
import { mineBlock, mineByStep } from '../../test/chain/dev-node.ts'
import { activeSubscription, say, unit } from '../../test/chain/payers.ts'
import { chargesOf, transactionsOf, until, untilState } from '../../test/chain/until.ts'
import {
  createWorld,
  passDays,
  startRelay,
  startThinking,
  startWatching,
  type World,
} from '../../test/chain/world.ts'

const confirmations = 4

let world: World
let rest: { stop(): Promise<void> }[]
let relay: { stop(): Promise<void> }
let stopMining: (() => void) | undefined

beforeAll(async () => {
  world = await createWorld({ confirmations })
  rest = [startThinking(world), startWatching(world)]
  relay = startRelay(world)
})
afterAll(async () => {
  stopMining?.()
  await relay?.stop()
  for (const part of rest ?? []) await part.stop()
  await world?.close()
})

/** Reports what the payer allows now, as a hint from a page makes the service do. */
async function hint(contractAddress: string) {
  const { pool } = world.database
  const seen = await readChangedFunds(pool, world.chain.reader, world.chain, [contractAddress], {
    tag: 'hint',
  })
  await enqueueMessages(pool, seen)
  await world.bus.publish(seen)
}

test('a charge that was in flight when its subscription ended succeeds itself, and no second one is made', async () => {
  stopMining = mineByStep(world.direct)
  const { input, contractAddress } = await activeSubscription(world, { allowed: 20n * unit })
  stopMining()
  await passDays(world, 30)
  await until('the charge is mined', async () =>
    (await transactionsOf(world)).some(
      ({ status, context }) => status === 'Mined' && context['purpose'] === 'charge',
    ),
  )
  const inFlight = (await chargesOf(world, contractAddress))[1]!
  expect(inFlight.phase).toBe('InFlight')
  await relay.stop()
  await say(world, input, { type: 'subscription.cancel' })
  // The charge has used up the allowance, and is not deep enough to be reported.
  await hint(contractAddress)
  await untilState(world, contractAddress, 'Cancelled')

  for (let block = 0; block < confirmations; block++) await mineBlock(world.direct)
  await untilState(world, contractAddress, 'PendingCancel')
  const [first, second, ...others] = await until('the charge has succeeded', async () => {
    const charges = await chargesOf(world, contractAddress)
    return charges.every(({ status }) => status === 'Succeeded') && charges
  })
  expect(others).toEqual([])
  expect([first!.context['period'], second!.context['period']]).toEqual([1, 2])
  expect(second!.id).toBe(inFlight.id)
})
