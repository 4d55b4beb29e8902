/**
 * The state of the chains: how far each was read, where its nodes are, and what it waits for. A late
 * chain is named here, and by `/ready`; it stops nothing else.
 */
import type { ChainDirectory } from '../../shared/chain-directory.ts'
import type { ChainSettings } from '../../shared/chains.ts'
import type { Network } from '../../shared/network.ts'
import type { Finality } from '../../shared/chains/finality.ts'
import type { Database } from '../database.ts'
import { adviceFor, chainAdvice, type ChainState } from './node-advice.ts'
/** `at` is the chain's own time. */
type Block = { number: number; at: Date; ageSeconds: number }
type NodeView = {
  /** Scheme and host. */
  name: string
  head: Block | null
  /** Behind the highest head of the chain's nodes. */
  lagBlocks: number | null
  errorCount: number
  lastError: string | null
  lastErrorAt: Date | null
  /** The requests that it refuses. */
  lacks: string[]
  logRange: number
  requestsPerSecond: number | null
}
export type ChainView = {
  name: string
  network: Network
  chainId: number
  state: ChainState
  /** When a block counts as final; `confirmations` is null where the chain itself says so. */
  finality: { by: Finality; confirmations: number | null }
  /** Says what an operator does about its state; null where all is well. */
  advice: string | null
  /** The reason why it is absent. */
  reason: string | null
  /** The newest block whose events are known. */
  read: Block | null
  /** When it was last polled, in real database time. */
  lookedAt: Date | null
  head: Block | null
  /** The blocks between `read` and `head`. */
  lagBlocks: number | null
  nodes: NodeView[]
  /** Differences between its nodes because of which something waits now. */
  waits: WaitView[]
}
/** A wait for agreement; `detail` holds the answer of each node. */
type WaitView = { what: string; detail: string; since: Date; advice: string }

/** Longer than any chain that is listed leaves between two blocks. */
const blockAgeMaxMs = 300_000
/** Polls may fail this long before the chain counts as unread; they are made every `pollMs`. */
const pollAgeMaxMs = 60_000
const pollsMissedMax = 5
/** A shorter wait is not shown, because nodes of one chain are often a moment apart. */
const waitUnsuspiciousSeconds = 60
/** A wait that was not met again for so long is over. */
const waitSeenSecondsMax = 300

/** Moments in seconds since 1970; `age` in seconds before now. */
type CursorRow = {
  blockchain: string
  number: string
  at: number
  age: number
  seenAt: number
  seenAge: number
}
type NodeRow = Omit<NodeView, 'head' | 'lagBlocks' | 'errorCount' | 'lastErrorAt'> & {
  blockchain: string
  errorCount: string
  headNumber: string | null
  headAt: number | null
  headAge: number | null
  lastErrorAt: number | null
}

type WaitRow = Omit<WaitView, 'since' | 'what' | 'advice'> & {
  what: Parameters<typeof adviceFor>[0]
} & { blockchain: string; since: number; age: number }

/** Reads the state of every configured chain, in the order of the chains file. */
export async function listChains(
  { pool }: Database,
  directory: ChainDirectory,
): Promise<ChainView[]> {
  const cursors = await pool.query<CursorRow>(
    `select blockchain, block_number as number, ${secondsOf('block_time')} as at,
       ${ageOf('block_time')} as age, ${secondsOf('seen_at')} as "seenAt",
       ${ageOf('seen_at')} as "seenAge"
     from chain_cursor`,
  )
  const nodes = await pool.query<NodeRow>(
    `select blockchain, name, head_number as "headNumber", ${secondsOf('head_time')} as "headAt",
       ${ageOf('head_time')} as "headAge", error_count as "errorCount", last_error as "lastError",
       ${secondsOf('last_error_at')} as "lastErrorAt",
       lacks, log_range as "logRange", requests_per_second as "requestsPerSecond"
     from chain_node order by blockchain, position`,
  )
  const waits = await pool.query<WaitRow>(
    `select blockchain, what, detail, ${secondsOf('since')} as since, ${ageOf('since')} as age
     from (select blockchain, reason as what, detail, since, seen_at from credit_wait
       union all select blockchain, what, detail, since, seen_at from node_difference) as waits
     where ${ageOf('seen_at')} < $1 order by since`,
    [waitSeenSecondsMax],
  )
  const configured = [...directory.chains, ...directory.absent.map(({ settings }) => settings)]
  return configured.map((chain) => {
    const cursor = cursors.rows.find(({ blockchain }) => blockchain === chain.name)
    const ofChain = ({ blockchain }: { blockchain: string }) => blockchain === chain.name
    const known = { nodes: nodes.rows.filter(ofChain), waits: waits.rows.filter(ofChain) }
    return toView(chain, reasonOf(directory, chain.name), cursor, known)
  })
}

