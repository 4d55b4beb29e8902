/**
 * A primary and its streaming standby on this machine, for tests and drills of failover. What an
 * operator does by hand, or a program of theirs, is a call here: kill, promote, follow again.
 */
import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCluster } from '../../src/embedded/postgres/postgres-cluster.ts'
import {
  askNode,
  killNode,
  type PostgresNode,
  prepareNode,
  startNode,
  user,
} from './postgres-node.ts'
import { startStandby } from './standby.ts'

const passwordBytes = 24
const promotionTimeoutMs = 20_000
const pollMs = 20

export type PostgresPairSettings = {
  /** A directory that every account may enter; the nodes' files go into it, and out of it with `stop`. */
  directory: string
  /** Whether a commit waits until the standby has written it, too. */
  synchronous: boolean
  /** The addresses of the two; both this machine's loopback by default. */
  hosts?: readonly [string, string]
}

export type PostgresPair = {
  /** Names both nodes, and that a session has to be able to write. */
  url: string
  /** The nodes as they are now: a failover exchanges them. */
  readonly primary: PostgresNode
  readonly standby: PostgresNode
  /** An address of one node, primary or standby. */
  urlOf(node: PostgresNode): string
  ask<Row extends Record<string, unknown>>(node: PostgresNode, statement: string): Promise<Row[]>
  /** Ends the primary without a word. */
  killPrimary(): Promise<void>
  /** Makes the standby the primary; it waits for no other standby. */
  promote(): Promise<void>
  /** Makes a fresh standby of the node that was the primary; the primary waits for it if it is synchronous. */
  rejoin(): Promise<void>
  stop(): Promise<void>
}

/** Starts both, the standby following; takes about two seconds. */
export async function startPostgresPair(settings: PostgresPairSettings): Promise<PostgresPair> {
  const { directory, synchronous, hosts = ['127.0.0.1', '127.0.0.1'] } = settings
  const password = randomBytes(passwordBytes).toString('hex')
  let primary = await prepareNode({ name: 'one', host: hosts[0], directory })
  let standby = await prepareNode({ name: 'two', host: hosts[1], directory })
  const nodes = [primary, standby]
  const ask: PostgresPair['ask'] = (node, statement) => askNode(node, password, statement)
  const follow = async () => {
    await startStandby({ primary, standby, password, directory })
    if (synchronous) await waitFor(ask, primary, `'${standby.name}'`)
  }
  const stop = async () => {
    // At once: their files are removed.
    await Promise.all(nodes.map((node) => killNode(node)))
    for (const { cluster } of nodes) rmSync(dirname(cluster), { recursive: true, force: true })
  }
  try {
    await createCluster(primary.cluster, primary.installation, user, password)
    await startNode(primary, directory)
    await follow()
  } catch (error) {
    await stop()
    throw error
  }
  const base = `postgresql://${user}:${password}@`
  return {
    url: `${base}${nodes.map(addressOf).join(',')}/postgres?target_session_attrs=read-write`,
    get primary() {
      return primary
    },
    get standby() {
      return standby
    },
    urlOf: (node) => `${base}${addressOf(node)}/postgres`,
    ask,
    killPrimary: () => killNode(primary),
    async promote() {
      // Not waited for in the statement: a row that the standby has yet to take back may wait for its end.
      await ask(standby, 'select pg_promote(wait => false)')
      await untilPromoted(ask, standby)
      ;[primary, standby] = [standby, primary]
    },
    rejoin: follow,
    stop,
  }
}

/** Has the primary's commits wait for the standbys named. A standby that is promoted has no such setting: it would wait for ever. */
async function waitFor(
  ask: PostgresPair['ask'],
  primary: PostgresNode,
  standbys: string,
): Promise<void> {
  await ask(primary, `alter system set synchronous_standby_names = ${standbys}`)
  await ask(primary, 'select pg_reload_conf()')
}

async function untilPromoted(ask: PostgresPair['ask'], node: PostgresNode): Promise<void> {
  for (const deadline = performance.now() + promotionTimeoutMs; ;) {
    const [row] = await ask<{ isOver: boolean }>(node, 'select not pg_is_in_recovery() as "isOver"')
    if (row!.isOver) return
    if (performance.now() > deadline)
      throw new Error(`${node.name} was not promoted within ${promotionTimeoutMs} ms`)
    await sleep(pollMs)
  }
}

const addressOf = ({ host, port }: PostgresNode) => `${host}:${port}`
