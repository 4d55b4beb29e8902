/** Payments that a database has lost are adopted from a file of what the merchant's server kept (operator F13). */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPaymentId, predictDepositAddress } from '../../src/shared/addresses/deposit-address.ts'
import { newId } from '../../src/shared/ids.ts'
import { depositSaltOf } from '../../src/shared/secrets/deposit-salt.ts'
import { getMerchant } from '../../src/store/merchants/merchants.ts'
import { setReceiver } from '../../src/store/merchants/receivers.ts'
import { adoptLine, forEachSome, readLines } from '../../src/watching/adoption/adopt-lines.ts'
import { newPayer, unit } from '../../test/chain/payers.ts'
import { pay, untilPayment } from '../../test/chain/payments.ts'
import { blockchain, createWorld, network, startAll, type World } from '../../test/chain/world.ts'
import { newDirectory } from '../../test/support/temporary-directory.ts'

let world: World
let service: { stop(): Promise<void> }

beforeAll(async () => {
  world = await createWorld()
  service = startAll(world)
  const { merchantId, receiver: address } = world.merchant
  await setReceiver(world, { merchantId, network }, { blockchain, address })
})
afterAll(async () => {
  await service?.stop()
  await world?.close()
})

/** A payment as the API had answered it, of which the database knows nothing. */
async function lostPayment(changes: object = {}) {
  const id = newId(world.clock.now())
  const merchant = await getMerchant(world, world.merchant.merchantId)
  const { receiver } = world.merchant
  const salt = depositSaltOf(world.secrets, merchant, id)
  return {
    id,
    status: 'Created',
    amount: { value: '10', currency: 'ltUSDC' },
    asset: 'ltUSDC',
    blockchain,
    depositAddress: predictDepositAddress(world.chain, receiver, hashPaymentId(id, salt)),
    receiver,
    description: 'One book',
    metadata: { order: 17 },
    expiresAt: new Date(world.clock.now().getTime() + 86_400_000).toISOString(),
    ...changes,
  }
}

/** Adopts a file of these lines; returns what is said of each. */
async function adopt(lines: unknown[]): Promise<string[]> {
  const file = join(newDirectory('adopted-payments'), 'payments.ndjson')
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  writeFileSync(file, `${texts.join('\n')}\n\n`)
  const owner = { merchantId: world.merchant.merchantId, network } as const
  const said: string[] = []
  await forEachSome(readLines(file), 4, async ({ number, line }) => {
    const { outcome, says } = await adoptLine(world, line, owner, 'http://localhost/checkout')
    said[number - 1] = `${outcome}: ${says}`
  })
  return said
}

test('a line of the file is adopted or says why not, and the same file again does no harm', async () => {
  const [paid, told] = [await lostPayment(), await lostPayment()]
  const payer = await newPayer(world, 100n * unit)
  await pay(world, payer, paid, 10n * unit)
  const stranger = (await newPayer(world, 0n)).address
  const lines = [
    paid,
    { event: 'PaymentSucceeded', payment: told },
    await lostPayment({ depositAddress: stranger }),
    await lostPayment({ receiver: stranger }),
    await lostPayment({ blockchain: 'Elsewhere' }),
    await lostPayment({ amount: { value: 'ten', currency: 'ltUSDC' } }),
    await lostPayment({ expiresAt: undefined }),
    { id: newId(new Date(world.clock.now().getTime() + 86_400_000)) },
    'no JSON',
  ]
  const whyNot = [
    /has the address .*, not 0x/,
    /was never the receiver/,
    /is on Elsewhere/,
    /the amount/,
    /expiresAt: /,
    /blockchain: /,
    /it is no JSON/,
  ]
  const first = await adopt(lines)
  expect(first.slice(0, 2).map((says) => says.split(' ').slice(0, 2).join(' '))).toEqual([
    'adopted: adopted',
    'adopted: adopted',
  ])
  const expected = whyNot.map((why) => expect.stringMatching(why))
  expect(first.slice(2)).toEqual(expected)
  expect(first.slice(2).every((says) => says.startsWith('failed: not adopted'))).toBe(true)
  await untilPayment(world, paid, 'settled', ({ status }) => status === 'Succeeded')

  const again = await adopt(lines)
  expect(again.slice(0, 2).every((says) => says.startsWith('known: known already'))).toBe(true)
  expect(again.slice(2)).toEqual(expected)
})