const secondsOf = (column: string) => `extract(epoch from ${column})::float8`
const ageOf = (column: string) => `extract(epoch from now() - ${column})::float8`

const reasonOf = (directory: ChainDirectory, name: string): string | null =>
  directory.absent.find(({ settings }) => settings.name === name)?.reason ?? null

function toView(
  chain: Pick<
    ChainSettings,
    'name' | 'network' | 'chainId' | 'embedded' | 'pollMs' | 'finality' | 'confirmations'
  >,
  reason: string | null,
  cursor: CursorRow | undefined,
  { nodes, waits }: { nodes: NodeRow[]; waits: WaitRow[] },
): ChainView {
  const heads = nodes.map(({ headNumber, headAt, headAge }) => blockOf(headNumber, headAt, headAge))
  const read = cursor ? blockOf(cursor.number, cursor.at, cursor.age) : null
  // Nodes say less often how far they are than blocks are read: what was read is there.
  const head = heads.reduce(
    (best, one) => (one && one.number > (best?.number ?? -1) ? one : best),
    read,
  )
  const { name, network, chainId, finality, confirmations } = chain
  const state = reason !== null ? 'Absent' : stateWith(waits, stateOf(chain, cursor, read, head))
  return {
    name,
    network,
    chainId,
    reason,
    read,
    head,
    state,
    advice: chainAdvice(state, areSilent(nodes, cursor)),
    finality: { by: finality, confirmations: finality === 'confirmations' ? confirmations : null },
    lookedAt: cursor ? toDate(cursor.seenAt) : null,
    lagBlocks: lagOf(read, head),
    nodes: nodes.map((node, index) => toNodeView(node, heads[index] ?? null, head)),
    waits: waits.map(({ what, detail, since }) => ({
      what,
      detail,
      since: toDate(since),
      advice: adviceFor(what),
    })),
  }
}

function toNodeView(row: NodeRow, head: Block | null, highest: Block | null): NodeView {
  const { name, lastError, lacks, logRange, requestsPerSecond } = row
  return {
    name,
    head,
    lastError,
    lacks,
    logRange,
    requestsPerSecond,
    lagBlocks: lagOf(head, highest),
    errorCount: Number(row.errorCount),
    lastErrorAt: row.lastErrorAt === null ? null : toDate(row.lastErrorAt),
  }
}

/** Returns the state of a chain by the age of its blocks, which says nothing for a local chain. */
function stateOf(
  { embedded, pollMs }: Pick<ChainSettings, 'embedded' | 'pollMs'>,
  cursor: CursorRow | undefined,
  read: Block | null,
  head: Block | null,
): ChainState {
  if (!cursor || !read) return 'Unread'
  const pollMaxMs = pollAgeMaxMs + pollsMissedMax * (pollMs ?? 0)
  if (cursor.seenAge * 1_000 > pollMaxMs) return 'Unread'
  if (embedded || read.ageSeconds * 1_000 <= blockAgeMaxMs) return 'Ok'
  return head && head.number > read.number ? 'Behind' : 'Still'
}

/** Each has failed since the chain was read last. */
const areSilent = (nodes: NodeRow[], cursor: CursorRow | undefined): boolean =>
  nodes.length > 0 &&
  nodes.every(({ lastErrorAt }) => lastErrorAt !== null && lastErrorAt > (cursor?.seenAt ?? 0))

/** Adds `Waiting` where the chain is read well; a chain that is not read agrees about nothing anyway. */
const stateWith = (waits: WaitRow[], state: ChainState): ChainState =>
  state === 'Ok' && waits.some(({ age }) => age > waitUnsuspiciousSeconds) ? 'Waiting' : state

function blockOf(number: string | null, at: number | null, age: number | null): Block | null {
  if (number === null || at === null || age === null) return null
  return { number: Number(number), at: toDate(at), ageSeconds: Math.max(0, Math.round(age)) }
}

const toDate = (seconds: number): Date => new Date(seconds * 1_000)

const lagOf = (behind: Block | null, ahead: Block | null): number | null =>
  behind && ahead ? Math.max(0, ahead.number - behind.number) : null
