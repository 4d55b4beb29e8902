/**
 * Reads how many transactions of a wallet the chain has mined, and how many more the nodes hold. One node
 * alone may be wrong about either by any number; its answer never makes a lane jump where another node
 * gives the right one.
 */
import type { Address, Client } from 'viem'
import { getTransactionCount } from 'viem/actions'
import { askNodes } from '../ask-nodes.ts'
import { readFromChain } from '../chain-errors.ts'
import type { Connection } from '../clients.ts'

/** Nodes hold so many transactions of each account; a `pending` count further ahead is not believed. */
const pendingAheadMax = 16

export type NonceCounts = {
  /** The fewest that any node has mined: what is certain. */
  mined: number
  /** The most that any node has mined. */
  minedAtMost: number
  /** The count with what waits in the pools, the least of all nodes; as far ahead as can be believed. */
  pending: number
}

/** Asks all nodes for both counts; throws `RpcUnavailable` when none answers. */
export async function readNonceCounts(
  { nodes }: Pick<Connection, 'nodes'>,
  wallet: string,
): Promise<NonceCounts> {
  const answers = await askNodes(nodes, async (node) => ({
    mined: await countOf(node, wallet, 'latest'),
    pending: await countOf(node, wallet, 'pending').catch(() => null),
  }))
  return toCounts(answers)
}

/**
 * Takes the least of `pending`, too: a lane begun too low costs one refused transaction at most, one begun
 * too far ahead an empty transaction for each nonce left out.
 */
function toCounts(answers: { mined: number; pending: number | null }[]): NonceCounts {
  const mined = Math.min(...answers.map((answer) => answer.mined))
  const pending = answers.flatMap((answer) => answer.pending ?? [])
  const least = Math.max(mined, Math.min(...pending))
  return {
    mined,
    minedAtMost: Math.max(...answers.map((answer) => answer.mined)),
    pending: least <= mined + pendingAheadMax ? least : mined,
  }
}

/** Asks all nodes how many they have mined; throws `RpcUnavailable` when none answers. */
export async function readMinedByNodes(
  { nodes }: Pick<Connection, 'nodes'>,
  wallet: string,
): Promise<Pick<NonceCounts, 'mined' | 'minedAtMost'>> {
  const answers = await askNodes(nodes, (node) => countOf(node, wallet, 'latest'))
  return { mined: Math.min(...answers), minedAtMost: Math.max(...answers) }
}

/** Reads how many the first node that answers has mined. */
export const readMined = ({ reader }: Pick<Connection, 'reader'>, wallet: string) =>
  readFromChain(() => countOf(reader, wallet, 'latest'))

/** Reads how many one node has mined. */
export const countMined = (node: Client, wallet: string) => countOf(node, wallet, 'latest')

/** Counts what one node has mined and holds without a gap, in its own word. */
export const countHeld = (node: Client, wallet: string) => countOf(node, wallet, 'pending')

const countOf = (node: Client, wallet: string, blockTag: 'latest' | 'pending') =>
  getTransactionCount(node, { address: wallet as Address, blockTag })
