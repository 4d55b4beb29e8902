/** The right to withdraw is used once for a plan, by a customer and by a payer's address, as the API and the session say. */
import { randomUUID } from 'node:crypto'
import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setWithdrawalDays } from '../../src/store/merchants/pages/withdrawal-period.ts'
import { askWorker } from '../support/ask.ts'
import { openSession, type Session } from './sessions.ts'
import {
  type Merchant,
  newPlan,
  newReadyMerchant,
  newSubscription,
  startWorld,
  type World,
} from './world.ts'

type Shop = Merchant & { planId: string }
type Who = { customerId: string; payer: string }

const timeoutMs = 10_000
let world: World
let shop: Shop
const path = '/integration/subscriptions'

beforeAll(async () => {
  world = await startWorld()
  shop = await newShop()
})
afterAll(() => world.stop())

async function newShop(): Promise<Shop> {
  const merchant = await newReadyMerchant(world)
  await setWithdrawalDays(world, merchant.owner, 14)
  return merchant
}

let payers = 0
const newPayer = (): string => getAddress(`0x${String(++payers).padStart(40, '7')}`)
const newCustomer = (payer = newPayer()): Who => ({ customerId: randomUUID(), payer })

/** A subscription whose payer has approved it: from then on the right to withdraw counts. */
async function subscribe(who: Who, planId = shop.planId, merchant = shop): Promise<string> {
  const { status, body } = await merchant.post(
    path,
    newSubscription(planId, { ...who, activation: 'manual' }),
  )
  expect(status).toBe(201)
  const { contractAddress } = body
  await approve(contractAddress, merchant)
  return contractAddress
}

async function approve(contractAddress: string, { owner }: Merchant): Promise<void> {
  const funds = { allowance: '240000000', balance: '240000000', position: 1_000_000 }
  for (const event of [{ type: 'subscription.activate' }, { type: 'chain.fundsSeen', ...funds }]) {
    const cause = { type: 'command', command: event.type, by: 'merchant' } as const
    const id = `http/${randomUUID()}`
    const message = {
      id,
      kind: 'subscription',
      entityId: contractAddress,
      ...owner,
      event,
      cause,
    } as const
    await askWorker(world, message, timeoutMs)
  }
}

const withdraw = async (contract: string, merchant: Shop = shop) => {
  const { status, body } = await merchant.post(`${path}/${contract}/withdraw`)
  return [status, body.code ?? body.withdrawnAt !== null]
}
const withdrawBy = async (session: Session, contract: string) => {
  const { status, body } = await session.post(`/session/subscriptions/${contract}/withdraw`)
  return [status, body.code ?? body.withdrawnAt !== null]
}
const rightOf = async (contract: string): Promise<string | null> =>
  (await shop.get(`${path}/${contract}`)).body.withdrawUntil

const used = [409, 'WithdrawalUsed']

test('whoever has withdrawn from a plan has no right to it in another subscription, by customer or by address', async () => {
  const who = newCustomer()
  const first = await subscribe(who)
  expect(await rightOf(first)).not.toBeNull()
  expect(await withdraw(first)).toEqual([200, true])
  for (const again of [
    who,
    { ...newCustomer(), payer: who.payer },
    { ...who, payer: newPayer() },
  ]) {
    const contract = await subscribe(again)
    expect(await rightOf(contract)).toBeNull()
    expect(await withdraw(contract)).toEqual(used)
  }
})

test('one that was made before the other was withdrawn from is refused, on the page as in the API, and can be cancelled', async () => {
  const who = newCustomer()
  const [first, second] = [await subscribe(who), await subscribe(who)]
  const session = await openSession(world, shop, { customerId: who.customerId, may: 'leave' })
  expect(await withdrawBy(session, first)).toEqual([200, true])
  expect(await withdrawBy(session, second)).toEqual(used)
  expect(await withdraw(second)).toEqual(used)
  expect((await shop.post(`${path}/${second}/cancel`)).status).toBe(200)
  expect(await withdrawBy(session, first), 'pressed twice').toEqual([200, true])
})

test('one whose right another has used up lists it no more, to nobody, and says what is left', async () => {
  const who = newCustomer()
  const [first, second] = [await subscribe(who), await subscribe(who)]
  const session = await openSession(world, shop, { customerId: who.customerId })
  const own = `/session/subscriptions/${second}`
  const shown = async () => [
    (await shop.get(`${path}/${second}`)).body,
    (await shop.get(`${path}?customerId=${who.customerId}`)).body.subscriptions[0],
    (await session.get(own)).body,
    (await session.get('/session/subscriptions')).body.subscriptions[0],
    (await shop.post(`${path}/${second}/activate`)).body,
  ]
  const rights = async () =>
    (await shown()).map((one) => [one.withdrawUntil !== null, one.actions.includes('withdraw')])
  expect(await rights()).toEqual(Array(5).fill([true, true]))
  expect(await withdraw(first)).toEqual([200, true])
  expect(await rights()).toEqual(Array(5).fill([false, false]))
  const refused = await shop.post(`${path}/${second}/withdraw`)
  const { actions } = (await shop.get(`${path}/${second}`)).body
  const { code, state, allowed } = refused.body
  expect([code, state, allowed]).toEqual(['WithdrawalUsed', 'Pending', actions])
  const ofOther = await session.post(`${own}/pause`)
  expect([ofOther.status, ofOther.body.allowed]).toEqual([
    409,
    (await session.get(own)).body.actions,
  ])
})

test('a draft, and what has ended unbegun, is refused for that, whoever has used the right', async () => {
  const who = newCustomer()
  expect(await withdraw(await subscribe(who))).toEqual([200, true])
  const other = newSubscription(shop.planId, { ...newCustomer(), payer: who.payer })
  const { contractAddress } = (await shop.post(path, other)).body
  const refuse = async () => {
    const { status, body } = await shop.post(`${path}/${contractAddress}/withdraw`)
    return [status, body.code, body.state, body.allowed]
  }
  expect(await refuse()).toEqual([409, 'CommandNotAllowed', 'Draft', ['activate', 'cancel']])
  await shop.post(`${path}/${contractAddress}/cancel`)
  expect(await refuse()).toEqual([409, 'CommandNotAllowed', 'Cancelled', ['switch']])
})

test('others, other plans and other merchants keep their right', async () => {
  const who = newCustomer()
  expect(await withdraw(await subscribe(who))).toEqual([200, true])
  const otherPlan = await newPlan(world, shop.owner, 'Active')
  const otherShop = await newShop()
  expect(await withdraw(await subscribe(newCustomer()))).toEqual([200, true])
  expect(await withdraw(await subscribe(who, otherPlan))).toEqual([200, true])
  const elsewhere = await subscribe(who, otherShop.planId, otherShop)
  expect(await withdraw(elsewhere, otherShop)).toEqual([200, true])
})
