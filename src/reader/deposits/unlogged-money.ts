/**
 * Money of a known token that no log of the token accounts for: its issuer has moved the token, as
 * USDT's `deprecate` does, and another contract logs its transfers now. Such logs count as soon as
 * the operator names the contract in "loggedBy"; until then an anomaly says what to do.
 */
import type { Pool } from 'pg'
import type { Address } from 'viem'
import type { Owner } from '../../shared/owner.ts'
import type { ConnectedChain } from '../../chain/clients.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import { noteAnomaly } from '../../reporter/anomalies.ts'

/** Base units of a token that lie at a payment's address and that no log accounts for. */
export type Unlogged = { paymentId: string; amount: bigint }

type Owned = Owner & { id: string }

/** Notes the payments at whose addresses unlogged money lies. */
export async function noteUnlogged(
  dependencies: ChainDependencies,
  token: Address,
  unlogged: Unlogged[],
): Promise<void> {
  if (!unlogged.length) return
  const { pool } = dependencies.database
  const code = dependencies.chain.assets.find(({ address }) => address === token)?.code
  const { rows } = await pool.query<Owned>(
    'select id, merchant_id as "merchantId", network from payment where id = any($1)',
    [unlogged.map(({ paymentId }) => paymentId)],
  )
  for (const { id, ...owner } of rows) {
    const amount = String(unlogged.find(({ paymentId }) => paymentId === id)!.amount)
    const loggers = await findForeignLoggers(pool, dependencies.chain, id)
    const known = loggers.length ? ` (${loggers.join(', ')} logged transfers to it)` : ''
    const reason = `${amount} base units of ${token} lie at the deposit address, and no log of that token tells of them, so they do not count as paid. A node keeps the log back, or the issuer moved the token to another contract${known}: then the operator names that in "loggedBy" of ${code} in the chains file and starts again; then they count. Else decide by hand: "accept" the payment, or sweep it and give it back`
    const about = { kind: 'payment' as const, entityId: id, ...owner }
    await noteAnomaly(pool, dependencies, about, { type: 'chain.unlogged', token, amount }, reason)
  }
}

/** Finds contracts that are not in the chains file and logged transfers to the payment's address. */
async function findForeignLoggers(
  pool: Pool,
  { name, assets }: ConnectedChain,
  paymentId: string,
): Promise<string[]> {
  const { rows } = await pool.query<{ token: string }>(
    `select distinct token from deposit_log
     where blockchain = $1 and payment_id = $2 and event = 'Transfer' and token <> all($3)`,
    [name, paymentId, assets.map(({ address }) => address)],
  )
  return rows.map(({ token }) => token)
}
