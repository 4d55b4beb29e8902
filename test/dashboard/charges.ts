/** Charges and permits for the dashboard's tests. */
import { randomBytes } from 'node:crypto'
import { getAddress } from 'viem'
import { newId } from '../../src/shared/ids.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { createSubscription, tellActor } from './actors.ts'
import type { Dashboard } from './service.ts'
import { addressOf } from './world.ts'

export const anAddress = () => getAddress(`0x${randomBytes(20).toString('hex')}`)

/** Creates a charge of 10 tUSDC that is due now, for the second period of a new subscription. */
export async function createCharge(dashboard: Dashboard, owner: Owner): Promise<string> {
  const now = dashboard.clock.now()
  const id = newId(now)
  const contractAddress = await createSubscription(dashboard, owner, { customerId: 'c' })
  const input = {
    id,
    ...owner,
    contractAddress,
    customerId: 'c',
    metadata: null,
    blockchain: 'LocalTestNet',
    asset: 'tUSDC',
    decimals: 6,
    amount: '10000000',
    number: 2,
    period: 2,
    dueAt: now.toISOString(),
    graceUntil: new Date(now.getTime() + 3 * 86_400_000).toISOString(),
    isInitial: false,
    settlement: null,
    createdAt: now.toISOString(),
  }
  await tellActor(dashboard, { kind: 'charge', id, owner }, { type: 'charge.create', input })
  return id
}

/** Creates a permit that is good for an hour. */
export async function createPermit(dashboard: Dashboard, owner: Owner): Promise<string> {
  const now = dashboard.clock.now()
  const id = newId(now)
  const input = {
    id,
    ...owner,
    contractAddress: anAddress(),
    customerId: 'c',
    blockchain: 'LocalTestNet',
    token: addressOf('c0'),
    payer: addressOf('bb'),
    value: '40000000',
    deadline: new Date(now.getTime() + 3_600_000).toISOString(),
    v: 27,
    r: `0x${'1'.repeat(64)}`,
    s: `0x${'2'.repeat(64)}`,
    createdAt: now.toISOString(),
  }
  await tellActor(dashboard, { kind: 'permit', id, owner }, { type: 'permit.create', input })
  return id
}
