/** Payments for the dashboard's tests, and what comes to them. */
import { getAddress } from 'viem'
import { randomBytes } from 'node:crypto'
import { hourMs } from '../../machines/durations.ts'
import { newId } from '../../src/shared/ids.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { type Sums, tellDeposits } from '../support/deposits.ts'
import { tellActor } from './actors.ts'
import type { Dashboard } from './service.ts'
import { addressOf } from './world.ts'

export type Made = { id: string; depositAddress: string }

type Wishes = {
  asset?: string
  endsInMs?: number
  description?: string | null
  metadata?: unknown
}

/** Creates a payment of 10 tUSDC for an hour, changes aside. */
export async function createPayment(
  dashboard: Dashboard,
  owner: Owner,
  wishes: Wishes = {},
): Promise<Made> {
  const { asset = 'tUSDC', endsInMs = hourMs, description = null, metadata = { order: 7 } } = wishes
  const now = dashboard.clock.now()
  const id = newId(now)
  const depositAddress = getAddress(`0x${randomBytes(20).toString('hex')}`)
  const input = {
    id,
    ...owner,
    blockchain: 'LocalTestNet',
    asset,
    decimals: 6,
    token: addressOf('c0'),
    amount: '10000000',
    receiver: addressOf('ab'),
    depositSalt: `0x${randomBytes(16).toString('hex')}`,
    depositAddress,
    description,
    metadata: JSON.stringify(metadata),
    checkoutUrl: `https://pay.example/checkout/${id}`,
    expiresAt: new Date(now.getTime() + endsInMs).toISOString(),
    createdAt: now.toISOString(),
  }
  await tellActor(dashboard, { kind: 'payment', id, owner }, { type: 'payment.create', input })
  return { id, depositAddress }
}

/** Creates a payment to which this has come, in base units. */
export async function createPaid(dashboard: Dashboard, owner: Owner, sums: Sums): Promise<Made> {
  const payment = await createPayment(dashboard, owner)
  await tellDeposits(dashboard, owner, payment.id, sums)
  return payment
}

/** Creates a payment that was called off, and to whose address this came all the same. */
export async function createPaidAfterCancel(
  dashboard: Dashboard,
  owner: Owner,
  sums: Sums,
): Promise<Made> {
  const payment = await createPayment(dashboard, owner)
  await tellActor(dashboard, { kind: 'payment', id: payment.id, owner }, { type: 'payment.cancel' })
  await tellDeposits(dashboard, owner, payment.id, sums)
  return payment
}
