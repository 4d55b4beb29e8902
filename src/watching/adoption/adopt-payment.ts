/**
 * Adopts a payment that was made after the backup that the database goes on from. Its address follows from its id, the
 * receiver and the merchant's key; where that is the address which the merchant or the payer has, it is the payment. What
 * came to it and left it is read again from the chain, up to where the watcher is.
 */
import type { Address, Client } from 'viem'
import type { PaymentInput } from '../../../machines/payment/payment.events.ts'
import { readHeader } from '../../chain/blocks.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import { loadCursor } from '../../chain/rows/cursor.ts'
import { hashPaymentId, predictDepositAddress } from '../../shared/addresses/deposit-address.ts'
import { momentOfId } from '../../shared/ids.ts'
import { parseAmount } from '../../shared/money.ts'
import type { Owner } from '../../shared/owner.ts'
import { depositSaltOf } from '../../shared/secrets/deposit-salt.ts'
import type { Secrets } from '../../shared/secrets/secrets.ts'
import { runInOneCommit } from '../../store/commit.ts'
import { findMerchant } from '../../store/merchants/merchants.ts'
import { findReceiver, isOwnReceiver } from '../../store/merchants/receivers.ts'
import { storeDeposits } from '../../chain/rows/deposit-logs.ts'
import { searchDeposits } from '../../reader/deposits/missing-deposits.ts'
import { createAdopted } from './creation.ts'
import { clocksApartMaxMs } from './judge-claim.ts'

export type AdoptPaymentDependencies = Omit<ChainDependencies, 'bus'> & { secrets: Secrets }

/** The payment was made with this: the merchant has it from the answer, or from a webhook. */
export type LostPayment = Owner & {
  id: string
  depositAddress: Address
  /** An asset's code, and a decimal amount of it. */
  asset: string
  amount: string
  expiresAt: Date
  description: string | null
  /** JSON text. */
  metadata: string | null
  checkoutUrl: string
  /** Null: the merchant's receiver of now. */
  receiver: Address | null
}
export type AdoptedPayment = { isNew: boolean; logs: number }

const blocksAtOnceMax = 20_000

/** @throws where the address does not follow from what is told, or the chain's nodes do not answer */
export async function adoptPayment(
  dependencies: AdoptPaymentDependencies,
  lost: LostPayment,
): Promise<AdoptedPayment> {
  const input = await toInput(dependencies, lost)
  const { id: entityId, merchantId, network } = input
  const actor = { kind: 'payment', entityId, merchantId, network, input } as const
  const isNew = await createAdopted(dependencies.database, actor)
  return { isNew, logs: await readDeposits(dependencies, lost) }
}

async function toInput(
  { database, secrets, chain }: AdoptPaymentDependencies,
  { receiver: given, expiresAt, ...lost }: LostPayment,
): Promise<PaymentInput> {
  const { id, merchantId, network } = lost
  const merchant = await findMerchant({ database }, merchantId)
  if (!merchant) throw new Error(`there is no merchant ${merchantId}`)
  if (chain.network !== network) throw new Error(`${chain.name} is a chain of the ${chain.network}`)
  const asset = chain.assets.find(({ code }) => code === lost.asset)
  if (!asset) throw new Error(`${lost.asset} is no asset of ${chain.name}`)
  const amount = parseAmount(lost.amount, asset.decimals)
  if (!amount.ok) throw new Error(`the amount ${amount.message}`)
  const receiver = given ?? (await findReceiver({ database }, { merchantId, network }, chain.name))
  if (!receiver) throw new Error(`the merchant has no receiver on ${chain.name}: name it`)
  const named = { blockchain: chain.name, address: receiver }
  if (!(await isOwnReceiver(database.pool, { merchantId, network }, named)))
    throw new Error(`${receiver} was never the receiver of merchant ${merchantId} on ${chain.name}`)
  const createdAt = momentOfId(id)
  const head = await readHeader(chain.nodes[0]!, 'latest')
  if (head && createdAt.getTime() > head.timestamp * 1000 + clocksApartMaxMs)
    throw new Error(
      `the id of payment ${id} says that it was made at ${createdAt.toISOString()}, which is to come`,
    )
  const depositSalt = depositSaltOf(secrets, merchant, id)
  const derived = predictDepositAddress(chain, receiver, hashPaymentId(id, depositSalt))
  if (derived !== lost.depositAddress)
    throw new Error(
      `payment ${id} of merchant ${merchantId} with the receiver ${receiver} has the address ${derived}, not ${lost.depositAddress}: one of these is another, or the payment was made by a release of before addresses followed from the id`,
    )
  return {
    ...lost,
    blockchain: chain.name,
    decimals: asset.decimals,
    token: asset.address,
    amount: String(amount.baseUnits),
    receiver,
    depositSalt,
    expiresAt: expiresAt.toISOString(),
    createdAt: createdAt.toISOString(),
  }
}

/** Reads and stores what happened at the address before the watcher knew it; returns how many logs there were. */
async function readDeposits(
  { database, chain, log }: AdoptPaymentDependencies,
  { id, depositAddress }: LostPayment,
): Promise<number> {
  const cursor = await loadCursor(database.pool, chain.name)
  const [node] = chain.nodes
  if (!cursor || !node) return 0
  const since = (momentOfId(id).getTime() - clocksApartMaxMs) / 1000
  let logs = 0
  for (let from = await findBlockAt(node, cursor.blockNumber, since); from <= cursor.blockNumber;) {
    const range = { from, to: Math.min(cursor.blockNumber, from + blocksAtOnceMax - 1) }
    const searching = { database, chain, log }
    const found = await searchDeposits(searching, node, depositAddress, range)
    if (!found) throw new Error(`no node of ${chain.name} gives the logs of ${depositAddress}`)
    await runInOneCommit(database.pool, (client) => storeDeposits(client, chain, found.logs))
    logs += found.logs.length
    from = range.to + 1
  }
  return logs
}

/** Finds the last block of a moment or earlier, in Unix seconds. */
async function findBlockAt(node: Client, newest: number, moment: number): Promise<number> {
  let [known, above] = [0, newest + 1]
  while (above - known > 1) {
    const middle = Math.floor((known + above) / 2)
    const header = await readHeader(node, middle)
    if (header && header.timestamp <= moment) known = middle
    else above = middle
  }
  return known
}
