/** Stored actors of a merchant, complete as its machines store them, of which a crowd is made. */
import { firstMemory as firstOfCharge } from '../../machines/charge/charge.context.ts'
import { firstMemory as firstOfSubscription } from '../../machines/subscription/subscription.context.ts'
import type { Owner } from '../../src/shared/owner.ts'
import type { StoredSnapshot } from '../../src/shared/stored-actor.ts'

/** The asset and the chain that the crowd pays on. */
export type Ground = { owner: Owner; blockchain: string; asset: string; token: string; now: Date }

const nobody = `0x${'ab'.repeat(20)}`

/** A subscription of 10 tokens every 30 days that has been charged; what differs is put over it. */
export function subscriptionTemplate(ground: Ground): StoredSnapshot<'subscription'> {
  const { owner, now, ...where } = ground
  const context = firstOfSubscription({
    ...owner,
    ...where,
    contractAddress: nobody,
    id: 'id',
    planId: 'plan',
    customerId: 'customer',
    metadata: null,
    decimals: 6,
    receiver: nobody,
    payer: nobody,
    operator: nobody,
    amount: '10000000',
    startFrom: now.toISOString(),
    periodDays: 30,
    maxPeriods: 24,
    graceDays: 3,
    activateUntil: now.toISOString(),
    createdAt: now.toISOString(),
    now: now.getTime(),
  })
  return {
    value: { Active: 'Current' },
    status: 'active',
    context,
    timers: {},
    eventSequence: 3,
    acceptedCommands: ['pause', 'cancel'],
    access: { until: null, reason: null },
  }
}

/** A charge that succeeded; what differs is put over it. */
export function chargeTemplate(ground: Ground): StoredSnapshot<'charge'> {
  const { owner, blockchain, asset, now } = ground
  const moment = now.toISOString()
  const context = firstOfCharge({
    ...owner,
    blockchain,
    asset,
    id: 'id',
    contractAddress: nobody,
    customerId: 'customer',
    metadata: null,
    decimals: 6,
    amount: '10000000',
    number: 1,
    period: 1,
    dueAt: moment,
    graceUntil: moment,
    isInitial: false,
    settlement: null,
    createdAt: moment,
    now: now.getTime(),
  })
  return {
    value: 'Succeeded',
    status: 'active',
    context: { ...context, attempts: 1, transactionHash: `0x${'cd'.repeat(32)}` },
    timers: {},
    eventSequence: 2,
    acceptedCommands: [],
  }
}
