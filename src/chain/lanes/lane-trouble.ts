/**
 * What keeps a nonce lane from moving on. Nodes mine a wallet's transactions in the order of their
 * nonces, so all depends on the lowest one that is not mined: whether bytes with it exist, and
 * whose they are.
 */
import type { StatusOf } from '../../../machines/actors.ts'
import { unendedTransactions } from '../../store/states.ts'

export type LaneState = {
  /** The nonce that the lane gives out next. */
  next: number
  /** How many the chain has mined: the nonce that it takes next. */
  mined: number
  /** The lowest nonce from `mined` on with which live bytes are stored. */
  lowest: LowestNonce | null
  /** How many of the nonces from `mined` on belong to transactions that were final before. */
  finalCount: number
  /** How many transactions on their way have no live bytes: all were set aside. */
  orphanCount: number
}
export type LowestNonce = {
  nonce: number
  /** Of the transaction that it stands for; null for an empty one that only uses up the nonce. */
  status: StatusOf['transaction'] | null
  /** Since the newest bytes with it were signed. */
  ageMs: number
}

export type LaneTrouble = {
  /**
   * `Ahead`: nonces were given out, and nothing is signed with any. `Gap`: some before the lowest
   * signed one are missing, few enough to fill. `FarAhead`: too many to fill. `ChainReset`: more
   * final transactions are undone than a reorganisation could undo. `TooCheap`: nobody follows the
   * lowest one any more, and it is not taken. `Orphans`: transactions whose bytes were all set aside.
   */
  kind: 'Ahead' | 'Gap' | 'FarAhead' | 'ChainReset' | 'TooCheap' | 'Orphans'
  /** For an operator; the same for as long as nothing changes. */
  text: string
}

/** So many missing nonces are filled, each with an empty transaction. */
const gapMax = 16
/** Final transactions beyond this number are not undone by a reorganisation. */
const undoneMax = 64
/** How long an empty or ended transaction may take before it offers more. */
const cheapAfterMs = 60_000

/** Finds what has to be mended in a lane; null where nothing has. */
export function findTrouble(state: LaneState): LaneTrouble | null {
  return findTroubleWithNonces(state) ?? findOrphans(state)
}

function findOrphans({ orphanCount }: LaneState): LaneTrouble | null {
  const text = `${orphanCount} transactions have no bytes that may still be sent`
  return orphanCount > 0 ? { kind: 'Orphans', text } : null
}

function findTroubleWithNonces({ next, mined, lowest, finalCount }: LaneState): LaneTrouble | null {
  if (mined >= next) return null
  if (!lowest)
    return { kind: 'Ahead', text: `nonces ${mined} to ${next - 1} were given out and never signed` }
  const missing = lowest.nonce - mined
  if (missing > 0)
    return {
      kind: missing <= gapMax ? 'Gap' : 'FarAhead',
      text: `nonces ${mined} to ${lowest.nonce - 1} were never signed, but ${lowest.nonce} was`,
    }
  if (lowest.status === 'Final' && finalCount > undoneMax)
    return {
      kind: 'ChainReset',
      text: `the chain has mined ${mined} transactions, and ${finalCount} above were final`,
    }
  const isFollowed = lowest.status !== null && unendedTransactions.includes(lowest.status)
  if (isFollowed || lowest.ageMs < cheapAfterMs) return null
  return { kind: 'TooCheap', text: `nonce ${lowest.nonce} is not taken, and nobody follows it` }
}
