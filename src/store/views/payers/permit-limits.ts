/** Bounds what payers can make a merchant spend on gas for their permits. */
import type { Pool } from 'pg'
import { dayMs } from '../../../../machines/durations.ts'
import type { PermitInput } from '../../../../machines/permit/permit.events.ts'
import type { StatusOf } from '../../../../machines/actors.ts'
import { livingSubscriptions } from '../../../core/states.ts'

/**
 * So many permits are sent within a day: of one subscription, of one customer, of one payer's address, whatever
 * customers it is named by, and of a merchant altogether such whose subscription was not charged yet. SECURITY.md
 * computes from these what strangers can spend.
 */
export const permitsPerDayMax = {
  ofSubscription: 3,
  ofCustomer: 10,
  ofPayer: 6,
  ofMerchantUncharged: 200,
}

type Using = { status: StatusOf['subscription']; chargesMade: number; maxPeriods: number }

/** Whether the subscription can still be charged, so that an allowance is of use to it. */
export const mayUseAllowance = ({ status, chargesMade, maxPeriods }: Using): boolean =>
  (status === 'Draft' || livingSubscriptions.includes(status)) && chargesMade < maxPeriods

type Sender = Pick<
  PermitInput,
  'id' | 'merchantId' | 'network' | 'customerId' | 'contractAddress' | 'blockchain' | 'payer'
>

/** The first ones of several that came at once are sent; before one that is not there yet are all. */
const isBefore = (id: string): string =>
  `not exists (select from permit own where own.id = ${id} and (p.created_at, p.id) >= (own.created_at, own.id))`

/**
 * Whether one permit more would exceed what is sent within a day. Those of before count that were sent, and those that
 * wait to be: each of these has the chain asked again and again. Those that ended without gas are not counted. The day is
 * one of real time, as gas is: a test clock that was moved ahead gives no more of them.
 */
export async function isPermitTooMany(pool: Pool, permit: Sender, realNow: Date): Promise<boolean> {
  const since = new Date(realNow.getTime() - dayMs)
  return (
    (await isTooManyOfPayer(pool, permit, since)) ||
    (await isTooManyOfMerchant(pool, permit, since))
  )
}

async function isTooManyOfPayer(
  pool: Pool,
  { id, merchantId, network, customerId, contractAddress, blockchain, payer }: Sender,
  since: Date,
): Promise<boolean> {
  const { rows } = await pool.query<Record<'ofSubscription' | 'ofCustomer' | 'ofPayer', number>>({
    name: 'permits-within-a-day',
    text: `select (count(*) filter (where customer_id = $3))::int as "ofCustomer",
        (count(*) filter (where contract_address = $4))::int as "ofSubscription",
        (count(*) filter (where blockchain = $5 and payer = $6))::int as "ofPayer"
      from permit p
      where merchant_id = $1 and network = $2 and created_at > $7 and ${isBefore('$8')}
        and (customer_id = $3 or (blockchain = $5 and payer = $6))
        and (transaction_id is not null or status = 'Waiting')`,
    values: [merchantId, network, customerId, contractAddress, blockchain, payer, since, id],
  })
  const { ofSubscription, ofCustomer, ofPayer } = rows[0]!
  return (
    ofSubscription >= permitsPerDayMax.ofSubscription ||
    ofCustomer >= permitsPerDayMax.ofCustomer ||
    ofPayer >= permitsPerDayMax.ofPayer
  )
}

/** Looks at no more rows of the merchant than decide it; those of before that were charged since have earned their gas. */
async function isTooManyOfMerchant(
  pool: Pool,
  { id, merchantId, network }: Sender,
  since: Date,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'uncharged-permits-within-a-day',
    text: `select from permit p join subscription s on s.id = p.contract_address
      where p.merchant_id = $1 and p.network = $2 and p.created_at > $3
        and ${isBefore('$4')} and p.transaction_id is not null and s.charges_made = 0
      limit $5`,
    values: [merchantId, network, since, id, permitsPerDayMax.ofMerchantUncharged],
  })
  return rowCount === permitsPerDayMax.ofMerchantUncharged
}
