/** A process that sends webhooks is killed between a call and its result: at least once means that the call comes again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWebhookRelay } from '../../src/relays/webhook.relay.ts'
import { hanging, healthy, Receiver } from '../../test/webhooks/receiver.ts'
import { readDeliveries, startServiceWithoutSender } from '../../test/webhooks/service.ts'
import {
  createWorld,
  newAddress,
  newMerchant,
  enqueueEvent,
  type World,
} from '../../test/webhooks/world.ts'

let world: World
let service: { stop(): Promise<void> }

beforeAll(async () => {
  world = await createWorld()
  service = startServiceWithoutSender(world)
})
afterAll(async () => {
  await service.stop()
  await world.close()
})

function startRelayProcess(): ChildProcess {
  const program = fileURLToPath(new URL('relay-program.ts', import.meta.url))
  const masterKey = world.masterKey.toString('base64')
  return spawn(
    process.execPath,
    [program, world.database.url, world.nats.url, masterKey, world.nats.prefix!],
    {
      stdio: 'ignore',
    },
  )
}

test('after a webhook relay is killed between call and result, another sends the same body again (P7)', async () => {
  const receiver = await Receiver.start(hanging)
  const merchant = await newMerchant(world, { url: receiver.url })
  const address = newAddress()
  const killed = startRelayProcess()
  for (const sequence of [1, 2]) await enqueueEvent(world, merchant, address, sequence)
  world.bus.wake('event')
  await receiver.received(1)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const killedAt = performance.now()

  receiver.behaviour = healthy
  const relay = startWebhookRelay({ ...world, targets: { allowPrivateTargets: true } })
  await receiver.received(3)
  expect(performance.now() - killedAt).toBeLessThan(15_000)

  const [first, again, second] = receiver.calls
  expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(again?.body).toBe(first?.body)
  expect(JSON.parse(second!.body).sequence).toBe(2)
  const statuses = async () => (await readDeliveries(world, merchant)).map(({ status }) => status)
  await expect.poll(statuses).toEqual(['Delivered', 'Delivered'])
  await relay.stop()
  await receiver.stop()
})
