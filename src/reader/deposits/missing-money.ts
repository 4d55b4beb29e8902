/**
 * Money that nodes agree came and that is not there. What was credited a node had made up, or the
 * token's issuer took it: it is not taken back automatically, because the merchant may have
 * delivered. What was not credited the token kept as a fee, or the log of a sweep is kept back. An
 * anomaly says how much is missing.
 */
import type { Address } from 'viem'
import type { Owner } from '../../shared/owner.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import { sumLeftInDeposits } from '../../chain/rows/left-in-deposits.ts'
import type { DueCheck } from '../../chain/rows/address-checks.ts'
import { noteAnomaly } from '../../reporter/anomalies.ts'

type Owned = Owner & { id: string }

const absent = {
  type: 'chain.absent',
  how: 'were credited and are not at the deposit address: a node made them up, or the issuer of the token took them',
}
const uncovered = {
  type: 'chain.uncovered',
  how: 'are not at the deposit address though logs say that they came, and no log says that they were swept, so they do not count as paid. The token keeps a fee, or the node keeps back the log of a sweep: then they count once a node gives it. Else decide by hand: "accept" the payment',
}

/** Notes the payments whose addresses hold less of the token asked for than came by the logs up to a block. */
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
  const missing = new Map<string, { type: string; lack: bigint; how: string }>()
  for (const [index, { paymentId }] of due.entries()) {
    const balance = balances[index] ?? null
    const { credited = 0n, agreed = 0n } = left.get(paymentId) ?? {}
    if (balance === null || balance >= agreed) continue
    const isAbsent = balance < credited
    const lack = (isAbsent ? credited : agreed) - balance
    missing.set(paymentId, { lack, ...(isAbsent ? absent : uncovered) })
  }
  if (!missing.size) return
  const { rows } = await pool.query<Owned>(
    `select id, merchant_id as "merchantId", network from payment
     where id = any($1) and token = $2`,
    [[...missing.keys()], token],
  )
  for (const { id, ...owner } of rows) {
    const { type, lack, how } = missing.get(id)!
    const amount = String(lack)
    const reason = `${amount} base units of ${token} ${how}`
    const about = { kind: 'payment' as const, entityId: id, ...owner }
    await noteAnomaly(pool, dependencies, about, { type, token, amount }, reason)
  }
}
