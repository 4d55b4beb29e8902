/** Bounds what payers can make a merchant spend on gas for their permits. */
import type { Pool } from 'pg'
import { dayMs } from '../../../../machines/durations.ts'
import type { PermitInput } from '../../../../machines/permit/permit.events.ts'
import type { StatusOf } from '../../../../machines/actors.ts'
import { livingSubscriptions } from '../../states.ts'

/** So many permits of one subscription, and of one customer, are sent within a day. */
export const permitsPerDayMax = { ofSubscription: 3, ofCustomer: 10 }

type Using = { status: StatusOf['subscription']; chargesMade: number; maxPeriods: number }

/** Whether the subscription can still be charged, so that an allowance is of use to it. */
export const mayUseAllowance = ({ status, chargesMade, maxPeriods }: Using): boolean =>
  (status === 'Draft' || livingSubscriptions.includes(status)) && chargesMade < maxPeriods

type Sender = Pick<PermitInput, 'id' | 'merchantId' | 'network' | 'customerId' | 'contractAddress'>

/** Whether one permit more would exceed what is sent within a day; those that cost no gas are not counted. */
export async function isPermitTooMany(
  pool: Pool,
  { id, merchantId, network, customerId, contractAddress }: Sender,
  now: Date,
): Promise<boolean> {
  const { rows } = await pool.query<{ ofSubscription: number; ofCustomer: number }>({
    name: 'permits-within-a-day',
    text: `select count(*)::int as "ofCustomer",
        (count(*) filter (where contract_address = $5))::int as "ofSubscription"
      from permit
      where merchant_id = $1 and network = $2 and customer_id = $3 and created_at > $4
        and transaction_id is not null and id <> $6`,
    values: [merchantId, network, customerId, new Date(now.getTime() - dayMs), contractAddress, id],
  })
  const { ofSubscription, ofCustomer } = rows[0]!
  return (
    ofSubscription >= permitsPerDayMax.ofSubscription || ofCustomer >= permitsPerDayMax.ofCustomer
  )
}
