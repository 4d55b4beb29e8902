/** Payments, and the transfers of payers to them. */
import type { Address } from 'viem'
import { readContract } from 'viem/actions'
import type { PaymentContext } from '../../machines/payment/payment.context.ts'
import type { DepositsSeen, PaymentInput } from '../../machines/payment/payment.events.ts'
import { demoTokenAbi } from '../../src/chain/abi/demo-token.ts'
import { depositFactoryAbi } from '../../src/chain/abi/deposit-factory.ts'
import { erc20Abi } from '../../src/chain/abi/erc20.ts'
import { hashPaymentId, predictDepositAddress } from '../../src/shared/addresses/deposit-address.ts'
import { newDepositSalt } from '../support/deposit-salt.ts'
import { newId } from '../../src/shared/ids.ts'
import type { Message } from '../../src/shared/message.ts'
import type { StoredActor } from '../../src/shared/stored-actor.ts'
import { type Call, type Payer, sendFrom, tokenOf, unit } from './payers.ts'
import { sayTo } from './say.ts'
import { until } from './until.ts'
import { blockchain, network, type World } from './world.ts'

const oneHourMs = 60 * 60 * 1000

/** The input of a new payment: 10 tokens within an hour. */
export function paymentInput(world: World, changes: Partial<PaymentInput> = {}): PaymentInput {
  const now = world.clock.now()
  const id = newId(now)
  const depositSalt = newDepositSalt()
  const { merchantId, receiver } = world.merchant
  const idHash = hashPaymentId(changes.id ?? id, depositSalt)
  return {
    id,
    merchantId,
    network,
    blockchain,
    asset: 'ltUSDC',
    decimals: 6,
    token: tokenOf(world),
    amount: String(10n * unit),
    receiver,
    depositSalt,
    depositAddress: predictDepositAddress(world.chain, receiver, idHash),
    description: null,
    metadata: null,
    checkoutUrl: `http://localhost/checkout/${id}`,
    expiresAt: new Date(now.getTime() + oneHourMs).toISOString(),
    createdAt: now.toISOString(),
    ...changes,
  }
}

/** Sends a payment a command, and expects it to be accepted. */
export const sayToPayment = (
  world: World,
  { id, merchantId }: Pick<PaymentInput, 'id' | 'merchantId'>,
  event: Message['event'],
): Promise<StoredActor> => sayTo(world, { kind: 'payment', entityId: id, merchantId }, event)

/** Creates a payment through the worker; returns its input. */
export async function request(
  world: World,
  changes: Partial<PaymentInput> = {},
): Promise<PaymentInput> {
  const input = paymentInput(world, changes)
  await sayToPayment(world, input, { type: 'payment.create', input })
  return input
}

export const transfer = (to: string, amount: bigint, token: Address): Call => ({
  to: token,
  abi: demoTokenAbi,
  name: 'transfer',
  args: [to, amount],
})

/** The call that moves a deposit on to its receiver, as anybody may. */
export const sweepCall = (
  { chain }: World,
  { id, depositSalt, receiver, token }: PaymentInput,
): Call => ({
  to: chain.depositFactory,
  abi: depositFactoryAbi,
  name: 'sweep',
  args: [receiver, hashPaymentId(id, depositSalt), token],
})

/** Sends tokens to a payment's deposit address, and waits until they are mined. */
export const pay = (
  world: World,
  payer: Payer,
  { depositAddress }: Pick<PaymentInput, 'depositAddress'>,
  amount: bigint,
  token: Address = tokenOf(world),
) => sendFrom(world, payer, transfer(depositAddress, amount, token))

export type StoredPayment = { status: string; phase: string; context: PaymentContext }

export async function paymentOf(world: World, { id }: { id: string }): Promise<StoredPayment> {
  const { rows } = await world.database.pool.query<StoredPayment>(
    `select status, phase, snapshot->'context' as context from payment where id = $1`,
    [id],
  )
  return rows[0]!
}

/** Waits until a payment meets a condition, and returns it. */
export async function untilPayment(
  world: World,
  payment: { id: string },
  what: string,
  isSo: (payment: StoredPayment) => boolean,
  timeoutMs?: number,
): Promise<StoredPayment> {
  const read = async () => {
    const found = await paymentOf(world, payment)
    return isSo(found) && found
  }
  try {
    return await until(what, read, timeoutMs)
  } catch (cause) {
    const last = JSON.stringify(await paymentOf(world, payment))
    throw new Error(`never ${what}, but ${last}`, { cause })
  }
}

/** Waits for a status, `Created`, or a phase within one, `Succeeded.Exact`. */
export const untilPaymentState = (world: World, payment: { id: string }, state: string) =>
  untilPayment(world, payment, state, ({ status, phase }) =>
    [status, `${status}.${phase}`].includes(state),
  )

/**
 * Reads the deposits that were reported to a payment so far, the oldest first; waits for those on their
 * way, which a poll leaves in the outbox until the payment has taken them.
 */
export async function reportsTo(world: World, { id }: { id: string }): Promise<DepositsSeen[]> {
  await until(`every report to ${id} is taken`, async () => {
    const { rows } = await world.database.pool.query(
      `select 1 from outbox where channel = 'actor' and entity_id = $1 limit 1`,
      [id],
    )
    return rows.length === 0
  })
  const { rows } = await world.database.pool.query<{ event: DepositsSeen }>(
    `select event from journal where entity_id = $1 and event->>'type' = 'chain.depositsSeen'
     order by revision`,
    [id],
  )
  return rows.map(({ event }) => event)
}

/** Returns what the merchant's receiver has of a token, as the chain says, base units. */
export const receivedBy = (world: World, token: Address = tokenOf(world)): Promise<bigint> =>
  readContract(world.direct.reader, {
    address: token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [world.merchant.receiver],
  })
