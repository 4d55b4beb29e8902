/** Subscriptions to charge: each with a payer and a contract of its own, all due at the same moment. */
import { randomBytes } from 'node:crypto'
import { type Address, bytesToHex, getAddress } from 'viem'
import {
  activateUntilOf,
  type SubscriptionInput,
} from '../../machines/subscription/subscription.events.ts'
import type { Bus } from '../../src/bus/bus.ts'
import { predictContractAddress } from '../../src/shared/addresses/contract-address.ts'
import { chunksOf } from '../../src/shared/chunks-of.ts'
import { idToBytes32, newId } from '../../src/shared/ids.ts'
import type { Message } from '../../src/shared/message.ts'
import type { Shop } from './service.program.ts'

export const periodDays = 30
const maxPeriods = 12
const amount = 10_000_000n
const timeoutMs = 30_000

/** Composes subscriptions that begin at `start`, a whole second. */
export function composeSubscriptions(shop: Shop, count: number, start: Date): SubscriptionInput[] {
  const asset = shop.chain.assets[0]!
  const planId = newId(start)
  const activateUntil = activateUntilOf(start.toISOString())
  return Array.from({ length: count }, (_, index) => {
    const id = newId(start)
    const payer = getAddress(bytesToHex(randomBytes(20)))
    const terms = {
      token: asset.address,
      merchant: shop.receiver as Address,
      payer,
      operator: shop.wallet as Address,
      amount,
      start: start.getTime() / 1000,
      periodDays,
      maxPeriods,
      graceDays: 3,
      activateUntil: Date.parse(activateUntil) / 1000,
    }
    return {
      contractAddress: predictContractAddress(shop.chain, terms, idToBytes32(id)),
      id,
      merchantId: shop.merchantId,
      network: 'TestNet',
      planId,
      customerId: `customer-${index}`,
      metadata: null,
      blockchain: shop.chain.name,
      asset: asset.code,
      decimals: asset.decimals,
      token: asset.address,
      receiver: shop.receiver,
      payer,
      operator: shop.wallet,
      amount: String(amount),
      startFrom: start.toISOString(),
      periodDays,
      maxPeriods,
      graceDays: 3,
      activateUntil,
      createdAt: start.toISOString(),
    }
  })
}

/** The allowance that a payer approves for all charges. */
export const approvalOf = (input: SubscriptionInput) => ({
  payer: input.payer as Address,
  token: input.token as Address,
  spender: input.contractAddress as Address,
  amount: amount * BigInt(maxPeriods),
})

const createdTogetherMax = 1_000

export async function createSubscriptions(bus: Bus, inputs: SubscriptionInput[]): Promise<void> {
  for (const some of chunksOf(inputs, createdTogetherMax)) {
    const replies = await Promise.all(
      some.map((input) => bus.request(creationOf(input), timeoutMs)),
    )
    const refused = replies.find(({ outcome }) => outcome !== 'applied')
    if (refused) throw new Error(`a subscription was not created: ${JSON.stringify(refused)}`)
  }
}

const creationOf = (input: SubscriptionInput): Message => ({
  id: `http/benchmark/${input.id}`,
  kind: 'subscription',
  entityId: input.contractAddress,
  merchantId: input.merchantId,
  network: input.network,
  event: { type: 'subscription.create', input },
  cause: { type: 'command', command: 'subscription.create', by: 'merchant' },
})
