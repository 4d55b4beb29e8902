/**
 * What the nodes of a chain differ about now, so that something waits: for operators, since when and in
 * which nodes' words. Written and logged when it begins, and forgotten when they agree again; what
 * nodes differ about of one payment or subscription is noted for its merchant instead (`waiting.ts`).
 */
import type { ChainDependencies } from '../dependencies.ts'

/**
 * `Receipt`: of a transaction of ours. `BelowCursor`: a node does not reach what was read already.
 * `Preview`: what would come of charges or sweeps. `Reorganisation`: a node says that blocks are gone that others hold. `Head`: a node is too far ahead.
 */
type DifferenceKind = 'Receipt' | 'Preview' | 'BelowCursor' | 'Reorganisation' | 'Head'
/** `subject`: the transaction's hash, what is previewed, or the node's host. `detail`: which node says what. */
export type Difference = { what: DifferenceKind; subject: string; detail: string }

/** Receipts or previews that nobody compared for so long are of what has ended in another way. */
const forgottenAfterSeconds = 600
const detailLengthMax = 1_000

/** Notes what nodes differ about. */
export async function noteDifference(
  { database, chain, log }: ChainDependencies,
  { what, subject, detail }: Difference,
): Promise<void> {
  const { rows } = await database.pool.query<{ isNew: boolean }>({
    name: 'node-difference',
    text: `insert into node_difference as known (blockchain, subject, what, detail, since, seen_at)
      values ($1, $2, $3, $4, now(), now())
      on conflict (blockchain, subject) do update
      set what = excluded.what, detail = excluded.detail, seen_at = now(),
        since = case known.what when excluded.what then known.since else now() end
      returning since = seen_at as "isNew"`,
    values: [chain.name, subject, what, detail.slice(0, detailLengthMax)],
  })
  if (rows[0]!.isNew)
    log.warn({ blockchain: chain.name, what, subject, detail }, 'nodes differ, and something waits')
}

/** As many nodes as must agree give the same receipt of a transaction that was signed with these hashes. */
export const forgetDifferingReceipts = (
  dependencies: ChainDependencies,
  hashes: string[],
): Promise<void> => forget(dependencies, hashes)

/**
 * A node that the others do not gainsay stands on what was read: the chain is read on. Nodes that are
 * far below it, for which credit waits, stay noted; they are only asked for where one is noted.
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
      and (what not in ('Receipt', 'Preview') or seen_at < now() - $2 * interval '1 second')`,
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
  for (const over of rows) log.info({ blockchain: chain.name, ...over }, 'nodes agree again')
}
