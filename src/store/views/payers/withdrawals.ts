/** Finds who has used the right to withdraw, which is granted once for a plan: to a customer, and to a payer's address. */
import { withdrawUntilOf } from '../../../../machines/subscription/subscription.schedule.ts'
import type { Owner } from '../../../shared/owner.ts'
import type { StoredActor } from '../../../shared/stored-actor.ts'
import type { Database } from '../../database.ts'

export type Withdrawing = { planId: string; customerId: string; payer: string }

/** Returns the contract from which this customer or this address withdrew; undefined where neither did. */
export async function findUsedWithdrawal(
  { pool }: Pick<Database, 'pool'>,
  { merchantId, network }: Owner,
  { planId, customerId, payer }: Withdrawing,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'used-withdrawal',
    text: `select id from subscription
      where merchant_id = $1 and network = $2 and plan_id = $3 and withdrawn_at is not null
        and (customer_id = $4 or payer = $5)
      limit 1`,
    values: [merchantId, network, planId, customerId, payer],
  })
  return rows[0]?.id
}

type Subscription = StoredActor<'subscription'>

/**
 * Returns the subscriptions of one owner without the rights to withdraw that were used by another one: the machines know
 * of their own alone. It asks once for all of them, and not at all where none has such a right still.
 */
export async function withoutUsedRights(
  database: Pick<Database, 'pool'>,
  subscriptions: Subscription[],
): Promise<Subscription[]> {
  const withRight = subscriptions.filter(hasRight)
  const [first] = withRight
  if (first === undefined) return subscriptions
  const used = await listWithdrawn(
    database,
    first,
    withRight.map(({ snapshot }) => snapshot.context),
  )
  const isUsed = ({ snapshot: { context } }: Subscription) =>
    used.some(
      ({ planId, customerId, payer }) =>
        planId === context.planId && (customerId === context.customerId || payer === context.payer),
    )
  return subscriptions.map((one) => (hasRight(one) && isUsed(one) ? withoutRight(one) : one))
}

/** Returns an actor of any kind so. */
export async function withoutUsedRight(
  database: Pick<Database, 'pool'>,
  actor: StoredActor,
): Promise<StoredActor> {
  if (actor.kind !== 'subscription') return actor
  const [shown] = await withoutUsedRights(database, [actor])
  return shown!
}

const hasRight = ({ snapshot: { context } }: Subscription): boolean =>
  context.withdrawnAt === null && withdrawUntilOf(context) !== null

/** The subscription as if it had no such right: in what it shows, and in what it accepts. */
export function withoutRight(subscription: Subscription): Subscription {
  const { snapshot } = subscription
  const context = { ...snapshot.context }
  delete context.withdrawalDays
  const acceptedCommands = snapshot.acceptedCommands.filter((command) => command !== 'withdraw')
  return { ...subscription, snapshot: { ...snapshot, context, acceptedCommands } }
}

/** Lists who of these has withdrawn from which of these plans: about one a plan and person, as it is granted once. */
async function listWithdrawn(
  { pool }: Pick<Database, 'pool'>,
  { merchantId, network }: Owner,
  asked: Withdrawing[],
): Promise<Withdrawing[]> {
  const { rows } = await pool.query<Withdrawing>({
    name: 'used-withdrawals',
    text: `select plan_id as "planId", customer_id as "customerId", payer from subscription
      where merchant_id = $1 and network = $2 and plan_id = any($3) and withdrawn_at is not null
        and (customer_id = any($4) or payer = any($5))`,
    values: [
      merchantId,
      network,
      asked.map(({ planId }) => planId),
      asked.map(({ customerId }) => customerId),
      asked.map(({ payer }) => payer),
    ],
  })
  return rows
}
