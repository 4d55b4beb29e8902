/**
 * Goes back behind logs that nodes deny: the node that made them up may have kept back or changed
 * others, so the blocks from there on are read once more, by another node.
 */
import { ChainMoved, readHeader } from '../../chain/blocks.ts'
import type { Cursor } from '../../chain/rows/cursor.ts'
import { commitStep } from '../../reporter/step.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import type { CommonBlock } from './common-block.ts'
import { findGivenByEnough } from '../../chain/agreement/find-agreed.ts'
import type { Header } from '../../chain/rows/blocks.ts'
import { forgetBlocksAbove } from '../../chain/rows/blocks.ts'

/**
 * Moves the cursor to the block before `from`, as the nodes agree on it; if they do not, it stays.
 *
 * @throws `ChainMoved`, so that the watcher turns to the next node
 */
export async function readAgain(
  dependencies: ChainDependencies,
  common: CommonBlock,
  cursor: Cursor,
  from: number,
): Promise<never> {
  const { chain } = dependencies
  const before = await readAgreedHeader(common, chain.nodesToAgree, from - 1)
  if (before)
    await commitStep(dependencies, cursor, {
      moveTo: before,
      write: (client) => forgetBlocksAbove(client, chain.name, before.number),
    })
  throw new ChainMoved(`a node reported logs in block ${from} that others deny`)
}

/** Reads the header of a block, time included, that enough nodes give; null where too few do. */
async function readAgreedHeader(
  { holders }: CommonBlock,
  needed: number,
  number: number,
): Promise<Header | null> {
  const answers = await Promise.all(
    holders.map(({ node }) => readHeader(node, number).catch(() => null)),
  )
  const headers = answers.filter((header) => header !== null)
  const keyOf = ({ hash, timestamp }: Header) => `${hash}/${timestamp}`
  return findGivenByEnough(headers, needed, keyOf) ?? null
}
