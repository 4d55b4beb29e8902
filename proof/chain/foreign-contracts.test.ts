/** Anybody deploys contracts that name a merchant's gas wallet: what this service did not make is never adopted (security R4). */
import type { Address, Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SubscriptionInput } from '../../machines/subscription/subscription.events.ts'
import { subscriptionFactoryAbi } from '../../src/chain/abi/subscription-factory.ts'
import { saltIdOf, termsOf } from '../../src/chain/rows/subscriptions.ts'
import { predictContractAddress } from '../../src/shared/addresses/contract-address.ts'
import { newId } from '../../src/shared/ids.ts'
import { setReceiver } from '../../src/store/merchants/receivers.ts'
import { adoptSubscription } from '../../src/watching/adoption/adopt-subscription.ts'
import { findUnknown } from '../../src/watching/adoption/find-unknown.ts'
import {
  newPayer,
  type Payer,
  sendFrom,
  subscriptionInput,
  tokenOf,
  unit,
} from '../../test/chain/payers.ts'
import {
  blockchain,
  createWorld,
  network,
  startThinking,
  type World,
} from '../../test/chain/world.ts'
import { makePlan } from './monthly-plan.ts'

let world: World
let thinking: { stop(): Promise<void> }
let stranger: Payer
let planId: string
const dayMs = 86_400_000
/** The stranger's, and not the payer's: the factory refuses terms in which a payer pays itself. */
const pocket = '0x000000000000000000000000000000000000bEEF'

beforeAll(async () => {
  world = await createWorld()
  thinking = startThinking(world)
  stranger = await newPayer(world, 0n)
  const { merchantId, receiver: address } = world.merchant
  await setReceiver(world, { merchantId, network }, { blockchain, address })
  planId = await makePlan(world)
})
afterAll(async () => {
  await thinking?.stop()
  await world?.close()
})

/** Deploys a contract as the stranger, with terms like those of the plan but for these; returns its address. */
async function deploy(changes: Partial<SubscriptionInput>, id?: Hex): Promise<Address> {
  const input = subscriptionInput(world, stranger, changes)
  const [terms, salt] = [termsOf(input), id ?? saltIdOf(input)]
  await sendFrom(world, stranger, {
    to: world.chain.factory,
    abi: subscriptionFactoryAbi,
    name: 'deploy',
    args: [terms, salt],
  })
  return predictContractAddress(world.chain, terms, salt)
}

const whyNotYours = async (contract: Address) =>
  (await findUnknown(world, null)).find(({ address }) => address === contract)?.notYours

const adopt = (contractAddress: Address) =>
  adoptSubscription(world, { contractAddress, customerId: 'vip', metadata: null, planId })

const later = (days: number) => {
  const moment = Math.floor(world.clock.now().getTime() / 1000) * 1000 + days * dayMs
  return new Date(moment).toISOString()
}

test.each<[string, () => Partial<SubscriptionInput>, RegExp]>([
  ['pays a stranger', () => ({ receiver: pocket }), /never the receiver/],
  ['takes another token', () => ({ token: tokenOf(world, 'ltUSDT') }), /no plan of this merchant/],
  ['takes more', () => ({ amount: String(11n * unit) }), /no plan of this merchant/],
  ['takes it more often', () => ({ periodDays: 7 }), /no plan of this merchant/],
  ['has another grace', () => ({ graceDays: 29 }), /no plan of this merchant/],
  ['began before it was made', () => ({ startFrom: later(-10) }), /its start/],
  ['begins in six years', () => ({ startFrom: later(6 * 366) }), /its start/],
  ['can be begun for longer', () => ({ activateUntil: later(300) }), /last moment of its first/],
  [
    'says that it was made later',
    () => ({ id: newId(new Date(later(2))), startFrom: later(2) }),
    /made later than the block/,
  ],
])('a contract that %s is shown as not yours, and not adopted', async (_, changes, why) => {
  const contract = await deploy(changes())
  expect(await whyNotYours(contract)).toMatch(why)
  await expect(adopt(contract)).rejects.toThrow(why)
})

test('a contract whose id no service made is not yours', async () => {
  const contract = await deploy({}, `0x${'ab'.repeat(32)}`)
  expect(await whyNotYours(contract)).toMatch(/its id/)
  await expect(adopt(contract)).rejects.toThrow('not yours')
})

test('a contract as the service makes them is adopted, also to a receiver of before', async () => {
  const contract = await deploy({})
  const { merchantId } = world.merchant
  const other = { blockchain, address: (await newPayer(world, 0n)).address }
  await setReceiver(world, { merchantId, network }, other)
  expect(await whyNotYours(contract)).toBeNull()
  expect(await adopt(contract)).toMatchObject({ isNew: true, input: { planId } })
})
