/**
 * Records what the nodes of a chain differ about now, so that something waits: for operators, since when
 * and with which node's answer. A difference is stored and logged when it begins, and deleted when the nodes
 * agree again; one about a single payment or subscription is noted for its merchant instead (`waiting.ts`).
 */
import type { ChainDependencies } from '../dependencies.ts'

/**
 * `Receipt`: of a transaction of ours. `BelowCursor`: a node does not reach what was read already.
 * `Preview`: what would come of charges or sweeps. `Reorganisation`: blocks are gone for one node that
 * others hold. `Head`: a node is too far ahead. `Prices`: none says what gas costs.
 */
type DifferenceKind = 'Receipt' | 'Preview' | 'BelowCursor' | 'Reorganisation' | 'Head' | 'Prices'
/** The subject of `Prices`. */
export const unreadPrices = 'what gas costs'
/** `subject`: the transaction's hash, what is previewed, or the node's host. `detail`: the answer of each node. */
export type Difference = { what: DifferenceKind; subject: string; detail: string }

/** Receipts, previews and prices that were not compared for so long belong to something that has ended in another way. */
const forgottenAfterSeconds = 600
const detailLengthMax = 1_000

/** Records what nodes differ about, and logs it when it is new. */
export async function noteDifference(
  { database, chain, log }: ChainDependencies,
  { what, subject, detail }: Difference,
): Promise<void> {
  const { rows } = await database.pool.query<{ isNew: boolean }>({
    name: 'node-difference',
    text: `insert into node_difference as known (blockchain, subject, what, detail, since, seen_at)
      values ($1, $2, $3, $4, now(), now())
      on conflict (blockchain, subject) do update
      set what = excluded.what, detail = excluded.detail, seen_at = excluded.seen_at,
        since = case known.what when excluded.what then known.since else excluded.since end
      returning since = seen_at as "isNew"`,
    values: [chain.name, subject, what, detail.slice(0, detailLengthMax)],
  })
  if (rows[0]!.isNew)
    log.warn(
      { blockchain: chain.name, what, subject, detail },
      'nodes of a chain differ, or do not say; what depends on it waits until they do',
    )
}

/** Forgets differences about these transactions' receipts: as many nodes as must agree give the same one now. */
export const forgetDifferingReceipts = (
  dependencies: ChainDependencies,
  hashes: string[],
): Promise<void> => forget(dependencies, hashes)

/** Forgets that no node said what gas costs: one does. */
export const forgetUnreadPrices = (dependencies: ChainDependencies): Promise<void> =>
  forget(dependencies, [unreadPrices])

/**
 * Forgets differences about heads and reorganisations, because the chain is read on from a node that no
 * other contradicts. Nodes far below the cursor, for which credit waits, stay noted; `findHostsBehind` is
 * called only where one is noted.
 */
export async function forgetDifferingHeads(
  dependencies: ChainDependencies,
  findHostsBehind: () => Promise<string[]>,
): Promise<void> {
  const { rows } = await dependencies.database.pool.query<{
    subject: string
    what: DifferenceKind
  }>({
    name: 'node-differences-held',
    text: `select subject, what from node_difference where blockchain = $1
      and (what not in ('Receipt', 'Preview', 'Prices') or seen_at < now() - $2 * interval '1 second')`,
    values: [dependencies.chain.name, forgottenAfterSeconds],
  })
  if (!rows.length) return
  const isAnyBelow = rows.some(({ what }) => what === 'BelowCursor')
  const behind = isAnyBelow ? await findHostsBehind() : []
  const over = rows.filter(
    ({ subject, what }) => what !== 'BelowCursor' || !behind.includes(subject),
  )
  if (over.length)
    await forget(
      dependencies,
      over.map(({ subject }) => subject),
    )
}

async function forget(
  { database, chain, log }: ChainDependencies,
  subjects: string[],
): Promise<void> {
  const { rows } = await database.pool.query<{ subject: string; what: string }>({
    name: 'node-difference-over',
    text: `delete from node_difference where blockchain = $1 and subject = any($2)
      returning subject, what`,
    values: [chain.name, subjects],
  })
  for (const over of rows)
    log.info(
      { blockchain: chain.name, ...over },
      'nodes of a chain agree again, or say what they did not; what waited goes on',
    )
}
