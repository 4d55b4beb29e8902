/**
 * Decides what becomes of credited logs whose blocks a reorganisation is said to have removed: they
 * are taken back once as many nodes as crediting requires no longer hold them, and credited again
 * if as many still do. In between they wait. A row that is `Retracting` and not `agreed` may be
 * reported as taken back.
 */
import type { Client } from 'viem'
import { ChainMoved, readHeader, readReceipt } from '../../chain/blocks.ts'
import { commitStep } from '../../reporter/step.ts'
import { noteNodeAnomaly } from '../../chain/node-anomalies.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import type { Agreed } from './agree.ts'
import type { CommonBlock } from './common-block.ts'
import type { Evidence } from './evidence.ts'
import {
  findRetractions,
  isAnythingRetracting,
  markGone,
  markStillHeld,
  markRetractionsAsked,
  type Retraction,
} from '../../chain/rows/retractions.ts'
import { forgetDoubts, noteAnomaly } from '../../reporter/anomalies.ts'

type WeighedRetraction = { log: Retraction; holds: string[]; lacks: string[] }

const logsAtOnceMax = 50

/**
 * Asks the nodes about credited logs that are to be taken back; returns where the cursor is then.
 *
 * @throws `ChainMoved` when the watcher's node kept back what enough nodes hold
 */
export async function resolveRetractions(
  dependencies: ChainDependencies,
  node: Client,
  { cursor, findCommonBlock }: Agreed,
): Promise<Agreed> {
  const { database, chain } = dependencies
  if (!(await isAnythingRetracting(database.pool, chain.name))) return { cursor, findCommonBlock }
  const common = await findCommonBlock()
  if (!common) return { cursor, findCommonBlock }
  const logs = await findRetractions(database.pool, chain.name, logsAtOnceMax)
  const weighed = await weigh(chain.nodesToAgree, common, logs)
  const gone = weighed.filter(({ lacks }) => lacks.length >= chain.nodesToAgree)
  const stillHeld = weighed.filter(({ holds }) => holds.length >= chain.nodesToAgree)
  const open = weighed.filter((one) => !gone.includes(one) && !stillHeld.includes(one))
  const logsOf = (some: WeighedRetraction[]) => some.map(({ log }) => log)
  const held = await commitStep(dependencies, cursor, {
    async write(client) {
      await markGone(client, chain.name, logsOf(gone))
      await markStillHeld(client, chain.name, logsOf(stillHeld))
      await markRetractionsAsked(client, chain.name, logsOf(open))
      const decided = [...gone, ...stillHeld].map(({ log }) => log.entityId)
      await forgetDoubts(client, dependencies, decided)
      for (const one of open.filter(({ holds }) => holds.length)) {
        const { transactionHash, blockNumber, logIndex } = one.log
        const event = { type: 'chain.doubted', transactionHash, blockNumber, logIndex }
        await noteAnomaly(client, dependencies, one.log, event, reasonOf(one))
      }
    },
  })
  if (!stillHeld.length) return { cursor: held, findCommonBlock }
  const text = `kept back logs of block ${stillHeld[0]!.log.blockNumber} that it and other nodes hold`
  noteNodeAnomaly(node, 'DeniedByOthers', text)
  throw new ChainMoved(`the node ${text}`)
}

const reasonOf = ({ log, holds, lacks }: WeighedRetraction): string =>
  `transaction ${log.transactionHash ?? 'unknown'}, block ${log.blockNumber}, was credited; it is still held by ${holds.join(', ')} and no longer by ${lacks.join(', ') || 'nobody else who answers'}: it is not taken back before they agree`

async function weigh(
  needed: number,
  { holders }: CommonBlock,
  logs: Retraction[],
): Promise<WeighedRetraction[]> {
  return Promise.all(
    logs.map(async (log) => {
      const weighed: WeighedRetraction = { log, holds: [], lacks: [] }
      if (needed === 1) return { ...weighed, lacks: holders.slice(0, 1).map(({ host }) => host) }
      for (const { node, host } of holders) {
        const evidence = await askWhetherHeld(node, log).catch(() => 'unknown' as const)
        if (evidence !== 'unknown') weighed[evidence].push(host)
      }
      return weighed
    }),
  )
}

/**
 * Asks a node whether it still holds a log: it does if it holds the block. Where another block took
 * its place, the transaction may have come again in a block of which the watcher's node reported
 * nothing: then nothing is taken back either.
 */
async function askWhetherHeld(node: Client, log: Retraction): Promise<Evidence> {
  const header = await readHeader(node, log.blockNumber)
  if (!header) return 'unknown'
  if (header.hash === log.blockHash) return 'holds'
  // The native coin is found without a transaction: it is found again by the address's balance.
  if (log.isStoredAnew || log.transactionHash === null) return 'lacks'
  const receipt = await readReceipt(node, log.transactionHash)
  if (!receipt?.isSuccess) return 'lacks'
  const address = log.address.slice(2).toLowerCase()
  const isAboutIt = receipt.logs.some((one) =>
    [one.address, ...one.topics].some((value) => value.toLowerCase().endsWith(address)),
  )
  return isAboutIt ? 'unknown' : 'lacks'
}
