/**
 * Finds out what as many nodes agree on as the chain requires: block, log, receipt, and what the
 * log did. Only what they agree on is credited. What they differ about waits and is asked again;
 * what as many deny is removed. Where one node is enough, it is asked only about logs that another
 * one reported.
 */
import type { Client } from 'viem'
import type { PoolClient } from 'pg'
import type { Cursor } from '../../chain/rows/cursor.ts'
import { chunksOf } from '../../shared/chunks-of.ts'
import { commitStep } from '../../reporter/step.ts'
import { readConfirmedUpTo } from '../../chain/finality.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import {
  agreeOnOthers,
  agreeOnReportsOf,
  findUndecided,
  isAnythingUndecided,
  markAgreed,
  markAsked,
  markRefuted,
  type UndecidedLog,
} from '../../chain/rows/undecided-logs.ts'
import { type CommonBlock, findCommonBlock } from './common-block.ts'
import { askNode } from './evidence.ts'
import { readAgain } from './read-again.ts'
import { forgetWait, noteDoubts, noteRefuted, noteWait } from './waiting.ts'
import { addTestimony, agreedTimeOf, isDecided, type WeighedLog } from './combine-answers.ts'
import { forgetDoubts } from '../../reporter/anomalies.ts'

/** The cursor, and the block that enough nodes hold: searched for once, when it is needed. */
export type Agreed = { cursor: Cursor; findCommonBlock: () => Promise<CommonBlock | null> }

const logsAtOnceMax = 500
/** A common block this far behind the cursor is noted as a reason to wait. */
const blocksBehindMax = 10

/**
 * Asks the nodes about every log that is deep enough; marks those that they agree on. `isAnyOpen`: false where it is known
 * that there is none.
 */
export async function agreeOnLogs(
  dependencies: ChainDependencies,
  node: Client,
  cursor: Cursor,
  isAnyOpen = true,
): Promise<Agreed> {
  const { database, chain } = dependencies
  let found: Promise<CommonBlock | null> | undefined
  const find = () => (found ??= findOrNote(dependencies, node, cursor))
  const isUndecided = (upTo: number) => isAnythingUndecided(database.pool, chain.name, upTo)
  // The node is asked how deep is deep enough only where something waits for it.
  if (!isAnyOpen || !(await isUndecided(cursor.blockNumber)))
    return { cursor, findCommonBlock: find }
  const deepest = await readConfirmedUpTo(node, chain, cursor.blockNumber)
  if (!(await isUndecided(deepest))) return { cursor, findCommonBlock: find }
  const common = await find()
  if (!common) return { cursor, findCommonBlock: find }
  const upTo = Math.min(common.confirmedUpTo, deepest)
  // Logs reported by a node that is not asked any more must be confirmed by the one that is.
  const believed = chain.nodesToAgree === 1 ? common.holders[0]!.host : null
  const which = { believed, limit: logsAtOnceMax }
  const logs = await findUndecided(database.pool, chain.name, upTo, which)
  const weighed = await weigh(dependencies, common, logs)
  const held = await commitStep(dependencies, cursor, {
    async write(client) {
      if (believed) await agreeOnReportsOf(client, chain.name, upTo, believed)
      await store(dependencies, client, upTo, weighed)
    },
  })
  // What only a search of an address or contract brought says nothing of how blocks were read; and one node could have
  // all of them read again with every search.
  const denied = logsOf(weighed.filter(({ lacks }) => lacks.length >= chain.nodesToAgree))
  const deniedOfBlocks = denied.filter(({ isReadWithBlock }) => isReadWithBlock)
  if (deniedOfBlocks.length) {
    const from = Math.min(...deniedOfBlocks.map(({ blockNumber }) => blockNumber))
    const reason = `a node reported logs in block ${from} that others deny`
    await readAgain(dependencies, common, held, { from, reason })
  }
  return { cursor: held, findCommonBlock: find }
}

const logsOf = (weighed: WeighedLog[]) => weighed.map(({ log }) => log)

/** Finds the common block; null, with the reason noted, where there is none. */
async function findOrNote(
  dependencies: ChainDependencies,
  node: Client,
  cursor: Cursor,
): Promise<CommonBlock | null> {
  const common = await findCommonBlock(dependencies, node, cursor)
  if ('reason' in common) {
    await noteWait(dependencies, common)
    return null
  }
  const behind = cursor.blockNumber - common.block.number
  if (behind > blocksBehindMax)
    await noteWait(dependencies, {
      reason: 'NodesBehind',
      detail: `${dependencies.chain.nodesToAgree} nodes hold block ${common.block.number}, ${behind} blocks behind ${cursor.blockNumber}`,
    })
  else await forgetWait(dependencies)
  return common
}

/** Asks as many nodes as have to agree, and then one after another until every log is decided. */
async function weigh(
  { chain }: ChainDependencies,
  { holders, block }: CommonBlock,
  logs: UndecidedLog[],
): Promise<WeighedLog[]> {
  const weighed = logs.map((log): WeighedLog => ({ log, holds: [], lacks: [] }))
  const needed = chain.nodesToAgree
  const inTurn = [holders.slice(0, needed), ...chunksOf(holders.slice(needed), 1)]
  for (const together of inTurn) {
    const open = weighed.filter((one) => !isDecided(one, needed))
    if (!open.length) break
    const asked = open.map(({ log }) => log)
    const answers = await Promise.all(
      together.map(({ node }) => askNode(node, chain, asked, block.number)),
    )
    for (const [at, { host }] of together.entries())
      for (const [index, one] of open.entries()) addTestimony(one, host, answers[at]![index]!)
  }
  return weighed
}

async function store(
  dependencies: ChainDependencies,
  client: PoolClient,
  upTo: number,
  weighed: WeighedLog[],
): Promise<void> {
  const { chain } = dependencies
  const needed = chain.nodesToAgree
  const agreed = weighed.flatMap((one) => {
    const blockTime = agreedTimeOf(one, needed)
    return blockTime === null ? [] : [{ ...one, blockTime }]
  })
  const refuted = weighed.filter(({ lacks }) => lacks.length >= needed)
  const open = weighed.filter((one) => !isDecided(one, needed))
  await agreeOnOthers(client, chain.name, upTo)
  await markAgreed(client, chain.name, agreed)
  await markRefuted(client, chain.name, logsOf(refuted))
  await markAsked(client, chain.name, logsOf(open))
  const decided = [...logsOf(agreed), ...logsOf(refuted)]
  await forgetDoubts(
    client,
    dependencies,
    decided.map(({ entityId }) => entityId),
  )
  await noteDoubts(client, dependencies, open)
  await noteRefuted(client, dependencies, refuted)
}
