/** A receiver that is to come, and one that comes not after all: whoever heard of the one hears of the other. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  applyDueReceivers,
  askForReceiver,
  callOffReceiver,
} from '../../src/store/merchants/pending-receivers.ts'
import { settle } from '../support/settle.ts'
import { addressOf } from '../dashboard/world.ts'
import { readMail } from './post-office.ts'
import { createMailWorld } from './world.ts'

const blockchain = 'LocalMainNet'
const mallory = { by: 'mallory@shop.example', accountId: 'mallory', from: '203.0.113.9' }
const olivia = { by: 'olivia@shop.example', accountId: 'olivia', from: '198.51.100.7' }
const [present, other] = [addressOf('ab'), addressOf('cd')]

let world: Awaited<ReturnType<typeof createMailWorld>>
let relay: { stop(): Promise<void> }
beforeAll(async () => {
  world = await createMailWorld()
  relay = world.startRelay()
})
afterAll(async () => {
  await relay.stop()
  await world.close()
})

async function newMerchant() {
  const { merchantId, email } = await world.newPerson('shop')
  const owner = { merchantId, network: 'MainNet' } as const
  await askForReceiver(world, owner, { blockchain, address: present }, olivia)
  const taken = () =>
    world.office.taken.filter(({ to }) => to === email).map(({ raw }) => readMail(raw))
  await settle(world)
  expect(taken()).toHaveLength(1)
  return { owner, taken }
}

const ways = {
  'by a command': (owner: Parameters<typeof callOffReceiver>[1]) =>
    callOffReceiver(world, owner, blockchain, olivia),
  'by asking for the one that counts': (owner: Parameters<typeof callOffReceiver>[1]) =>
    askForReceiver(world, owner, { blockchain, address: present }, olivia),
}

test.each(Object.entries(ways))(
  'a change that is taken back %s is told, once',
  async (_, takeBack) => {
    const { owner, taken } = await newMerchant()
    await askForReceiver(world, owner, { blockchain, address: other }, mallory)
    await settle(world)
    expect(taken()).toHaveLength(2)
    expect(taken()[1]!.subject).toBe('Your money is to go to another address')

    await takeBack(owner)
    await takeBack(owner)
    await settle(world)
    expect(taken()).toHaveLength(3)
    const { subject, text } = taken()[2]!
    expect(subject).toBe('A change of where your money goes was taken back')
    for (const fact of [present, other, olivia.by, olivia.from]) expect(text).toContain(fact)
    expect(text).not.toContain(mallory.by)
    expect(await applyDueReceivers(world)).toBe(0)
    const { rows } = await world.database.pool.query<{ count: number }>(
      'select count(*)::int as count from mail where merchant_id = $1',
      [owner.merchantId],
    )
    expect(rows[0]!.count).toBe(3)
  },
)
