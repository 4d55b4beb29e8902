/**
 * Why something is not credited, for operators and merchants: of a chain one row while its nodes do
 * not agree at all, of a payment or subscription one anomaly while they differ about its logs. Each
 * is written and logged when it begins, not with every block.
 */
import type { Pool, PoolClient } from 'pg'
import { hostOf } from '../../shared/chains/agreement.ts'
import type { Network } from '../../shared/network.ts'
import { noteNodeAnomaly } from '../../chain/node-anomalies.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import type { UndecidedLog } from '../../chain/rows/undecided-logs.ts'
import type { NoCommonBlock } from './common-block.ts'
import type { WeighedLog } from './combine-answers.ts'
import { noteAnomaly } from '../../reporter/anomalies.ts'

/** Notes that nothing is credited on the chain at the moment, and why. */
export async function noteWait(
  { database, chain, log }: ChainDependencies,
  { reason, detail }: NoCommonBlock,
): Promise<void> {
  const { rows } = await database.pool.query<{ isNew: boolean }>({
    name: 'credit-wait',
    text: `insert into credit_wait as known (blockchain, reason, detail, since, seen_at)
      values ($1, $2, $3, now(), now())
      on conflict (blockchain) do update
      set reason = excluded.reason, detail = excluded.detail, seen_at = excluded.seen_at,
        since = case known.reason when excluded.reason then known.since else excluded.since end
      returning since = seen_at as "isNew"`,
    values: [chain.name, reason, detail],
  })
  if (rows[0]!.isNew)
    log.warn(
      { blockchain: chain.name, reason, detail },
      'nothing is credited on this chain until its nodes agree on a block',
    )
}

/** Removes the note, as the nodes agree on a block again. */
export async function forgetWait({ database, chain, log }: ChainDependencies): Promise<void> {
  const { rowCount } = await database.pool.query({
    name: 'credit-wait-over',
    text: 'delete from credit_wait where blockchain = $1',
    values: [chain.name],
  })
  if (rowCount)
    log.info({ blockchain: chain.name }, 'the nodes agree on a block again; crediting goes on')
}

/** Notes, for the merchant, the logs that nodes differ about, and that wait for that. */
export async function noteDoubts(
  client: PoolClient,
  dependencies: ChainDependencies,
  differing: WeighedLog[],
): Promise<void> {
  for (const one of differing) {
    const difference = differenceIn(one)
    if (!difference && !one.log.isAskedForLong) continue
    const { log, holds } = one
    const hosts = holds.map(({ host }) => host)
    const silence = `is told by ${listOf(hosts)}, and nobody else says whether it is there`
    const reason = `${describe(log)} ${difference ?? silence}: it is not credited before they agree`
    await noteAnomaly(client, dependencies, log, { type: 'chain.doubted', ...placeOf(log) }, reason)
    if (difference) blame(dependencies, hosts, reason)
  }
}

const listOf = (hosts: string[]): string => hosts.join(', ') || 'nobody asked now'

/** Describes how nodes differ about a log; null where too few have answered yet. */
function differenceIn({ holds, lacks }: WeighedLog): string | null {
  const hosts = holds.map(({ host }) => host)
  if (lacks.length) return `is told by ${listOf(hosts)} and not by ${lacks.join(', ')}`
  const different = new Set(holds.map(({ blockTime }) => blockTime))
  if (different.size < 2) return null
  const times = holds.map(({ host, blockTime }) => `${toIso(blockTime)} by ${host}`)
  return `is in a block whose time is ${times.join(' and ')}`
}

/** Formats a block's time; a node may give any number. */
const toIso = (unixSeconds: number): string =>
  unixSeconds < 1e11 ? new Date(unixSeconds * 1000).toISOString() : `${unixSeconds} s`

/** Notes, for the merchant, the logs that one node reported and others deny. */
export async function noteRefuted(
  client: PoolClient,
  dependencies: ChainDependencies,
  refuted: WeighedLog[],
): Promise<void> {
  for (const { log, lacks } of refuted) {
    const reason = `${describe(log)} was told by a node and is denied by ${lacks.join(', ')}: it was not credited`
    await noteAnomaly(client, dependencies, log, { type: 'chain.refuted', ...placeOf(log) }, reason)
  }
}

/**
 * Notes, for the merchant, that nodes differ about a deposit address's balance, so that crediting
 * waits.
 */
export function noteDifferingBalance(
  pool: Pool,
  dependencies: ChainDependencies,
  payment: { paymentId: string; merchantId: string; network: Network; token: string },
): Promise<void> {
  const { paymentId: entityId, token, ...owner } = payment
  const reason = `nodes differ about how much of ${token} the deposit address holds: nothing is credited before they agree`
  const about = { kind: 'payment' as const, entityId, ...owner }
  return noteAnomaly(pool, dependencies, about, { type: 'chain.doubted', token }, reason)
}

function blame({ chain }: ChainDependencies, hosts: string[], reason: string): void {
  for (const [index, url] of chain.rpcUrls.entries())
    if (hosts.includes(hostOf(url))) noteNodeAnomaly(chain.nodes[index]!, 'DeniedByOthers', reason)
}

const describe = ({ event, transactionHash, blockNumber }: UndecidedLog): string =>
  `${event} in transaction ${transactionHash}, block ${blockNumber},`

const placeOf = ({ transactionHash, blockNumber, logIndex }: UndecidedLog) => ({
  transactionHash,
  blockNumber,
  logIndex,
})
