/**
 * Money that was credited and is not there: a node had made it up, or the token's issuer took it.
 * It is not taken back automatically, because the merchant may have delivered; an anomaly says how
 * much is missing.
 */
import type { Address } from 'viem'
import type { Owner } from '../../shared/owner.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import { sumLeftInDeposits } from '../../chain/rows/left-in-deposits.ts'
import type { DueCheck } from '../../chain/rows/address-checks.ts'
import { noteAnomaly } from '../../reporter/anomalies.ts'

type Owned = Owner & { id: string }

/** Notes the payments whose addresses hold less of the token asked for than was credited up to a block. */
export async function noteMissing(
  dependencies: ChainDependencies,
  due: DueCheck[],
  token: Address,
  balances: (bigint | null)[],
  upTo: number,
): Promise<void> {
  const { pool } = dependencies.database
  const ids = due.map(({ paymentId }) => paymentId)
  const left = await sumLeftInDeposits(pool, ids, token, upTo)
  const missing = new Map<string, bigint>()
  for (const [index, { paymentId }] of due.entries()) {
    const balance = balances[index] ?? null
    const credited = left.get(paymentId)?.credited ?? 0n
    if (balance !== null && balance < credited) missing.set(paymentId, credited - balance)
  }
  if (!missing.size) return
  const { rows } = await pool.query<Owned>(
    `select id, merchant_id as "merchantId", network from payment
     where id = any($1) and token = $2`,
    [[...missing.keys()], token],
  )
  for (const { id, ...owner } of rows) {
    const amount = String(missing.get(id)!)
    const reason = `${amount} base units of ${token} were credited and are not at the deposit address: a node made them up, or the issuer of the token took them`
    const about = { kind: 'payment' as const, entityId: id, ...owner }
    await noteAnomaly(pool, dependencies, about, { type: 'chain.absent', token, amount }, reason)
  }
}
