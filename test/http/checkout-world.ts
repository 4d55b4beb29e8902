/** A payment, its page and its listeners, for the tests of the checkout's routes. */
import { randomBytes } from 'node:crypto'
import { enqueueMessages } from '../../src/store/engine/outbox.ts'
import { ChainCursor, DepositLog } from '../../src/store/tables/chains.ts'
import { followEvents } from '../support/event-stream.ts'
import type { Merchant, World } from './world.ts'

export const aHash = () => `0x${randomBytes(32).toString('hex')}`

/** Creates a payment of 10 tUSDC and returns it as the API answers it. */
export async function newPayment(merchant: Merchant, changes: object = {}) {
  const { status, body } = await merchant.post('/integration/payments', {
    amount: { value: '10', currency: 'tUSDC' },
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    ...changes,
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.payment as { id: string; depositAddress: string; receiver: string }
}

const none = { seen: '0', confirmed: '0' }
let order = 0

/** Tells the payment what the chain holds for it. */
export async function tellDeposits(
  { bus, database }: World,
  { owner }: Merchant,
  entityId: string,
  sums: { inTime?: typeof none; late?: typeof none },
): Promise<void> {
  const id = `test/${aHash()}`
  const told = { order: order++, inTime: none, late: none, swept: '0', others: [] }
  const event = { type: 'chain.depositsSeen', ...told, transactionHash: aHash(), ...sums }
  const cause = { type: 'chain', detail: 'test' } as const
  const message = { id, kind: 'payment', entityId, ...owner, event, cause } as const
  await enqueueMessages(database.pool, [message])
  await bus.publish([message])
}

/** Notes a transfer of so many base units in this block. */
export async function noteTransfer(
  { database }: World,
  paymentId: string,
  { amount, blockNumber, token }: { amount: string; blockNumber: number; token: string },
): Promise<string> {
  const transactionHash = aHash()
  await database.orm.em.fork().insert(DepositLog, {
    blockchain: 'LocalTestNet',
    blockHash: aHash(),
    logIndex: 0,
    paymentId,
    blockNumber,
    blockTime: new Date(),
    transactionHash,
    event: 'Transfer',
    token,
    counterparty: null,
    amount,
    status: 'Reported',
  })
  return transactionHash
}

export async function moveHead({ database }: World, blockNumber: number): Promise<void> {
  const now = new Date()
  await database.orm.em.fork().upsert(ChainCursor, {
    blockchain: 'LocalTestNet',
    revision: blockNumber,
    blockNumber,
    blockHash: aHash(),
    blockTime: now,
    seenAt: now,
  })
}

/** Listens to a payment's events until `stop`. `views` are the payment as it was told each time. */
export async function listen(url: string) {
  // oxlint-disable-next-line typescript/no-explicit-any
  const stream = await followEvents<any>(url)
  return {
    ...stream,
    views: () =>
      stream.heard.events.filter(({ event }) => event === 'payment').map(({ data }) => data),
    /** The payment as it is told next. */
    next: async () => (await stream.heard.next()).data,
  }
}
