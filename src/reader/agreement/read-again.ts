/**
 * Goes back behind logs that nodes deny, or that were kept back: the node that did so may have made up, kept back or
 * changed others, so the blocks from there on are read once more, by another node.
 */
import { ChainMoved, readHeader } from '../../chain/blocks.ts'
import type { Cursor } from '../../chain/rows/cursor.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import type { CommonBlock } from './common-block.ts'
import { findGivenByEnough } from '../../chain/agreement/find-agreed.ts'
import type { Header } from '../../chain/rows/blocks.ts'
import { goBack } from '../rewind.ts'

/**
 * Moves the cursor to the block before `from`, as the nodes agree on it; if they do not, it stays.
 *
 * @throws `ChainMoved`, so that the watcher turns to the next node
 */
export async function readAgain(
  dependencies: ChainDependencies,
  common: CommonBlock,
  cursor: Cursor,
  { from, reason }: { from: number; reason: string },
): Promise<never> {
  const { chain } = dependencies
  const before = await readAgreedHeader(common, chain.nodesToAgree, from - 1)
  if (before) await goBack(dependencies, cursor, before)
  throw new ChainMoved(reason)
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
